/** The rows of the outline as a tree: only those in sight are on the page; the tree has the focus and says which row has the keyboard. */
import { useVirtualizer, defaultRangeExtractor, type Range } from '@tanstack/react-virtual'
import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useEditor, useFlow, useSession } from '../editor/editor-context'
import { outlineKeys } from './outline-keys'
import { openRow, orderedWith, placeEdge, renameRow, selectRow, toggleRow } from './outline-actions'
import type { OutlineRow } from './outline-rows'
import type { OutlineStore } from './outline-store'
import { rowWords } from './outline-words'
import { nodeKey } from './outline-rows'
import { OutlineRowView, type DropMark, type RowEvents } from './OutlineRowView'
import { useT } from '../ui/language'
import styles from './OutlineTree.module.css'

const ROW_HEIGHT = 26
/** So many rows are gone by with a page key. */
const PAGE = 12

type DropPlace = { key: string; mark: DropMark }

export function OutlineTree({ outline, hintId }: { outline: OutlineStore; hintId: string }) {
  const t = useT()
  const editor = useEditor()
  const rows = useStore(outline, (state) => state.rows)
  const active = useStore(outline, (state) => state.active)
  const renaming = useStore(outline, (state) => state.renaming)
  const nodes = useFlow((flow) => flow.nodes)
  const edges = useFlow((flow) => flow.edges)
  const selectedNodes = useSession((session) => session.nodes)
  const selectedEdges = useSession((session) => session.edges)
  const tree = useRef<HTMLDivElement>(null)
  const prefix = useId()
  const { events, drop } = useRowEvents(outline, tree)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => tree.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 8,
    // The row that has the keyboard stays on the page, so that it can be told of.
    rangeExtractor: useCallback(
      (range: Range) => [...new Set([...defaultRangeExtractor(range), active.index])].filter((at) => at < range.count),
      [active.index],
    ),
  })
  useEffect(() => {
    virtual.scrollToIndex(active.index, { align: 'auto' })
  }, [virtual, active])
  const source = useMemo(() => {
    return { flow: { ...editor.flows.getState().flow, nodes, edges }, index: editor.edgeIndex, t }
  }, [editor, nodes, edges, t])
  const isSelected = (row: OutlineRow): boolean => {
    if (row.what === 'edge') return selectedEdges.has(row.edge)
    return row.what === 'node' && (selectedNodes.has(row.node) || (row.edge !== null && selectedEdges.has(row.edge)))
  }
  const rowId = (key: string): string => `${prefix}${key.replaceAll(' ', '/')}`
  return (
    <div
      ref={tree}
      className={styles.tree}
      data-outline-tree
      data-pane-start
      role="tree"
      aria-label={t('Outline')}
      aria-multiselectable
      aria-activedescendant={rows[active.index] === undefined ? undefined : rowId(active.key)}
      aria-describedby={hintId}
      tabIndex={0}
      onKeyDown={(event) => outlineKeys({ editor, outline, page: PAGE }, event)}
    >
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }} role="presentation">
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index]
          if (row === undefined) return null
          return (
            <div key={key} className={styles.place} style={{ transform: `translateY(${start}px)` }} role="presentation">
              <OutlineRowView
                {...rowWords(source, row)}
                row={row}
                id={rowId(row.key)}
                isActive={index === active.index}
                isSelected={isSelected(row)}
                isRenaming={renaming === row.key}
                drop={drop?.key === row.key ? drop.mark : null}
                events={events}
              />
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** What is done to rows by mouse, and by the field of a name. */
function useRowEvents(outline: OutlineStore, tree: { current: HTMLElement | null }) {
  const editor = useEditor()
  const [drop, setDrop] = useState<DropPlace | null>(null)
  const dragged = useRef<OutlineRow | null>(null)
  const events = useMemo((): RowEvents => {
    const landing = (row: OutlineRow, clientY: number, box: DOMRect): number | null => {
      const [from, to] = [dragged.current && orderedWith(editor, dragged.current), orderedWith(editor, row)]
      if (!from || to === null || !from.all.includes(to.edge)) return null
      const [at, over] = [from.all.indexOf(from.edge), from.all.indexOf(to.edge)]
      const slot = over + (clientY > box.top + box.height / 2 ? 1 : 0)
      return slot > at ? slot - 1 : slot
    }
    return {
      press(row, event) {
        outline.goToKey(row.key)
        if (event.ctrlKey || event.metaKey || event.shiftKey) toggleRow(editor, row)
        else selectRow(editor, row)
      },
      toggle: (row) =>
        outline.setFolded([row.key], (row.what === 'node' || row.what === 'group') && row.isOpen === true),
      jump: (row) => row.what === 'edge' && outline.goToKey(nodeKey(row.target)),
      beginRename: (row) => (row.what === 'node' ? outline.setState({ renaming: row.key }) : openRow(editor, row)),
      endRename(row, name) {
        outline.setState({ renaming: null })
        if (name !== null) renameRow(editor, row, name)
        tree.current?.focus({ preventScroll: true })
      },
      dragStart(row, event) {
        dragged.current = row
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', '')
      },
      dragOver(row, event) {
        const box = event.currentTarget.getBoundingClientRect()
        if (landing(row, event.clientY, box) === null) return setDrop(null)
        event.preventDefault()
        setDrop({ key: row.key, mark: event.clientY > box.top + box.height / 2 ? 'after' : 'before' })
      },
      drop(row, event) {
        const place = landing(row, event.clientY, event.currentTarget.getBoundingClientRect())
        const from = dragged.current === null ? null : orderedWith(editor, dragged.current)
        setDrop(null)
        dragged.current = null
        if (place === null || from === null) return
        event.preventDefault()
        placeEdge(editor, from.edge, place)
      },
    }
  }, [editor, outline, tree])
  return { events, drop }
}
