/** The tests of the flow: chats that were kept, which the flow as it is drawn now has to answer in the same way. */
import { Button } from '@mantine/core'
import {
  IconChecklist,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react'
import { useState } from 'react'
import { drawnNode } from '../../src-shared/flow/inner-ids'
import type { FlowTestSummary } from '../../src-shared/rpc/flow-tests'
import { useEditor } from '../editor/editor-context'
import { useNameOf } from '../run/participants'
import { useShowNode } from '../run/store/run-context'
import { cx } from '../ui/cx'
import { EmptyState } from '../ui/EmptyState'
import { IconButton } from '../ui/IconButton'
import { useT } from '../ui/language'
import { NameDialog } from './NameDialog'
import { useFlowTests, type FlowTestList, type TestOutcome } from './use-flow-tests'
import textStyles from '../ui/text.module.css'
import styles from './TestsPanel.module.css'

/** Needs a `RunProvider` around it. */
export function TestsPanel() {
  const t = useT()
  const list = useFlowTests()
  const { tests, outcomes, isPlaying, play } = list
  const [renamed, setRenamed] = useState<FlowTestSummary | null>(null)
  if (tests === null) return null
  const count = (is: TestOutcome['is']): number => tests.filter(({ id }) => outcomes.get(id)?.is === is).length
  return (
    <section className={styles.panel} aria-label={t('Tests')}>
      {tests.length === 0 ? (
        <EmptyState icon={<IconChecklist size={20} stroke={1.5} aria-hidden />} title={t('No tests yet')}>
          {t(
            'A chat that went well can be kept as a test: open the menu of threads in the chat and choose “Keep as a test…”. Later you see here whether the flow still takes the same way, without a model or a tool being called.',
          )}
        </EmptyState>
      ) : (
        <>
          <div className={styles.bar}>
            <span className={styles.sum} role="status" aria-label={t('Result')}>
              {t('{passed, number} of {count, plural, one {# test passed} other {# tests passed}}', {
                passed: count('passed'),
                count: tests.length,
              })}
            </span>
            <Button size="compact-xs" loading={isPlaying} onClick={() => play(tests.map(({ id }) => id))}>
              {t('Run all')}
            </Button>
            <Button variant="default" size="compact-xs" onClick={list.exportAll}>
              {t('Export')}
            </Button>
          </div>
          <ul className={styles.list} aria-label={t('Tests')}>
            {tests.map((test) => (
              <TestRow key={test.id} test={test} list={list} onRename={() => setRenamed(test)} />
            ))}
          </ul>
        </>
      )}
      {renamed !== null && (
        <NameDialog
          title={t('Rename the test')}
          action={t('Rename')}
          name={renamed.name}
          onClose={() => setRenamed(null)}
          onName={(name) => list.rename(renamed.id, name)}
        />
      )}
    </section>
  )
}

type TestRowProps = { test: FlowTestSummary; list: FlowTestList; onRename: () => void }

function TestRow({ test, list, onRename }: TestRowProps) {
  const t = useT()
  const { id, name, turns } = test
  const outcome = list.outcomes.get(id)
  return (
    <li className={styles.test} data-outcome={outcome?.is ?? 'none'} aria-label={name}>
      <OutcomeMark outcome={outcome} />
      <span className={cx(styles.name, textStyles.ellipsis)}>{name}</span>
      <span className={styles.turns}>{t('{count, plural, one {# turn} other {# turns}}', { count: turns })}</span>
      <Button variant="default" size="compact-xs" disabled={list.isPlaying} onClick={() => list.play([id])}>
        {t('Run')}
      </Button>
      <IconButton label={t('Rename')} size={24} onClick={onRename}>
        <IconPencil size={14} aria-hidden />
      </IconButton>
      <IconButton label={t('Delete')} size={24} onClick={() => list.remove(test)}>
        <IconTrash size={14} aria-hidden />
      </IconButton>
      {outcome !== undefined && <Why outcome={outcome} />}
    </li>
  )
}

function OutcomeMark({ outcome }: { outcome: TestOutcome | undefined }) {
  const t = useT()
  switch (outcome?.is) {
    case undefined:
      return <IconCircleDashed size={16} className={styles.mark} aria-label={t('not run')} />
    case 'running':
      return <IconCircleDashed size={16} className={styles.mark} aria-label={t('running')} />
    case 'passed':
      return <IconCircleCheck size={16} className={styles.mark} aria-label={t('passed')} />
    case 'failed':
    case 'broken':
      return <IconCircleX size={16} className={styles.mark} aria-label={t('failed')} />
  }
}

/** The first difference, and the way to it. */
function Why({ outcome }: { outcome: TestOutcome }) {
  const t = useT()
  const { session, flows } = useEditor()
  const showNode = useShowNode()
  const nameOf = useNameOf()
  if (outcome.is === 'broken') return <p className={styles.why}>{t.message(outcome.error.said)}</p>
  if (outcome.is !== 'failed') return null
  const { turn, node, said } = outcome.difference
  const drawn = node === null ? null : drawnNode(node)
  const isDrawn = drawn !== null && Object.hasOwn(flows.getState().flow.nodes, drawn)
  const show = (): void => {
    if (node === null) return
    showNode(node)
    session.setState({ differs: drawn })
  }
  return (
    <p className={styles.why}>
      {node === null
        ? t('Turn {turn}: {question}', { turn, question: t.message(said) })
        : t('Turn {turn}, {name}: {what}', { turn, name: nameOf(node), what: t.message(said) })}{' '}
      {isDrawn && (
        <button type="button" className={textStyles.link} onClick={show}>
          {t('Show on the canvas')}
        </button>
      )}
    </p>
  )
}
