/** Why nothing can be sent now, above the place where it would be written, with the way to what is wrong. */
import { asMessage } from '../../src-shared/languages/translate'
import { Button } from '@mantine/core'
import { useStore } from 'zustand'
import type { Problem } from '../../src-shared/kinds/kind'
import { LONGEST_MESSAGE } from '../../src-shared/rpc/queue'
import { useEditor, useProblems } from '../editor/editor-context'
import { FixButton } from '../editor/FixButton'
import { showProblem } from '../editor/show'
import { useRun } from '../run/store/run-context'
import { isImported } from '../run/store/run-state'
import { useServices } from '../ui/services'
import { useT } from '../ui/language'
import styles from './WhyNot.module.css'

export type Reason = {
  words: string
  /** What is wrong with the flow, if that is why. */
  problem: Problem | null
}

/** It cannot be sent while a turn runs either. */
export function isTooLong(written: string): boolean {
  return written.trim().length > LONGEST_MESSAGE
}

/** Null when it can. `written`: what would be sent. */
export function useReason(written: string): Reason | null {
  const t = useT()
  const errors = useProblems((problems) => problems.errors)
  const problem = useProblems(({ blocking }) => blocking)
  const isDown = useStore(useServices().link, (status) => status.state === 'closed')
  const imported = useRun(isImported)
  if (isDown) return { words: t('The connection to Baton is down. It is being opened again.'), problem: null }
  if (imported)
    return {
      words: t('This thread was imported and is for looking at. Begin a new thread to say something.'),
      problem: null,
    }
  if (isTooLong(written))
    return {
      words: t(
        'The message is too long: one holds at most {count, number} characters. Shorten it, or send it in parts.',
        {
          count: LONGEST_MESSAGE,
        },
      ),
      problem: null,
    }
  if (problem === null) return null
  const count = errors - 1
  const first = t('The flow cannot run yet. {problem}', { problem: asMessage(problem.message) })
  const others = t('{count, plural, one {There is # more problem.} other {There are # more problems.}}', { count })
  return { words: count === 0 ? first : `${first} ${others}`, problem }
}

/** `isAsked`: the person has just tried to send. */
export function WhyNot({ reason: { words, problem }, isAsked }: { reason: Reason; isAsked: boolean }) {
  const t = useT()
  const editor = useEditor()
  const { docks } = useServices()
  const hasPlace = problem?.node !== undefined || problem?.edge !== undefined || problem?.field !== undefined
  return (
    <div className={styles.whyNot} role={isAsked ? 'alert' : 'status'} data-asked={isAsked || undefined}>
      <span className={styles.words}>{words}</span>
      {problem !== null && (
        <div className={styles.ways}>
          <FixButton problem={problem} isThere />
          <Button
            size="compact-xs"
            variant="subtle"
            onClick={() => {
              if (hasPlace) showProblem(editor, problem)
              else docks.openBottom('problems')
            }}
          >
            {hasPlace ? t('Show where') : t('Show problems')}
          </Button>
        </div>
      )}
    </div>
  )
}
