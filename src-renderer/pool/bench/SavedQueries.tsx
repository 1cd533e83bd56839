/** The saved queries of a pool: whether each finds what it should, and recall over all of them, under the limits that are tried. */
import type { Translate } from '../../../src-shared/languages/translate'
import { Button } from '@mantine/core'
import { IconCheck, IconCircleDashed, IconPlayerPlay, IconPlayerStop, IconTrash, IconX } from '@tabler/icons-react'
import { IconButton } from '../../ui/IconButton'
import { Note } from './BenchQuery'
import type { SavedQuery } from './bench-view'
import type { Bench } from './use-bench'
import { cx } from '../../ui/cx'
import { useT } from '../../ui/language'
import textStyles from '../../ui/text.module.css'
import toolsStyles from '../tools.module.css'
import styles from './SavedQueries.module.css'

export function SavedQueries({ bench }: { bench: Bench }) {
  const t = useT()
  const { saved, running, runAll, stop, recall, limits, runFailure } = bench
  if (saved.length === 0)
    return (
      <div className={styles.saved} data-empty>
        <div className={styles.savedTitle}>{t('Saved queries')}</div>
        <p className={toolsStyles.toolsNone}>
          {t(
            'Queries that you save with what they should find are run again together, so that you see what a change of names, descriptions or limits does.',
          )}
        </p>
      </div>
    )
  const known = saved.filter((one) => one.recall !== null).length
  return (
    <div className={styles.saved}>
      <div className={styles.savedHead}>
        <div className={styles.savedTitle}>{t('Saved queries')}</div>
        {running === null ? (
          <Button size="compact-xs" leftSection={<IconPlayerPlay size={12} />} onClick={runAll}>
            {t('Run all')}
          </Button>
        ) : (
          <Button size="compact-xs" leftSection={<IconPlayerStop size={12} />} onClick={stop}>
            {t('Stop')}
          </Button>
        )}
      </div>
      <div className={styles.recall}>
        <span className={styles.recallFigure} role="status" aria-label={t('Recall')}>
          {recall === null ? '–' : `${Math.round(recall * 100)}%`}
        </span>
        <span className={styles.recallWords}>
          {t('recall@{count}', { count: limits.topK })}
          <span>{wordsOf({ running, known, all: saved.length }, t)}</span>
        </span>
        {running !== null && (
          <progress
            className={styles.recallProgress}
            aria-label={t('Queries run')}
            max={running.of}
            value={running.done}
          />
        )}
      </div>
      {runFailure !== null && <Note isBad>{t.message(runFailure)}</Note>}
      <ul className={styles.savedList} aria-label={t('Saved queries')}>
        {saved.map((one) => (
          <SavedLine key={one.query} one={one} bench={bench} />
        ))}
      </ul>
    </div>
  )
}

type RunCounts = { running: Bench['running']; known: number; all: number }

function wordsOf({ running, known, all }: RunCounts, t: Translate): string {
  if (running !== null) return t('running {done} of {all}', { done: running.done + 1, all: running.of })
  if (known === 0) return t('not run yet')
  return known === all
    ? t('{count, plural, one {over # query} other {over # queries}}', { count: all })
    : t('over {known} of {all} queries', { known, all })
}

function SavedLine({ one, bench }: { one: SavedQuery; bench: Bench }) {
  const t = useT()
  const { query, expected, recall } = one
  const strange = expected.filter((name) => !bench.isKnown(name))
  const isCurrent = bench.query.trim() === query
  return (
    <li className={toolsStyles.savedLine} data-current={isCurrent || undefined}>
      <button
        type="button"
        className={styles.savedWords}
        onClick={() => bench.open(one)}
        title={t('Should find {names}', { names: expected.join(', ') })}
      >
        <span className={cx(styles.savedQuery, textStyles.ellipsis)}>{query}</span>
        <span className={cx(styles.savedExpected, textStyles.ellipsis)}>
          {expected.length === 0 ? t('nothing ticked') : expected.join(', ')}
          {strange.length > 0 && <em> · {t('not in the pool: {names}', { names: strange.join(', ') })}</em>}
        </span>
      </button>
      <Verdict recall={recall} />
      <IconButton
        className={toolsStyles.pooledRemove}
        label={t('Remove {query}', { query })}
        size={22}
        onClick={() => bench.remove(query)}
      >
        <IconTrash size={13} />
      </IconButton>
    </li>
  )
}

function Verdict({ recall }: { recall: SavedQuery['recall'] }) {
  const t = useT()
  if (recall === null)
    return (
      <span className={styles.verdict} title={t('Not run yet')}>
        <IconCircleDashed size={13} aria-label={t('Not run yet')} />
      </span>
    )
  const { found, of } = recall
  const isWhole = found === of
  return (
    <span className={styles.verdict} data-verdict={isWhole ? 'found' : 'missed'}>
      {isWhole ? <IconCheck size={13} aria-hidden /> : <IconX size={13} aria-hidden />}
      {isWhole ? t('Found') : t('{done} of {total}', { done: found, total: of })}
    </span>
  )
}
