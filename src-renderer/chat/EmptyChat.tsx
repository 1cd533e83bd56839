/** What a thread without turns says: what the place is for, and how to begin. */
import type { Translate } from '../../src-shared/languages/translate'
import { Button } from '@mantine/core'
import { IconMessages } from '@tabler/icons-react'
import { useMemo } from 'react'
import { readSettings, type Flow } from '../../src-shared/flow/records'
import { kindOf } from '../../src-shared/kinds/index'
import type { Problem } from '../../src-shared/kinds/kind'
import { shortPurpose } from '../../src-shared/kinds/purpose'
import { useEditor, useFlow, useProblems } from '../editor/editor-context'
import { FixButton } from '../editor/FixButton'
import { showProblem } from '../editor/show'
import { EmptyState } from '../ui/EmptyState'
import { useServices } from '../ui/services'
import { useT } from '../ui/language'
import styles from './EmptyChat.module.css'

type EmptyChatProps = {
  onSend: (text: string) => void
  onBegin: () => void
  /** How often somebody tried to send what cannot be sent. */
  heldBack: number
}

export function EmptyChat({ onSend, onBegin, heldBack }: EmptyChatProps) {
  const t = useT()
  const nodes = useFlow((flow) => flow.nodes)
  const settings = useFlow((flow) => flow.settings)
  const { speaksFirst, starters } = useMemo(() => readSettings({ settings }), [settings])
  const examples = useMemo(() => exampleMessages(nodes, t), [nodes, t])
  const blocking = useProblems((problems) => problems.blocking)
  if (blocking !== null) return <Blocked key={heldBack} problem={blocking} isAsked={heldBack > 0} />
  return (
    <EmptyState
      icon={<IconMessages size={22} stroke={1.5} aria-hidden />}
      title={t('Talk to what you drew')}
      actions={
        <div className={styles.starters}>
          {speaksFirst === 'flow' ? (
            <Button variant="filled" onClick={onBegin}>
              {t('Let the agent start')}
            </Button>
          ) : (
            <>
              {starters.length === 0 && (
                <Button variant="filled" onClick={() => onSend(t('Hello'))}>
                  {t('Say hello')}
                </Button>
              )}
              {(starters.length > 0 ? starters : examples).map((text) => (
                <Button key={text} className={styles.starter} onClick={() => onSend(text)}>
                  {text}
                </Button>
              ))}
              <Button variant="subtle" color="gray" onClick={onBegin}>
                {t('Let the agent start')}
              </Button>
            </>
          )}
        </div>
      }
    >
      {t('Every message runs the flow as it is drawn now. You see who has the baton, and why.')}
    </EmptyState>
  )
}

function Blocked({ problem, isAsked }: { problem: Problem; isAsked: boolean }) {
  const t = useT()
  const editor = useEditor()
  const { docks } = useServices()
  return (
    <EmptyState
      role={isAsked ? 'alert' : undefined}
      title={t('The flow cannot run yet')}
      actions={
        <>
          <Button
            variant="filled"
            onClick={() => {
              docks.openBottom('problems')
            }}
          >
            {t('Show problems')}
          </Button>
          {(problem.node !== undefined || problem.edge !== undefined) && (
            <Button onClick={() => showProblem(editor, problem)}>{t('Show where')}</Button>
          )}
          <FixButton problem={problem} isThere />
        </>
      }
    >
      {t.message(problem.message)}
    </EmptyState>
  )
}

const MOST_EXAMPLES = 2

/** First messages that should lead somewhere: from what the participants say they are for. */
function exampleMessages(nodes: Flow['nodes'], t: Translate): string[] {
  const purposes = Object.values(nodes).flatMap((node) => {
    const kind = kindOf(node)
    const offer = kind?.roles.participant === true ? kind.offer(node) : null
    const purpose = shortPurpose(offer?.description ?? '')
    return purpose === null || purpose === node.name ? [] : [t('Help me with {purpose}', { purpose })]
  })
  return purposes.slice(0, MOST_EXAMPLES)
}
