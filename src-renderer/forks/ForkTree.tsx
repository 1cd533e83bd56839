/** The threads that the open one is of a tree with: which left which and at which turn, to open, name, delete and compare them. */
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'
import { IconArrowsDiff, IconPencil, IconTrash } from '@tabler/icons-react'
import type { Translate } from '../../src-shared/languages/translate'
import type { ThreadSummary } from '../../src-shared/rpc/contract'
import { useRun, useRunStore } from '../run/store/run-context'
import { cx } from '../ui/cx'
import { IconButton } from '../ui/IconButton'
import { useT } from '../ui/language'
import { forkChangesWords } from '../../src-shared/run/words/fork-changes'
import { useNameOf } from '../run/participants'
import { timeAgo } from '../ui/time'
import { forkLanes, type ForkLane } from './fork-lanes'
import { forkTreeOf, type ForkRow } from './fork-tree'
import { leftWords } from './fork-words'
import { NameInput } from './NameInput'
import { ThreadTitle } from './ThreadTitle'
import { tellRemoved } from './thread-removal'
import textStyles from '../ui/text.module.css'
import styles from './ForkTree.module.css'

const ROW_HEIGHT = 28
const MOST_WIDTH = 320
/** Room beside the lanes for a dot at their end. */
const SIDE = 6

/** Nothing where nothing left the open thread, and it left none. Needs a `RunProvider` around it. */
export function ForkTree({ onCompare }: { onCompare: (against: ThreadSummary) => void }) {
  const threadId = useRun((state) => state.threadId)
  const threads = useRun((state) => state.threads)
  const rows = useMemo(
    () => (threads === null || threadId === null ? [] : forkTreeOf(threads, threadId)),
    [threads, threadId],
  )
  if (threads === null || threadId === null || rows.length < 2) return null
  return <Tree rows={rows} threads={threads} openId={threadId} onCompare={onCompare} />
}

type TreeProps = {
  rows: readonly ForkRow[]
  threads: readonly ThreadSummary[]
  openId: string
  onCompare: (against: ThreadSummary) => void
}

function Tree({ rows, threads, openId, onCompare }: TreeProps) {
  const t = useT()
  const run = useRunStore()
  const byId = useMemo(() => new Map(threads.map((thread) => [thread.id, thread])), [threads])
  const { lanes, width } = useMemo(() => forkLanes(rows, { rowHeight: ROW_HEIGHT, most: MOST_WIDTH }), [rows])
  const [activeId, setActive] = useState(openId)
  const active = rows.some((row) => row.threadId === activeId) ? activeId : openId
  const [renaming, setRenaming] = useState<string | null>(null)
  const tree = useRef<HTMLDivElement>(null)
  useEffect(() => {
    tree.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [openId])
  const focus = (threadId: string | undefined): void => {
    if (threadId === undefined) return
    setActive(threadId)
    tree.current?.querySelector<HTMLElement>(`[data-thread="${CSS.escape(threadId)}"]`)?.focus()
  }
  const remove = (thread: ThreadSummary): void => {
    const at = rows.findIndex(({ threadId }) => threadId === thread.id)
    focus((rows[at - 1] ?? rows[at + 1])?.threadId)
    tellRemoved(thread, run.remove(thread.id))
  }
  const press = (event: KeyboardEvent): void => {
    const row = event.target instanceof HTMLElement ? event.target.dataset['thread'] : undefined
    const at = rows.findIndex(({ threadId }) => threadId === row)
    const thread = byId.get(row ?? '')
    if (at === -1 || event.ctrlKey || event.metaKey || event.altKey) return
    const acts: { readonly [key: string]: () => void } = {
      ArrowDown: () => focus(rows[at + 1]?.threadId),
      ArrowUp: () => focus(rows[at - 1]?.threadId),
      ArrowLeft: () => focus(rows[rows[at]?.from ?? -1]?.threadId),
      ArrowRight: () => focus(rows.find(({ from }) => from === at)?.threadId),
      Home: () => focus(rows[0]?.threadId),
      End: () => focus(rows.at(-1)?.threadId),
      ...(thread === undefined
        ? {}
        : {
            Enter: () => run.openThread(thread.id),
            ' ': () => run.openThread(thread.id),
            F2: () => setRenaming(thread.id),
            Delete: () => remove(thread),
          }),
    }
    const act = acts[event.key]
    if (act === undefined) return
    event.preventDefault()
    act()
  }
  return (
    <section className={styles.forks} aria-label={t('Forks')}>
      <div
        ref={tree}
        className={styles.tree}
        role="tree"
        aria-label={t('Branches of this conversation')}
        onKeyDown={press}
      >
        <Lanes lanes={lanes} rows={rows} openId={openId} width={width + 2 * SIDE} />
        {rows.map((row) => (
          <Row
            key={row.threadId}
            row={row}
            thread={byId.get(row.threadId) ?? null}
            from={row.from === null ? null : (byId.get(rows[row.from]?.threadId ?? '') ?? null)}
            indent={width + 2 * SIDE}
            isOpen={row.threadId === openId}
            isActive={row.threadId === active}
            isRenaming={row.threadId === renaming}
            onFocus={() => setActive(row.threadId)}
            onOpen={() => run.openThread(row.threadId)}
            onRename={() => setRenaming(row.threadId)}
            onRenamed={(title) => {
              setRenaming(null)
              if (title !== null) void run.rename(row.threadId, title)
              focus(row.threadId)
            }}
            onRemove={remove}
            onCompare={onCompare}
          />
        ))}
      </div>
    </section>
  )
}

type LanesProps = { lanes: readonly ForkLane[]; rows: readonly ForkRow[]; openId: string; width: number }

function Lanes({ lanes, rows, openId, width }: LanesProps) {
  return (
    <svg className={styles.lanes} width={width} height={lanes.length * ROW_HEIGHT} aria-hidden>
      <g transform={`translate(${SIDE} 0)`}>
        {lanes.map(({ path, dots, middle }, index) => (
          <g
            key={rows[index]?.threadId}
            className={styles.lane}
            data-open={rows[index]?.threadId === openId || undefined}
            data-gone={rows[index]?.isGone === true || undefined}
          >
            <path d={path} />
            {dots.map((x) => (
              <circle key={x} cx={x} cy={middle} r={3.5} />
            ))}
          </g>
        ))}
      </g>
    </svg>
  )
}

type RowProps = {
  row: ForkRow
  thread: ThreadSummary | null
  from: ThreadSummary | null
  indent: number
  isOpen: boolean
  isActive: boolean
  isRenaming: boolean
  onFocus: () => void
  onOpen: () => void
  onRename: () => void
  onRenamed: (title: string | null) => void
  onRemove: (thread: ThreadSummary) => void
  onCompare: (thread: ThreadSummary) => void
}

function Row({ row, thread, from, indent, isOpen, isActive, isRenaming, ...on }: RowProps) {
  const t = useT()
  const nameOf = useNameOf()
  const title = titleWords(thread, t)
  const facts = thread === null ? '' : factWords(row, thread, { t, nameOf })
  const left = row.from === null ? '' : t('branched off from {name}', { name: titleWords(from, t) })
  return (
    <div
      className={styles.row}
      style={{ height: ROW_HEIGHT, paddingLeft: indent }}
      role="treeitem"
      data-thread={row.threadId}
      data-gone={row.isGone || undefined}
      tabIndex={isActive ? 0 : -1}
      aria-level={row.level + 1}
      aria-posinset={row.at}
      aria-setsize={row.of}
      aria-selected={isOpen}
      aria-label={[title, facts, left].filter((part) => part !== '').join(', ')}
      onFocus={on.onFocus}
      onClick={(event) => {
        if (!isOnControl(event) && !row.isGone) on.onOpen()
      }}
      onDoubleClick={(event) => {
        if (!isOnControl(event) && thread !== null) on.onRename()
      }}
    >
      {isRenaming && thread !== null ? (
        <NameInput name={thread.title} label={t('Name')} onEnd={on.onRenamed} />
      ) : (
        <ThreadTitle title={title} className={styles.title} />
      )}
      {/* What is read aloud holds what is seen, word by word. */}{' '}
      <span className={cx(textStyles.ellipsis, styles.facts)}>{facts}</span>
      {thread !== null && !isRenaming && (
        <span className={styles.actions}>
          {!isOpen && (
            <RowButton
              label={t('Compare the open thread with {name}', { name: title })}
              isActive={isActive}
              onClick={() => on.onCompare(thread)}
            >
              <IconArrowsDiff size={14} aria-hidden />
            </RowButton>
          )}
          <RowButton label={t('Rename {name}', { name: title })} isActive={isActive} keys="F2" onClick={on.onRename}>
            <IconPencil size={14} aria-hidden />
          </RowButton>
          <RowButton
            label={t('Delete {name}', { name: title })}
            isActive={isActive}
            // The second click of a double one meets the next row, which has come up.
            onClick={(event) => event.detail < 2 && on.onRemove(thread)}
          >
            <IconTrash size={14} aria-hidden />
          </RowButton>
        </span>
      )}
    </div>
  )
}

type RowButtonProps = {
  label: string
  keys?: string
  isActive: boolean
  onClick: (event: MouseEvent) => void
  children: ReactNode
}

function RowButton({ label, keys, isActive, onClick, children }: RowButtonProps) {
  return (
    <IconButton label={label} keys={keys} side="top" size={22} tabIndex={isActive ? 0 : -1} onClick={onClick}>
      {children}
    </IconButton>
  )
}

/** Whether a click on a row is one on something in it that has clicks of its own. */
function isOnControl({ target }: MouseEvent): boolean {
  return target instanceof Element && target.closest('button, input') !== null
}

function titleWords(thread: ThreadSummary | null, t: Translate): string {
  if (thread === null) return t('A thread that was deleted')
  return thread.title === '' ? t('Untitled') : thread.title
}

type Words = { t: Translate; nameOf: (node: string) => string }

/** `in turn 2 · another instruction for Front · 3 turns · 5 minutes ago`. */
function factWords(row: ForkRow, thread: ThreadSummary, { t, nameOf }: Words): string {
  const turns = t('{count, plural, one {# turn} other {# turns}}', { count: thread.turns })
  return [leftWords(row, t), ...forkChangesWords(thread.changes, nameOf, t), turns, timeAgo(thread.changedAt, t)]
    .filter((part) => part !== '')
    .join(' · ')
}
