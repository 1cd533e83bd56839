/** Two threads of one conversation beside each other: where they part, what each said and did from there on, and how they stand now. */
import { Button, Loader } from '@mantine/core'
import { useEffect, useMemo, useState } from 'react'
import { saidOf, toAppError, type AppError } from '../../src-shared/errors'
import type { ThreadSummary } from '../../src-shared/rpc/contract'
import { compareThreads } from '../../src-shared/run/moments/parting'
import { comparisonRows, partingWords, type ComparisonRow } from '../../src-shared/run/trace/comparison-words'
import { standingWords } from '../../src-shared/run/trace/difference-words'
import { forkChangesWords } from '../../src-shared/run/words/fork-changes'
import { ThreadTitle } from '../forks/ThreadTitle'
import { useNameOf } from '../run/participants'
import { createFrames } from '../run/store/frames'
import { followThread } from '../run/store/follow-thread'
import { recordOf } from '../run/store/open-thread'
import { useRun, useRunStore } from '../run/store/run-context'
import type { RunState } from '../run/store/run-state'
import { EmptyState } from '../ui/EmptyState'
import { LargeView } from '../ui/LargeView'
import { useServices } from '../ui/services'
import { useT } from '../ui/language'
import textStyles from '../ui/text.module.css'
import styles from './Comparison.module.css'

type ComparisonProps = { against: ThreadSummary | null; onClose: () => void }

/** The open thread beside another one; `against` null: closed. Needs a `RunProvider` around it. */
export function Comparison({ against, onClose }: ComparisonProps) {
  const t = useT()
  return (
    <LargeView title={t('Compare threads')} isOpen={against !== null} onClose={onClose}>
      {against !== null && <Compared key={against.id} against={against} onClose={onClose} />}
    </LargeView>
  )
}

function Compared({ against, onClose }: { against: ThreadSummary; onClose: () => void }) {
  const t = useT()
  const run = useRunStore()
  const nameOf = useNameOf()
  const open = useRun((state) => state.threads?.find(({ id }) => id === state.threadId) ?? null)
  const own = useRun((state) => state.record)
  const { other, error } = useThreadRecord(against.id)
  const found = useMemo(() => {
    if (own === null || other === null) return null
    const comparison = compareThreads(own.of, other.of)
    return { comparison, rows: comparisonRows(comparison, nameOf, t) }
  }, [own, other, nameOf, t])
  if (error !== null)
    return <EmptyState title={t('The thread could not be read')}>{t.message(saidOf(error))}</EmptyState>
  if (found === null || open === null)
    return (
      <div className={styles.waiting} role="status" aria-label={t('Reading')}>
        <Loader size={18} color="gray" />
      </div>
    )
  const ends = found.comparison.ends.variables
  return (
    <section className={styles.comparison} aria-label={t('Comparison')} tabIndex={0}>
      <p className={styles.parting} role="status">
        {partingWords(found.comparison, t)}
      </p>
      <div className={styles.heads}>
        <h3>
          <ThreadTitle title={open.title} />
        </h3>
        <h3>
          <ThreadTitle title={against.title} />
          <Button
            size="compact-xs"
            variant="subtle"
            onClick={() => {
              run.openThread(against.id)
              onClose()
            }}
          >
            {t('Open')}
          </Button>
        </h3>
      </div>
      <Changed of={[open, against]} />
      {found.rows.map((row) => (
        <section key={row.title} className={styles.row} aria-label={t(row.title)}>
          <h4>{t(row.title)}</h4>
          <div className={styles.sides}>
            <Side name={open.title} {...row.one} />
            <Side name={against.title} {...row.other} />
          </div>
        </section>
      ))}
      {ends.length > 0 && (
        <section className={styles.row} aria-label={t('Variables that differ now')}>
          <h4>{t('Variables that differ now')}</h4>
          <table className={styles.ends}>
            <tbody>
              {ends.map(({ name, before, after }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>{standingWords(before, t)}</td>
                  <td>{standingWords(after, t)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  )
}

/** What was changed where each of them left another thread; nothing where neither was. */
function Changed({ of }: { of: readonly [ThreadSummary, ThreadSummary] }) {
  const t = useT()
  const nameOf = useNameOf()
  const sides = of.map(({ title, changes }) => ({ name: title, lines: forkChangesWords(changes, nameOf, t), more: 0 }))
  if (sides.every(({ lines }) => lines.length === 0)) return null
  return (
    <section className={styles.row} aria-label={t('Changed at the fork')}>
      <h4>{t('Changed at the fork')}</h4>
      <div className={styles.sides}>
        {sides.map((side, place) => (
          <Side key={place} {...side} />
        ))}
      </div>
    </section>
  )
}

function Side({ name, lines, more }: ComparisonRow['one'] & { name: string }) {
  const t = useT()
  if (lines.length === 0) return <p className={textStyles.faint}>{t('Nothing')}</p>
  return (
    <ul aria-label={name === '' ? t('Untitled') : name}>
      {lines.map((line, place) => (
        // Lines have no other name, and never move.
        <li key={place}>{line}</li>
      ))}
      {more > 0 && <li className={textStyles.faint}>{t('and {count} more', { count: more })}</li>}
    </ul>
  )
}

/** All that a thread told so far; it goes on while that is read. */
function useThreadRecord(threadId: string): { other: RunState['record']; error: AppError | null } {
  const { client } = useServices()
  const [other, setOther] = useState<RunState['record']>(null)
  const [error, setError] = useState<AppError | null>(null)
  useEffect(() => {
    const follower = followThread({
      client,
      threadId,
      frame: createFrames(),
      // A token adds nothing to compare.
      onView: () => setOther((known) => recordOf(follower, known)),
      onError: (cause) => setError(toAppError(cause)),
    })
    return () => follower.stop()
  }, [client, threadId])
  return { other, error }
}
