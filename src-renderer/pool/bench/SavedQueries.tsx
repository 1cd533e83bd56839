/** The saved queries of a pool: whether each finds what it should, and recall over all of them, under the limits that are tried. */
import { Button } from '@mantine/core'
import { IconCheck, IconCircleDashed, IconPlayerPlay, IconPlayerStop, IconTrash, IconX } from '@tabler/icons-react'
import { IconButton } from '../../ui/IconButton'
import { Note } from './BenchQuery'
import type { SavedQuery } from './bench-view'
import type { Bench } from './use-bench'
import { cx } from '../../ui/cx'
import textStyles from '../../ui/text.module.css'
import toolsStyles from '../tools.module.css'
import styles from './SavedQueries.module.css'

export function SavedQueries({ bench }: { bench: Bench }) {
  const { saved, running, runAll, stop, recall, limits, runFailure } = bench
  if (saved.length === 0)
    return (
      <div className={styles.saved} data-empty>
        <div className={styles.savedTitle}>Saved queries</div>
        <p className={toolsStyles.toolsNone}>
          Queries that you save with what they should find are run again together, so that you see what a change of
          names, descriptions or limits does.
        </p>
      </div>
    )
  const known = saved.filter((one) => one.recall !== null).length
  return (
    <div className={styles.saved}>
      <div className={styles.savedHead}>
        <div className={styles.savedTitle}>Saved queries</div>
        {running === null ? (
          <Button size="compact-xs" leftSection={<IconPlayerPlay size={12} />} onClick={runAll}>
            Run all
          </Button>
        ) : (
          <Button size="compact-xs" leftSection={<IconPlayerStop size={12} />} onClick={stop}>
            Stop
          </Button>
        )}
      </div>
      <div className={styles.recall}>
        <span className={styles.recallFigure} role="status" aria-label="Recall">
          {recall === null ? '–' : `${Math.round(recall * 100)}%`}
        </span>
        <span className={styles.recallWords}>
          recall@{limits.topK}
          <span>{wordsOf({ running, known, all: saved.length })}</span>
        </span>
        {running !== null && (
          <progress className={styles.recallProgress} aria-label="Queries run" max={running.of} value={running.done} />
        )}
      </div>
      {runFailure !== null && <Note isBad>{runFailure}</Note>}
      <ul className={styles.savedList} aria-label="Saved queries">
        {saved.map((one) => (
          <SavedLine key={one.query} one={one} bench={bench} />
        ))}
      </ul>
    </div>
  )
}

function wordsOf({ running, known, all }: { running: Bench['running']; known: number; all: number }): string {
  if (running !== null) return `running ${running.done + 1} of ${running.of}`
  if (known === 0) return 'not run yet'
  return known === all ? `over ${all} ${all === 1 ? 'query' : 'queries'}` : `over ${known} of ${all} queries`
}

function SavedLine({ one, bench }: { one: SavedQuery; bench: Bench }) {
  const { query, expected, recall } = one
  const strange = expected.filter((name) => !bench.isKnown(name))
  const isCurrent = bench.query.trim() === query
  return (
    <li className={toolsStyles.savedLine} data-current={isCurrent || undefined}>
      <button
        type="button"
        className={styles.savedWords}
        onClick={() => bench.open(one)}
        title={`Should find ${expected.join(', ')}`}
      >
        <span className={cx(styles.savedQuery, textStyles.ellipsis)}>{query}</span>
        <span className={cx(styles.savedExpected, textStyles.ellipsis)}>
          {expected.length === 0 ? 'nothing ticked' : expected.join(', ')}
          {strange.length > 0 && <em> · not in the pool: {strange.join(', ')}</em>}
        </span>
      </button>
      <Verdict recall={recall} />
      <IconButton
        className={toolsStyles.pooledRemove}
        label={`Remove ${query}`}
        size={22}
        onClick={() => bench.remove(query)}
      >
        <IconTrash size={13} />
      </IconButton>
    </li>
  )
}

function Verdict({ recall }: { recall: SavedQuery['recall'] }) {
  if (recall === null)
    return (
      <span className={styles.verdict} title="Not run yet">
        <IconCircleDashed size={13} aria-label="Not run yet" />
      </span>
    )
  const { found, of } = recall
  const isWhole = found === of
  return (
    <span className={styles.verdict} data-verdict={isWhole ? 'found' : 'missed'}>
      {isWhole ? <IconCheck size={13} aria-hidden /> : <IconX size={13} aria-hidden />}
      {isWhole ? 'Found' : `${found} of ${of}`}
    </span>
  )
}
