/** The decisions as rows, the newest thread first. A row opens its case: the thread, looked at at that very step. */
import type { Translate } from '../../src-shared/languages/translate'
import { useVirtualizer } from '@tanstack/react-virtual'
import { IconCheck } from '@tabler/icons-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import { isChosen } from '../../src-shared/run/log/decisions'
import type { FlowDecision } from '../../src-shared/run/log/flow-decisions'
import { choiceWords, ruleWords, subjectWords, unavailableWords } from '../../src-shared/run/words/decisions'
import { useRun } from '../run/store/run-context'
import { clockWords } from '../run/store/words'
import { cx } from '../ui/cx'
import { momentWords } from '../ui/time'
import { useT } from '../ui/language'
import { useOpenCase } from './use-open-case'
import textStyles from '../ui/text.module.css'
import styles from './DecisionTable.module.css'

const ROW_HEIGHT = 28

type DecisionTableProps = { decisions: readonly FlowDecision[]; nameOf: (node: string) => string }

export function DecisionTable({ decisions, nameOf }: DecisionTableProps) {
  const t = useT()
  const outer = useRef<HTMLDivElement>(null)
  const openCase = useOpenCase()
  /** The case that was opened last. */
  const [opened, setOpened] = useState<string | null>(null)
  const threads = useRun((state) => state.threads)
  const titles = new Map(threads?.map(({ id, title }) => [id, title]))
  const virtual = useVirtualizer({
    count: decisions.length,
    getScrollElement: () => outer.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
  })
  const rows = virtual.getVirtualItems()
  /** The row that had the focus last. */
  const [active, setActive] = useState(0)
  /** The one row that Tab stops at: another one where that is scrolled out, and so not on the page. */
  const stop = rows.some(({ index }) => index === active) ? active : (rows[0]?.index ?? 0)
  const go = (to: number): void => {
    virtual.scrollToIndex(to)
    requestAnimationFrame(() => outer.current?.querySelector<HTMLElement>(`[data-index="${to}"]`)?.focus())
  }
  return (
    <div
      className={styles.scroll}
      ref={outer}
      role="grid"
      aria-label={t('Decisions')}
      aria-rowcount={decisions.length + 1}
      onKeyDown={(event) => {
        const to = rowOfKey(event, decisions.length)
        if (to === null) return
        event.preventDefault()
        go(to)
      }}
    >
      <div className={cx(styles.row, styles.head)} role="row">
        {[t('Thread'), t('Turn'), t('Who'), t('What'), t('Candidates'), t('Rule'), t('Choice'), t('Time')].map(
          (title) => (
            <span key={title} role="columnheader" className={textStyles.ellipsis}>
              {title}
            </span>
          ),
        )}
      </div>
      <div role="rowgroup" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        <div
          className={styles.window}
          role="presentation"
          style={{ transform: `translateY(${rows[0]?.start ?? 0}px)` }}
        >
          {rows.map(({ index }) => {
            const decision = decisions[index]
            if (decision === undefined) return null
            const { threadId, span } = decision
            const title = titles.get(threadId) ?? ''
            return (
              <Row
                key={`${threadId} ${span} ${index}`}
                {...{ decision, index }}
                thread={title === '' ? t('Untitled') : title}
                who={nameOf(decision.node)}
                isOpened={opened === span}
                isStop={index === stop}
                onFocus={() => setActive(index)}
                onOpen={() => {
                  setOpened(span)
                  openCase(decision)
                }}
              />
            )
          })}
        </div>
      </div>
    </div>
  )
}

/** The column of the candidates. */
const CANDIDATES = 4

type RowProps = {
  decision: FlowDecision
  index: number
  thread: string
  who: string
  isOpened: boolean
  isStop: boolean
  onFocus: () => void
  onOpen: () => void
}

function Row({ decision, index, thread, who, isOpened, isStop, onFocus, onOpen }: RowProps) {
  const t = useT()
  const { about, rule, choice, at, turn } = decision
  const cells = [
    thread,
    String(turn),
    who,
    subjectWords(about, t),
    candidatesOf(decision, t),
    ruleWords(rule, t),
    choiceWords(choice, t),
  ]
  return (
    <div
      className={styles.row}
      role="row"
      tabIndex={isStop ? 0 : -1}
      aria-rowindex={index + 2}
      aria-selected={isOpened}
      data-index={index}
      data-span={decision.span}
      onFocus={onFocus}
      onClick={onOpen}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return
        event.preventDefault()
        onOpen()
      }}
    >
      {cells.map((text, place) => (
        <span
          key={place}
          role="gridcell"
          className={cx(textStyles.ellipsis, place === cells.length - 1 && styles.choice)}
          title={text}
        >
          {place === CANDIDATES ? <Candidates decision={decision} /> : text}
        </span>
      ))}
      <time role="gridcell" className={styles.time} dateTime={at} title={momentWords(at, t)}>
        {clockWords(at, t)}
      </time>
    </div>
  )
}

/** Between what, those that could not be chosen with their reason. Older decisions name what was chosen as a tool, so that none is marked. */
function Candidates({ decision: { candidates, moreCandidates, choice } }: { decision: FlowDecision }) {
  const t = useT()
  return (
    <>
      {candidates.map((one, place) => (
        <span key={place}>
          {place > 0 && ', '}
          {isChosen(one, choice) ? (
            <strong className={styles.taken}>
              <IconCheck size={12} role="img" aria-label={t('taken')} />
              {one.name}
            </strong>
          ) : (
            candidateText(one, t)
          )}
        </span>
      ))}
      {moreCandidates > 0 && `${candidates.length > 0 ? ', ' : ''}+${moreCandidates}`}
    </>
  )
}

function candidateText({ name, unavailable }: FlowDecision['candidates'][number], t: Translate): string {
  return unavailable === undefined ? name : `${name} (${unavailableWords(unavailable, t)})`
}

function candidatesOf({ candidates, moreCandidates }: FlowDecision, t: Translate): string {
  const names = candidates.map((one) => candidateText(one, t))
  return [...names, ...(moreCandidates > 0 ? [`+${moreCandidates}`] : [])].join(', ')
}

/** The row that a key leads to from the one that has the focus; null: it is for something else. */
function rowOfKey({ key, target }: KeyboardEvent, count: number): number | null {
  const index = target instanceof HTMLElement ? Number(target.dataset['index'] ?? Number.NaN) : Number.NaN
  if (Number.isNaN(index)) return null
  switch (key) {
    case 'ArrowDown':
      return Math.min(index + 1, count - 1)
    case 'ArrowUp':
      return Math.max(index - 1, 0)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}
