/** What a query finds: the tools by rank, how near each is, and whether it is kept or why not; ticks say what should be found. */
import { Button, Checkbox, Select } from '@mantine/core'
import {
  IconArrowBarToDown,
  IconBookmark,
  IconBookmarkFilled,
  IconCheck,
  IconCircleOff,
  IconEyeOff,
  IconRuler2,
} from '@tabler/icons-react'
import { useState } from 'react'
import type { ToolCandidate } from '../../../src-shared/rpc/tools'
import type { Bench } from './use-bench'
import { cx } from '../../ui/cx'
import { useT } from '../../ui/language'
import textStyles from '../../ui/text.module.css'
import toolsStyles from '../tools.module.css'
import styles from './Ranking.module.css'

const SHOWN = { narrow: 8, wide: 14 }

const REASONS = {
  kept: { word: 'Kept', Icon: IconCheck },
  disabled: { word: 'Off', Icon: IconEyeOff },
  'too far': { word: 'Too far', Icon: IconRuler2 },
  'beyond k': { word: 'Beyond', Icon: IconArrowBarToDown },
} as const

const MODES = { hybrid: 'by words and meaning', vector: 'by meaning', keyword: 'by words' } as const

export function Ranking({ bench, size, isWide }: { bench: Bench; size: number; isWide: boolean }) {
  const t = useT()
  const { cut, searched, query, expected, isSearching } = bench
  const [more, setMore] = useState(0)
  if (query.trim() === '')
    return (
      <p className={toolsStyles.toolsNone}>
        {t('Type what a turn might ask for, and see which tools it would be offered.')}
      </p>
    )
  if (cut === null || searched === null) return null
  const { candidates } = cut
  const kept = candidates.filter((one) => one.kept).length
  const room = (isWide ? SHOWN.wide : SHOWN.narrow) + more
  const shown = candidates.filter((one, at) => at < room || one.kept || expected.has(one.name))
  const left = candidates.length - shown.length
  const ranked = new Set(candidates.map(({ name }) => name))
  const lost = [...expected].filter((name) => !ranked.has(name))
  return (
    <div className={styles.ranking} aria-busy={isSearching}>
      <div className={styles.rankingHead}>
        <span role="status" aria-label={t('What is kept')}>
          {t('{kept} of {size} kept', { kept, size })}
        </span>
        <span>{t(MODES[searched.result.mode])}</span>
      </div>
      {candidates.length + lost.length === 0 ? (
        <p className={toolsStyles.toolsNone}>{t('No tool has any of these words.')}</p>
      ) : (
        <ol className={styles.rankingList} aria-label={t('Ranking')}>
          {shown.map((one) => (
            <CandidateLine key={one.name} one={one} bench={bench} />
          ))}
          {lost.map((name) => (
            <LostLine key={name} name={name} bench={bench} />
          ))}
        </ol>
      )}
      <OtherExpected bench={bench} ranked={candidates} />
      <div className={styles.rankingFoot}>
        {left > 0 && (
          <Button size="compact-xs" variant="subtle" color="gray" onClick={() => setMore(more + 20)}>
            {t('Show more')}
          </Button>
        )}
        <SaveQuery bench={bench} />
      </div>
    </div>
  )
}

function CandidateLine({ one, bench }: { one: ToolCandidate; bench: Bench }) {
  const t = useT()
  const { name, rank, similarity, reason } = one
  const { word, Icon } = REASONS[reason]
  const { limits } = bench
  return (
    <li className={styles.candidate} data-reason={reason.replace(' ', '-')}>
      <Checkbox
        size="xs"
        aria-label={t('{name} should be found', { name })}
        checked={bench.expected.has(name)}
        onChange={(event) => bench.expect(name, event.currentTarget.checked)}
      />
      <span className={styles.candidateRank} data-part="rank">
        {rank}
      </span>
      <span className={cx(styles.candidateName, textStyles.ellipsis)} data-part="name" title={name}>
        {name}
      </span>
      <span className={styles.candidateBar} aria-hidden>
        <span style={{ width: `${similarity * 100}%` }} />
        {limits.minSimilarity > 0 && <i style={{ left: `${limits.minSimilarity * 100}%` }} />}
      </span>
      <span className={styles.candidateSimilarity} title={t('Similarity')}>
        {similarity.toFixed(2)}
      </span>
      <span
        className={styles.candidateReason}
        data-part="reason"
        title={reason === 'beyond k' ? t('Beyond the best {count}', { count: limits.topK }) : undefined}
      >
        <Icon size={13} aria-hidden />
        {reason === 'beyond k' ? t('Beyond {count}', { count: limits.topK }) : t(word)}
      </span>
    </li>
  )
}

/** A tool that should be found and is no candidate at all. */
function LostLine({ name, bench }: { name: string; bench: Bench }) {
  const t = useT()
  return (
    <li className={styles.candidate} data-reason="lost">
      <Checkbox
        size="xs"
        aria-label={t('{name} should be found', { name })}
        checked
        onChange={() => bench.expect(name, false)}
      />
      <span className={styles.candidateRank} data-part="rank">
        –
      </span>
      <span className={cx(styles.candidateName, textStyles.ellipsis)} data-part="name" title={name}>
        {name}
      </span>
      <span className={styles.candidateBar} aria-hidden />
      <span className={styles.candidateReason} data-part="reason">
        <IconCircleOff size={13} aria-hidden />
        {bench.isKnown(name) ? t('No match') : t('Not here')}
      </span>
    </li>
  )
}

/** Says that a tool should be found which the ranking does not show. */
function OtherExpected({ bench, ranked }: { bench: Bench; ranked: readonly ToolCandidate[] }) {
  const t = useT()
  const { names, expected } = bench
  const [words, setWords] = useState('')
  const kept = new Set(ranked.flatMap((one) => (one.kept ? [one.name] : [])))
  return (
    <Select
      size="xs"
      aria-label={t('Another tool should be found')}
      placeholder={t('Another tool should be found')}
      searchable
      limit={20}
      nothingFoundMessage={t('No such tool')}
      data={names.filter((name) => !kept.has(name) && !expected.has(name))}
      value={null}
      searchValue={words}
      onSearchChange={setWords}
      onChange={(name) => {
        if (name !== null) bench.expect(name, true)
        setWords('')
      }}
    />
  )
}

function SaveQuery({ bench }: { bench: Bench }) {
  const t = useT()
  const { expected, isSaved, save } = bench
  if (expected.size === 0) return <span className={styles.rankingHint}>{t('Tick what should be found.')}</span>
  return (
    <Button
      size="compact-xs"
      leftSection={isSaved ? <IconBookmarkFilled size={13} /> : <IconBookmark size={13} />}
      disabled={isSaved}
      onClick={save}
    >
      {isSaved ? t('Saved') : t('Save query')}
    </Button>
  )
}
