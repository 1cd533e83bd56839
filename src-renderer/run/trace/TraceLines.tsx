/** The lines of the trace: a step with its details, a nested chat folded under its hand-off, and one of its chats. */
import type { Translate } from '../../../src-shared/languages/translate'
import { IconChevronRight } from '@tabler/icons-react'
import { memo, useRef, type CSSProperties, type KeyboardEvent, type ReactNode } from 'react'
import { turnNumbered, type TraceRow } from '../../../src-shared/run/fold/fold-view'
import { durationWords } from '../../../src-shared/run/words/figures'
import { GroupDot, useParticipant } from '../participants'
import { useRun, useShowNode } from '../store/run-context'
import { hasPrices } from '../store/run-state'
import { secondWords } from '../store/words'
import { rowsWithin, type CallNode, type ChatNode, type TraceLine } from './trace-tree'
import { chatWords, traceWords, usageWords, type NameOf, type RowPart } from '../../../src-shared/run/trace/trace-words'
import { rowCostWords, timeWords } from './time-words'
import { TraceDetails } from './TraceDetails'
import { cx } from '../../ui/cx'
import { useT } from '../../ui/language'
import textStyles from '../../ui/text.module.css'
import traceStyles from '../trace.module.css'

type CellsProps = {
  number: number | null
  who: ReactNode
  what: string
  text: string
  usage?: string
  cost?: string
  time?: string
  isRunning?: boolean
}

function Cells({ number, who, what, text, usage = '', cost = '', time = '', isRunning = false }: CellsProps) {
  const t = useT()
  const isPriced = useRun(hasPrices)
  return (
    <>
      <span role="gridcell" className={traceStyles.number}>
        {number}
      </span>
      <span role="gridcell" className={traceStyles.who}>
        {who}
      </span>
      <span role="gridcell" className={textStyles.ellipsis}>
        {what}
      </span>
      <span role="gridcell" className={traceStyles.why}>
        <IconChevronRight size={12} className={traceStyles.chevron} aria-hidden />
        <span className={textStyles.ellipsis}>{text}</span>
      </span>
      <span role="gridcell" className={traceStyles.figure}>
        {usage}
      </span>
      {isPriced && (
        <span role="gridcell" className={traceStyles.figure}>
          {cost}
        </span>
      )}
      <span role="gridcell" className={traceStyles.figure}>
        {isRunning ? <span className={traceStyles.running} role="img" aria-label={t('Running')} /> : time}
      </span>
    </>
  )
}

/** How a row shows how many folds it is under. */
function indent(depth: number): CSSProperties {
  const style: { [name: `--${string}`]: string } = { '--depth': String(depth) }
  return style
}

/** Enter and Space do what a click does. */
function byKey(act: () => void) {
  return (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget || (event.key !== 'Enter' && event.key !== ' ')) return
    event.preventDefault()
    act()
  }
}

type LineProps = {
  /** Besides that of every row. */
  className?: string | undefined
  depth: number
  index: number
  isOpen: boolean
  what: string
  part?: string | undefined
  state?: string | undefined
  author?: string | undefined
  onToggle: () => void
  children: ReactNode
}

/** A row of the trace that opens and closes. */
function Line({ className = '', depth, index, isOpen, what, part, state, author, onToggle, children }: LineProps) {
  return (
    <div
      className={cx(traceStyles.row, className)}
      role="row"
      tabIndex={0}
      aria-level={depth + 1}
      aria-rowindex={index + 2}
      aria-expanded={isOpen}
      data-what={what}
      data-part={part}
      data-state={state}
      data-author={author}
      data-deep={depth > 0 || undefined}
      style={indent(depth)}
      onClick={onToggle}
      onKeyDown={byKey(onToggle)}
    >
      {children}
    </div>
  )
}

type RowLineProps = {
  id: string
  row: TraceRow
  number: number
  part: RowPart | null
  depth: number
  index: number
  isOpen: boolean
  onToggle: (key: string) => void
  nameOf: NameOf
}

export const RowLine = memo(function RowLine(props: RowLineProps) {
  const t = useT()
  const { id, row, number, part, depth, index, isOpen, onToggle, nameOf } = props
  const { what, text } = traceWords(row, nameOf, t, part)
  const item = useRef<HTMLDivElement>(null)
  function toggle(): void {
    onToggle(id)
    // What unfolds comes into sight, or as much of it as there is room for.
    if (!isOpen) requestAnimationFrame(() => item.current?.scrollIntoView({ block: 'nearest' }))
  }
  return (
    <div ref={item} className={traceStyles.item} role="presentation">
      <Line
        depth={depth}
        index={index}
        isOpen={isOpen}
        what={row.step.what}
        part={part ?? undefined}
        state={row.state}
        author={row.node ?? undefined}
        onToggle={toggle}
      >
        <Cells
          number={number}
          who={<Who row={row} />}
          what={what}
          text={text}
          usage={usageWords(row, t)}
          cost={rowCostWords(row, t)}
          time={timeWords(row, t)}
          isRunning={row.state === 'running'}
        />
      </Line>
      {isOpen && (
        <div role="row">
          <div role="gridcell">
            <TraceDetails row={row} part={part} />
          </div>
        </div>
      )}
    </div>
  )
})

/** The heading of a turn: its number, when it began, how long it took. */
export function TurnLine({ turn, index }: { turn: number; index: number }) {
  const t = useT()
  const startedAt = useRun(({ view }) => turnNumbered(view, turn)?.startedAt ?? '')
  const ms = useRun(({ view }) => turnNumbered(view, turn)?.ms ?? null)
  const words = [
    t('Turn {number}', { number: turn }),
    secondWords(startedAt, t),
    ms === null ? '' : durationWords(ms, t),
  ]
  return (
    <div className={traceStyles.turn} role="row" aria-rowindex={index + 2} data-what="turn">
      <span role="gridcell">{words.filter((part) => part !== '').join(' · ')}</span>
    </div>
  )
}

type FoldProps<K extends TraceLine['kind']> = {
  line: Extract<TraceLine, { kind: K }>
  index: number
  onFold: (key: string, isOpen: boolean) => void
}

/** The hand-off that called a nested chat, or the call of a flow that is a tool; a click folds and unfolds what happened in it. */
export function CallLine({ line, index, nameOf, onFold }: FoldProps<'call'> & { nameOf: NameOf }) {
  const t = useT()
  const { key, call, depth, isOpen } = line
  const within = rowsWithin(call)
  const failed = within.some((row) => row.state === 'failed')
  const toggle = (): void => onFold(key, !isOpen)
  const isTool = call.row.step.what === 'tool'
  const { what, text } = traceWords(call.row, nameOf, t)
  return (
    <Line
      className={traceStyles.call}
      depth={depth}
      index={index}
      isOpen={isOpen}
      what={isTool ? t('tool') : t('nested')}
      state={failed ? 'failed' : undefined}
      author={call.row.node ?? undefined}
      onToggle={toggle}
    >
      <Cells
        number={call.number}
        who={<Who row={call.row} />}
        what={isTool ? what : t('hand-off')}
        text={`${text} · ${countWords(call, t)}`}
        time={isTool ? timeWords(call.row, t) : ''}
        isRunning={within.some((row) => row.state === 'running')}
      />
    </Line>
  )
}

function countWords({ chats, before }: CallNode, t: Translate): string {
  return chats.length > 0
    ? t('{count, plural, one {# chat} other {# chats}}', { count: chats.length })
    : t('{count, plural, one {# step} other {# steps}}', { count: before.length })
}

/** One chat of a nested chat: whom it asks, what it was told, what it came to. */
export function ChatLine({ line, index, onFold }: FoldProps<'chat'>) {
  const t = useT()
  const { key, chat, depth, isOpen } = line
  const toggle = (): void => onFold(key, !isOpen)
  return (
    <Line className={traceStyles.chat} depth={depth} index={index} isOpen={isOpen} what={t('chat')} onToggle={toggle}>
      <Cells
        number={null}
        who={chat.to === null ? null : <NodeLink id={chat.to} />}
        what={t('chat {place}', { place: chat.place })}
        text={chatWords(chat.told, chat.cameTo, t)}
        isRunning={isRunning(chat)}
      />
    </Line>
  )
}

function isRunning(chat: ChatNode): boolean {
  return chat.nodes.flatMap(rowsWithin).some((row) => row.state === 'running')
}

function Who({ row }: { row: TraceRow }) {
  const t = useT()
  if (row.node === null)
    return (
      <span className={cx(textStyles.ellipsis, traceStyles.you)}>{row.step.what === 'user' ? t('You') : 'Baton'}</span>
    )
  return <NodeLink id={row.step.what === 'tool' ? (row.step.toolNode ?? row.node) : row.node} />
}

function NodeLink({ id }: { id: string }) {
  const t = useT()
  const participant = useParticipant(id)
  const showNode = useShowNode()
  return (
    <button
      type="button"
      className={textStyles.nodeLink}
      disabled={!participant.isKnown}
      title={participant.isKnown ? t('Show on the canvas') : t('No longer drawn')}
      onClick={(event) => {
        event.stopPropagation()
        showNode(id)
      }}
    >
      <GroupDot participant={participant} />
      <span className={textStyles.ellipsis}>{participant.name}</span>
    </button>
  )
}
