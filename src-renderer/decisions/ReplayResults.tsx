/** What came of asking again: flips and failures, or all of them, each with the way to its case; and the files for other programs. */
import { Button, Progress, Switch } from '@mantine/core'
import { useState } from 'react'
import type { ReplayResult } from '../../src-shared/rpc/replays'
import { replayCsv } from '../../src-shared/run/trace/replay-table'
import { choiceWords, subjectWords } from '../../src-shared/run/words/decisions'
import { dollarWords } from '../../src-shared/run/words/figures'
import { useRun } from '../run/store/run-context'
import { cx } from '../ui/cx'
import { downloadText } from '../ui/files'
import { useT } from '../ui/language'
import { useOpenCase } from './use-open-case'
import type { ShownReplay } from './use-replay'
import { saidOf } from '../../src-shared/errors'
import textStyles from '../ui/text.module.css'
import styles from './ReplayDialog.module.css'

type ReplayResultsProps = { shown: ShownReplay; nameOf: (node: string) => string; onCase: () => void }

/** Names of formats are the same in every language. */
const FILES = { csv: 'CSV', json: 'JSON' } as const
/** So many rows are on the page at once. */
const MOST_ROWS = 300

export function ReplayResults({ shown, nameOf, onCase }: ReplayResultsProps) {
  const t = useT()
  const [isAll, setAll] = useState(false)
  const openCase = useOpenCase()
  const threads = useRun((state) => state.threads)
  const titles = new Map(threads?.map(({ id, title }) => [id, title]))
  const { calls, results, isRunning, error } = shown
  const listed = isAll ? results : results.filter((one) => one.isFlip || one.error !== null)
  return (
    <section className={styles.results} aria-label={t('Results')}>
      <div className={styles.bar}>
        <span role="status" aria-label={t('Sum')}>
          <Sum {...{ results, calls, isRunning }} />
        </span>
        <span className={styles.space} />
        <Switch
          size="xs"
          label={t('Show all')}
          checked={isAll}
          onChange={(event) => setAll(event.currentTarget.checked)}
        />
        <Button
          variant="subtle"
          size="compact-xs"
          disabled={results.length === 0}
          onClick={() => downloadText('replay.csv', replayCsv(results), 'text/csv')}
        >
          {FILES.csv}
        </Button>
        <Button
          variant="subtle"
          size="compact-xs"
          disabled={results.length === 0}
          onClick={() => downloadText('replay.json', `${JSON.stringify(results, null, 2)}\n`)}
        >
          {FILES.json}
        </Button>
      </div>
      {isRunning && <Progress size="xs" value={(100 * results.length) / Math.max(1, calls)} aria-label={t('Asked')} />}
      {error !== null && (
        <p role="alert" className={styles.problem}>
          {t.message(saidOf(error))}
        </p>
      )}
      <div className={styles.scroll}>
        {listed.length > 0 && <Headings />}
        <ul className={styles.list} aria-label={t('Decisions that were asked again')}>
          {listed.slice(0, MOST_ROWS).map((one) => (
            <li key={`${one.threadId} ${one.span}`}>
              <ResultRow
                result={one}
                thread={titles.get(one.threadId) || t('Untitled')}
                who={nameOf(one.node)}
                onOpen={() => {
                  openCase(one)
                  onCase()
                }}
              />
            </li>
          ))}
        </ul>
      </div>
      {listed.length > MOST_ROWS && (
        <p className={styles.note}>
          {t('{count, number} more are not listed here. They are in the files.', { count: listed.length - MOST_ROWS })}
        </p>
      )}
      {listed.length === 0 && !isRunning && results.length > 0 && results.length === calls && (
        <p className={styles.note}>{t('Every decision came out as before.')}</p>
      )}
    </section>
  )
}

function Sum({ results, calls, isRunning }: Pick<ShownReplay, 'results' | 'calls' | 'isRunning'>) {
  const t = useT()
  const flips = results.filter(({ isFlip }) => isFlip).length
  const failed = results.filter(({ error }) => error !== null).length
  const spent = results.reduce((sum, { dollars }) => sum + (dollars ?? 0), 0)
  const isPriced = results.every(({ dollars, error }) => dollars !== null || error !== null)
  const facts = [
    t('{count, number} of {total, number}', { count: results.length, total: calls }),
    t('{count, plural, one {# flip} other {# flips}}', { count: flips }),
    ...(failed > 0 ? [t('{count, number} failed', { count: failed })] : []),
    ...(results.length === 0 ? [] : [isPriced ? dollarWords(spent, t) : t('price not known')]),
    ...(!isRunning && results.length < calls ? [t('stopped')] : []),
  ]
  return <>{facts.join(' · ')}</>
}

function Headings() {
  const t = useT()
  return (
    <div className={cx(styles.row, styles.head)}>
      {[t('Thread'), t('Turn'), t('Decision'), t('Before → now'), t('Reply')].map((title) => (
        <span key={title} className={textStyles.ellipsis} title={title}>
          {title}
        </span>
      ))}
    </div>
  )
}

type ResultRowProps = { result: ReplayResult; thread: string; who: string; onOpen: () => void }

function ResultRow({ result, thread, who, onOpen }: ResultRowProps) {
  const { about, turn, before, after, reply, error, isFlip } = result
  const t = useT()
  const words = reply.replaceAll(/\s+/g, ' ')
  return (
    <button
      type="button"
      className={styles.row}
      data-flip={isFlip || undefined}
      title={t('Open the thread at this step')}
      onClick={onOpen}
    >
      <span className={textStyles.ellipsis}>{thread}</span>
      <span>{turn}</span>
      <span className={textStyles.ellipsis}>
        {who} · {subjectWords(about, t)}
      </span>
      {after === null ? (
        <span className={cx(styles.failed, textStyles.ellipsis)}>{t('Failed')}</span>
      ) : (
        <span className={cx(styles.change, textStyles.ellipsis)}>
          {choiceWords(before.choice, t)} → {choiceWords(after.choice, t)}
        </span>
      )}
      <span className={cx(styles.reply, textStyles.ellipsis)} title={error ?? reply}>
        {error ?? words}
      </span>
    </button>
  )
}
