/** The trace: every step of the thread as a row, with why it happened and what came of it. */
import { useVirtualizer } from '@tanstack/react-virtual'
import { Button, TextInput } from '@mantine/core'
import { IconListDetails, IconSearch } from '@tabler/icons-react'
import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react'
import { turnNumbered, type DrawnNodes, type TraceRow } from '../../../src-shared/run/fold/fold-view'
import { useStickToBottom } from '../../ui/use-stick-to-bottom'
import { useSession } from '../../editor/editor-context'
import { EmptyState } from '../../ui/EmptyState'
import { AsItRan, useNameOf } from '../participants'
import { useRun } from '../store/run-context'
import { hasPrices } from '../store/run-state'
import { CallLine, ChatLine, RowLine, TurnLine } from './TraceLines'
import { foundLines, type TraceSearch } from './trace-search'
import { traceLines, traceTree, turnOf, withTurns, type TraceLine } from './trace-tree'
import { earlierRows } from '../../../src-shared/run/trace/trace-words'
import { cx } from '../../ui/cx'
import { useT } from '../../ui/language'
import traceStyles from '../trace.module.css'

const ROW_HEIGHT = 28
const NO_ROWS: readonly TraceRow[] = []

/** Needs a `RunProvider` around it. */
export function TracePanel() {
  const t = useT()
  const past = useRun((state) => state.view.earlier)
  const recent = useRun((state) => state.view.latest?.trace ?? NO_ROWS)
  const before = useMemo(() => earlierRows(past), [past])
  const threadId = useRun((state) => state.threadId)
  if (before.length + recent.length === 0)
    return (
      <section className={traceStyles.trace} aria-label={t('Trace')}>
        <EmptyState icon={<IconListDetails size={20} stroke={1.5} aria-hidden />} title={t('Nothing ran yet')}>
          {t('Every decision, call and hand-off of the thread appears here as it happens.')}
        </EmptyState>
      </section>
    )
  return <TraceTable key={threadId ?? 'new'} before={before} recent={recent} />
}

type TraceTableProps = { before: readonly TraceRow[]; recent: readonly TraceRow[] }
type Folds = { readonly [key: string]: boolean }

/** The lines in sight, by their place; those of turns that are over are not made anew while one runs. */
function useLines({ before, recent }: TraceTableProps, folds: Folds, { sought, only }: TraceSearch) {
  const t = useT()
  const nameOf = useNameOf()
  const found = useMemo(() => {
    const isAny = sought.trim() === '' && only === null
    const lines = isAny ? null : foundLines([...before, ...recent], { sought, only }, { nameOf, t })
    return lines === null || before.length === 0 ? lines : withTurns(lines)
  }, [before, recent, sought, only, nameOf, t])
  const isOpen = useCallback((key: string) => folds[key] ?? null, [folds])
  const past = useMemo(() => traceTree(before), [before])
  const pastLines = useMemo(() => withTurns(traceLines(past, isOpen)), [past, isOpen])
  const recentLines = useMemo(() => {
    const lines = traceLines(traceTree(recent, before.length), isOpen)
    // What was said once stands for itself.
    return before.length === 0 ? lines : withTurns(lines)
  }, [recent, before, isOpen])
  if (found !== null) return { count: found.length, at: (index: number): TraceLine | undefined => found[index] }
  return {
    count: pastLines.length + recentLines.length,
    at: (index: number): TraceLine | undefined => pastLines[index] ?? recentLines[index - pastLines.length],
  }
}

function TraceTable({ before, recent }: TraceTableProps) {
  const t = useT()
  const nameOf = useNameOf()
  const [open, setOpen] = useState<string | null>(null)
  const [folds, setFolds] = useState<Folds>({})
  const [search, setSearch] = useState('')
  const selected = useSession(({ nodes }) => (nodes.size === 1 ? ([...nodes][0] ?? null) : null))
  const [isOfSelected, setOfSelected] = useState(false)
  const lines = useLines({ before, recent }, folds, {
    sought: useDeferredValue(search),
    only: isOfSelected ? selected : null,
  })
  const outer = useRef<HTMLDivElement>(null)
  const inner = useRef<HTMLDivElement>(null)
  const { stay, onScroll } = useStickToBottom(outer, inner)
  const drawnIn = useDrawnIn()
  const virtual = useVirtualizer({
    count: lines.count,
    getScrollElement: () => outer.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => lines.at(index)?.key ?? index,
    overscan: 12,
  })
  const toggle = useCallback(
    (key: string) => {
      stay()
      setOpen((now) => (now === key ? null : key))
    },
    [stay],
  )
  const fold = useCallback(
    (key: string, isOpen: boolean) => {
      stay()
      setFolds((now) => ({ ...now, [key]: isOpen }))
    },
    [stay],
  )
  const rows = virtual.getVirtualItems()
  const isPriced = useRun(hasPrices)
  const cost = isPriced ? [t('Cost')] : []
  const titles = ['#', t('Who'), t('What'), t('Why, and what came of it'), t('Tokens'), ...cost, t('Time')]
  return (
    <section className={traceStyles.trace} aria-label={t('Trace')} data-priced={isPriced || undefined}>
      <div className={traceStyles.searches}>
        <TextInput
          className={traceStyles.search}
          size="xs"
          aria-label={t('Search the trace')}
          placeholder={t('Who, what, or a word')}
          leftSection={<IconSearch size={13} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        {selected !== null && (
          <Button
            size="compact-xs"
            variant={isOfSelected ? 'filled' : 'default'}
            aria-pressed={isOfSelected}
            onClick={() => setOfSelected(!isOfSelected)}
          >
            {t('Only {name}', { name: nameOf(selected) })}
          </Button>
        )}
      </div>
      <div
        className={traceStyles.scroll}
        ref={outer}
        onScroll={onScroll}
        role="treegrid"
        aria-label={t('Trace')}
        aria-rowcount={lines.count + 1}
      >
        <div className={cx(traceStyles.head, traceStyles.row)} role="row">
          {titles.map((title) => (
            <span key={title} role="columnheader">
              {title}
            </span>
          ))}
        </div>
        {lines.count === 0 && <p className={traceStyles.none}>{t('Nothing found.')}</p>}
        <div ref={inner} role="rowgroup" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
          <div
            className={traceStyles.window}
            role="presentation"
            style={{ transform: `translateY(${rows[0]?.start ?? 0}px)` }}
          >
            {rows.map(({ index, key }) => {
              const line = lines.at(index)
              if (line === undefined) return null
              return (
                <div key={key} data-index={index} ref={virtual.measureElement} role="presentation">
                  <AsItRan drawn={drawnIn(turnOf(line))}>
                    <Line line={line} index={index} open={open} onToggle={toggle} onFold={fold} />
                  </AsItRan>
                </div>
              )
            })}
          </div>
        </div>
      </div>
    </section>
  )
}

/** Who was drawn in a turn, by its number. */
function useDrawnIn(): (turn: number) => DrawnNodes | undefined {
  const earlier = useRun((state) => state.view.earlier)
  const latest = useRun((state) => state.view.latest)
  return (turn) => turnNumbered({ earlier, latest }, turn)?.drawn
}

type LineProps = {
  line: TraceLine
  index: number
  /** The row whose details are shown. */
  open: string | null
  onToggle: (key: string) => void
  onFold: (key: string, isOpen: boolean) => void
}

function Line({ line, index, open, onToggle, onFold }: LineProps) {
  const nameOf = useNameOf()
  switch (line.kind) {
    case 'turn':
      return <TurnLine turn={line.turn} index={index} />
    case 'row': {
      const { key, row, number, part, depth } = line
      const isOpen = open === key
      return <RowLine {...{ id: key, row, number, part, depth, isOpen, index, onToggle, nameOf }} />
    }
    case 'call':
      return <CallLine line={line} index={index} nameOf={nameOf} onFold={onFold} />
    case 'chat':
      return <ChatLine line={line} index={index} onFold={onFold} />
  }
}
