/** One row of the outline. */
import { IconArrowRight, IconChevronRight, IconQuote } from '@tabler/icons-react'
import {
  memo,
  useEffect,
  useRef,
  useState,
  type CSSProperties,
  type DragEvent,
  type KeyboardEvent,
  type MouseEvent,
} from 'react'
import { kindOf } from '../../src-shared/kinds/index'
import type { Problem } from '../../src-shared/kinds/kind'
import { counted } from '../../src-shared/kinds/words'
import { useFlow, useNodeProblems, useEdgeProblems } from '../editor/editor-context'
import { KindIcon, tintOf } from '../kinds/kind-icons'
import { cx } from '../ui/cx'
import type { OutlineRow } from './outline-rows'
import type { RowWords } from './outline-words'
import { useT } from '../ui/language'
import textStyles from '../ui/text.module.css'
import edgeStyles from '../kinds/edge-color.module.css'
import styles from './OutlineRowView.module.css'

/** Where a dragged row would land. */
export type DropMark = 'before' | 'after' | null

/** What a row tells of what is done to it; the same object for all rows. */
export type RowEvents = {
  press: (row: OutlineRow, event: MouseEvent) => void
  toggle: (row: OutlineRow) => void
  jump: (row: OutlineRow) => void
  beginRename: (row: OutlineRow) => void
  endRename: (row: OutlineRow, name: string | null) => void
  dragStart: (row: OutlineRow, event: DragEvent) => void
  dragOver: (row: OutlineRow, event: DragEvent) => void
  drop: (row: OutlineRow, event: DragEvent) => void
}

export type RowViewProps = RowWords & {
  row: OutlineRow
  id: string
  isActive: boolean
  isSelected: boolean
  isRenaming: boolean
  drop: DropMark
  events: RowEvents
}

/** Deeper rows stand no further to the right than this. */
const MAX_INDENT = 8

export const OutlineRowView = memo(function OutlineRowView(props: RowViewProps) {
  const { row, id, lead, name, about, spoken, isActive, isSelected, isRenaming, drop, events } = props
  const t = useT()
  const isOpen = row.what === 'node' || row.what === 'group' ? row.isOpen : null
  const style: CSSProperties & { [name: `--${string}`]: number } = { '--depth': Math.min(row.depth, MAX_INDENT) }
  const canMove = (row.what === 'edge' || row.what === 'node') && row.edge !== null
  const problems = useProblemsOf(row)
  return (
    <div
      id={id}
      className={styles.row}
      role="treeitem"
      aria-level={row.depth + 1}
      aria-posinset={row.at}
      aria-setsize={row.of}
      aria-expanded={isOpen ?? undefined}
      aria-selected={isSelected}
      data-what={row.what}
      data-active={isActive || undefined}
      data-drop={drop ?? undefined}
      style={style}
      draggable={canMove && !isRenaming}
      onClick={(event) => events.press(row, event)}
      onDoubleClick={() => events.beginRename(row)}
      onDragStart={(event) => events.dragStart(row, event)}
      onDragOver={(event) => events.dragOver(row, event)}
      onDrop={(event) => events.drop(row, event)}
    >
      <span className={textStyles.hidden} data-spoken>
        {problems === null ? spoken : `${spoken}, ${t.message(counted(problems.count, 'problem'))}`}
      </span>
      <span
        className={styles.chevron}
        aria-hidden
        data-open={isOpen ?? undefined}
        onClick={(event) => {
          if (isOpen === null) return
          event.stopPropagation()
          events.toggle(row)
        }}
      >
        {isOpen !== null && <IconChevronRight size={13} />}
      </span>
      <RowIcon row={row} onJump={() => events.jump(row)} />
      {isRenaming ? (
        <NameInput name={name} onEnd={(text) => events.endRename(row, text)} />
      ) : (
        <span className={styles.words} title={spoken} aria-hidden>
          {lead !== '' && <span className={styles.lead}>{lead}</span>}
          {name !== '' && <span className={styles.name}>{name}</span>}
          {about !== '' && <span className={styles.about}>{about}</span>}
        </span>
      )}
      {problems !== null && (
        <span className={styles.problems} data-severity={problems.severity} title={problems.words} aria-hidden>
          {problems.count}
        </span>
      )}
    </div>
  )
})

function RowIcon({ row, onJump }: { row: OutlineRow; onJump: () => void }) {
  const t = useT()
  const node = useFlow((flow) => (row.what === 'node' ? flow.nodes[row.node] : undefined))
  const edgeKind = useFlow((flow) => (row.what === 'edge' ? flow.edges[row.edge]?.kind : undefined))
  if (row.what === 'prompt') return <IconQuote className={styles.quiet} size={13} aria-hidden />
  if (row.what === 'edge')
    return (
      <span
        className={cx(edgeStyles.edgeColor, styles.arrow)}
        data-kind={edgeKind}
        title={t('Go to where it leads')}
        aria-hidden
        onClick={(event) => {
          event.stopPropagation()
          onJump()
        }}
      >
        <IconArrowRight size={14} />
      </span>
    )
  if (node === undefined) return null
  const kind = kindOf(node)
  return (
    <span className={styles.icon} style={tintOf(kind?.group ?? null)}>
      <KindIcon kind={kind} size={15} />
    </span>
  )
}

/** What is wrong with what the row shows; null for nothing. */
function useProblemsOf(row: OutlineRow): { count: number; severity: Problem['severity']; words: string } | null {
  const t = useT()
  const ofNode = useNodeProblems(row.what === 'node' ? row.node : '')
  const ofEdge = useEdgeProblems((row.what === 'edge' || row.what === 'node') && row.edge !== null ? row.edge : '')
  const problems = [...ofNode, ...ofEdge]
  if (problems.length === 0) return null
  const severity = problems.some((problem) => problem.severity === 'error') ? 'error' : 'warning'
  return { count: problems.length, severity, words: problems.map(({ message }) => t.message(message)).join(' ') }
}

type NameInputProps = { name: string; onEnd: (name: string | null) => void }

/** The name as it is written: Enter and leaving keep it, Escape does not. */
function NameInput({ name, onEnd }: NameInputProps) {
  const t = useT()
  const [text, setText] = useState(name)
  const input = useRef<HTMLInputElement>(null)
  const isOver = useRef(false)
  useEffect(() => {
    input.current?.focus({ preventScroll: true })
    input.current?.select()
  }, [])
  function end(kept: string | null): void {
    // Leaving comes once more when the input is taken away.
    if (isOver.current) return
    isOver.current = true
    onEnd(kept)
  }
  function press(event: KeyboardEvent): void {
    event.stopPropagation()
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
    event.preventDefault()
    end(event.key === 'Enter' ? text : null)
  }
  return (
    <input
      ref={input}
      className={styles.rename}
      aria-label={t('Name of {name}', { name })}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={press}
      onClick={(event) => event.stopPropagation()}
      onBlur={() => end(text)}
    />
  )
}
