/** The trace: every step of the thread as a row, with why it happened and what came of it. */
import './run.css'
import { useVirtualizer } from '@tanstack/react-virtual'
import { IconChevronRight, IconListDetails } from '@tabler/icons-react'
import { memo, useCallback, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import type { TraceRow } from '../../src-shared/run/fold-view'
import { useStickToBottom } from '../chat/use-stick-to-bottom'
import { EmptyState } from '../ui/EmptyState'
import { GroupDot, useNameOf, useParticipant } from './participants'
import { useRun, useShowNode } from './run-context'
import { earlierRows, timeWords, traceWords, usageWords, type NameOf } from './trace-words'
import { TraceDetails } from './TraceDetails'

const ROW_HEIGHT = 28
const NO_ROWS: readonly TraceRow[] = []

/** Needs a `RunProvider` around it. */
export function TracePanel() {
  const past = useRun((state) => state.view.earlier)
  const recent = useRun((state) => state.view.latest?.trace ?? NO_ROWS)
  const before = useMemo(() => earlierRows(past), [past])
  const threadId = useRun((state) => state.threadId)
  if (before.length + recent.length === 0)
    return (
      <section className="bt-trace" aria-label="Trace">
        <EmptyState icon={<IconListDetails size={20} stroke={1.5} aria-hidden />} title="Nothing ran yet">
          Every decision, call and hand-off of the thread appears here as it happens.
        </EmptyState>
      </section>
    )
  return <TraceTable key={threadId ?? 'new'} before={before} recent={recent} />
}

type TraceTableProps = { before: readonly TraceRow[]; recent: readonly TraceRow[] }

function TraceTable({ before, recent }: TraceTableProps) {
  const [open, setOpen] = useState<string | null>(null)
  const outer = useRef<HTMLDivElement>(null)
  const inner = useRef<HTMLDivElement>(null)
  const { stay, onScroll } = useStickToBottom(outer, inner)
  const nameOf = useNameOf()
  const rowAt = (index: number): TraceRow | undefined => before[index] ?? recent[index - before.length]
  const virtual = useVirtualizer({
    count: before.length + recent.length,
    getScrollElement: () => outer.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => keyOf(rowAt(index)) ?? index,
    overscan: 12,
  })
  const toggle = useCallback(
    (key: string) => {
      stay()
      setOpen((now) => (now === key ? null : key))
    },
    [stay],
  )
  const rows = virtual.getVirtualItems()
  return (
    <section className="bt-trace" aria-label="Trace">
      <div
        className="bt-trace-scroll"
        ref={outer}
        onScroll={onScroll}
        role="table"
        aria-label="Trace"
        aria-rowcount={before.length + recent.length + 1}
      >
        <div className="bt-trace-head bt-trace-row" role="row">
          {['#', 'Who', 'What', 'Why, and what came of it', 'Tokens', 'Time'].map((title) => (
            <span key={title} role="columnheader">
              {title}
            </span>
          ))}
        </div>
        <div ref={inner} role="rowgroup" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
          <div
            className="bt-trace-window"
            role="presentation"
            style={{ transform: `translateY(${rows[0]?.start ?? 0}px)` }}
          >
            {rows.map(({ index, key }) => {
              const row = rowAt(index)
              if (row === undefined) return null
              const rowKey = keyOf(row) ?? ''
              return (
                <div key={key} data-index={index} ref={virtual.measureElement} role="presentation">
                  <Row row={row} number={index + 1} isOpen={open === rowKey} onToggle={toggle} nameOf={nameOf} />
                </div>
              )
            })}
          </div>
        </div>
      </div>
    </section>
  )
}

function keyOf(row: TraceRow | undefined): string | null {
  return row === undefined ? null : `${row.turn} ${row.key}`
}

type RowProps = { row: TraceRow; number: number; isOpen: boolean; onToggle: (key: string) => void; nameOf: NameOf }

const Row = memo(function Row({ row, number, isOpen, onToggle, nameOf }: RowProps) {
  const { what, text } = traceWords(row, nameOf)
  const item = useRef<HTMLDivElement>(null)
  function toggle(): void {
    onToggle(keyOf(row) ?? '')
    // What unfolds comes into sight, or as much of it as there is room for.
    if (!isOpen) requestAnimationFrame(() => item.current?.scrollIntoView({ block: 'nearest' }))
  }
  function press(event: KeyboardEvent): void {
    if (event.target !== event.currentTarget || (event.key !== 'Enter' && event.key !== ' ')) return
    event.preventDefault()
    toggle()
  }
  return (
    <div ref={item} className="bt-trace-item" role="presentation">
      <div
        className="bt-trace-row"
        role="row"
        tabIndex={0}
        aria-rowindex={number + 1}
        aria-expanded={isOpen}
        data-what={row.step.what}
        data-state={row.state}
        data-author={row.node ?? undefined}
        onClick={toggle}
        onKeyDown={press}
      >
        <span role="cell" className="bt-trace-number">
          {number}
        </span>
        <span role="cell" className="bt-trace-who">
          <Who row={row} />
        </span>
        <span role="cell" className="bt-ellipsis">
          {what}
        </span>
        <span role="cell" className="bt-trace-why">
          <IconChevronRight size={12} className="bt-trace-chevron" aria-hidden />
          <span className="bt-ellipsis">{text}</span>
        </span>
        <span role="cell" className="bt-trace-figure">
          {usageWords(row)}
        </span>
        <span role="cell" className="bt-trace-figure">
          {row.state === 'running' ? <span className="bt-trace-running" aria-label="Running" /> : timeWords(row)}
        </span>
      </div>
      {isOpen && <TraceDetails row={row} />}
    </div>
  )
})

function Who({ row }: { row: TraceRow }) {
  if (row.node === null)
    return <span className="bt-ellipsis bt-trace-you">{row.step.what === 'user' ? 'You' : 'Baton'}</span>
  const isToolDrawn = row.step.what === 'tool' && row.step.toolNode !== null
  return <NodeLink id={isToolDrawn && row.step.what === 'tool' ? (row.step.toolNode ?? row.node) : row.node} />
}

function NodeLink({ id }: { id: string }) {
  const participant = useParticipant(id)
  const showNode = useShowNode()
  return (
    <button
      type="button"
      className="bt-node-link"
      disabled={!participant.isKnown}
      title={participant.isKnown ? 'Show on the canvas' : 'No longer drawn'}
      onClick={(event) => {
        event.stopPropagation()
        showNode(id)
      }}
    >
      <GroupDot participant={participant} />
      <span className="bt-ellipsis">{participant.name}</span>
    </button>
  )
}
