/** What differs between a marked moment and the one that is shown, in words. */
import { useMemo } from 'react'
import { differenceOf } from '../../src-shared/run/moments/difference'
import type { ThreadRecord } from '../../src-shared/run/moments/thread-record'
import { useNameOf } from '../run/participants'
import { useRun } from '../run/store/run-context'
import { useT } from '../ui/language'
import { differenceWords } from '../../src-shared/run/trace/difference-words'
import textStyles from '../ui/text.module.css'
import styles from './Differences.module.css'

/** `marked`, `shown`: steps, from 0. */
export type DifferencesProps = { record: ThreadRecord; marked: number; shown: number }

export function Differences({ record, marked, shown }: DifferencesProps) {
  const t = useT()
  const nameOf = useNameOf()
  const view = useRun((state) => state.view)
  const { steps } = record.index
  const [first, last] = [Math.min(marked, shown), Math.max(marked, shown)]
  const parts = useMemo(() => {
    const [from, to] = [record.index.steps[first], record.index.steps[last]]
    const other = record.viewAt(record.index.steps[marked]?.end ?? 0)
    const difference = marked <= shown ? differenceOf(other, view) : differenceOf(view, other)
    const ms = Date.parse(to?.at ?? '') - Date.parse(from?.at ?? '')
    return differenceWords(difference, { ms: Number.isFinite(ms) ? ms : 0, nameOf }, t)
  }, [record, marked, shown, first, last, view, nameOf, t])
  const nameOfStep = (step: number): string => (step === steps.length - 1 ? t('now') : `${step + 1}`)
  return (
    <section className={styles.differences} aria-label={t('Differences')} tabIndex={0}>
      {marked === shown ? (
        <p className={textStyles.faint}>{t('This step is marked. Go to another one to see what differs.')}</p>
      ) : (
        <>
          <h3 className={styles.title}>
            {t('From step {first} to {last}', { first: nameOfStep(first), last: nameOfStep(last) })}
          </h3>
          <div className={styles.parts}>
            {parts.map(({ title, lines, more }) => (
              <div key={title} className={styles.part}>
                <h4>{t(title)}</h4>
                <ul>
                  {lines.map((line, place) => (
                    // Lines have no other name, and never move.
                    <li key={place}>{line}</li>
                  ))}
                </ul>
                {more > 0 && <p>{t('and {count} more', { count: more })}</p>}
              </div>
            ))}
          </div>
        </>
      )}
    </section>
  )
}
