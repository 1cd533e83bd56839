/** The keys of the outline, as in a tree of files: arrows walk and fold, letters find, and what is done to a row has a key each. */
import type { KeyboardEvent } from 'react'
import type { Editor } from '../editor/editor-context'
import { moveRow, openRow, removeRow, selectRow, toggleRow } from './outline-actions'
import { nodeKey, parentIndex, type OutlineRow } from './outline-rows'
import type { OutlineStore } from './outline-store'

export type KeyContext = { editor: Editor; outline: OutlineStore; page: number }

type Press = KeyContext & { row: OutlineRow; index: number; rows: readonly OutlineRow[]; event: KeyboardEvent }

export function outlineKeys(context: KeyContext, event: KeyboardEvent): void {
  if (event.target !== event.currentTarget || event.nativeEvent.isComposing) return
  const { rows, active } = context.outline.getState()
  const row = rows[active.index]
  const act = actFor(event)
  if (act !== null) {
    event.preventDefault()
    event.stopPropagation()
    if (row === undefined) return ALWAYS.has(act) ? context.outline.setState({ isAdding: true }) : undefined
    ACTS[act]({ ...context, row, index: active.index, rows, event })
  } else if (isLetter(event)) {
    event.preventDefault()
    context.outline.typeAhead(event.key)
  }
}

/** What can be done in an empty outline too. */
const ALWAYS: ReadonlySet<Act> = new Set(['add'])

type Act = keyof typeof ACTS

const ACTS = {
  up: ({ outline, index }: Press) => outline.goTo(index - 1),
  down: ({ outline, index }: Press) => outline.goTo(index + 1),
  first: ({ outline }: Press) => outline.goTo(0),
  last: ({ outline, rows }: Press) => outline.goTo(rows.length - 1),
  pageUp: ({ outline, index, page }: Press) => outline.goTo(index - page),
  pageDown: ({ outline, index, page }: Press) => outline.goTo(index + page),
  right({ outline, row, index }: Press) {
    if (row.what === 'edge') outline.goToKey(nodeKey(row.target))
    else if (isFoldable(row) && row.isOpen === false) outline.setFolded([row.key], false)
    else if (isFoldable(row) && row.isOpen === true) outline.goTo(index + 1)
  },
  left({ outline, row, rows, index }: Press) {
    const parent = parentIndex(rows, index)
    if (isFoldable(row) && row.isOpen === true) outline.setFolded([row.key], true)
    else if (parent !== null) outline.goTo(parent)
  },
  unfoldAll: ({ outline, rows, row }: Press) => outline.setFolded(keysBeside(rows, row), false),
  open: ({ editor, row }: Press) => openRow(editor, row),
  select: ({ editor, row, event }: Press) =>
    event.ctrlKey || event.shiftKey ? toggleRow(editor, row) : selectRow(editor, row),
  rename({ outline, row, editor }: Press) {
    if (row.what === 'node') outline.setState({ renaming: row.key })
    else openRow(editor, row)
  },
  remove: ({ editor, row }: Press) => removeRow(editor, row),
  moveUp: ({ editor, row }: Press) => moveRow(editor, row, -1),
  moveDown: ({ editor, row }: Press) => moveRow(editor, row, 1),
  add: ({ outline }: Press) => outline.setState({ isAdding: true }),
} as const

const KEYS: { readonly [key: string]: Act } = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  'alt+ArrowUp': 'moveUp',
  'alt+ArrowDown': 'moveDown',
  Home: 'first',
  End: 'last',
  PageUp: 'pageUp',
  PageDown: 'pageDown',
  ArrowRight: 'right',
  ArrowLeft: 'left',
  '*': 'unfoldAll',
  Enter: 'open',
  ' ': 'select',
  'mod+ ': 'select',
  F2: 'rename',
  Delete: 'remove',
  Backspace: 'remove',
  Insert: 'add',
  '+': 'add',
}

function actFor({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): Act | null {
  return KEYS[`${altKey ? 'alt+' : ''}${ctrlKey || metaKey ? 'mod+' : ''}${key}`] ?? null
}

function isLetter({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return /^[\p{L}\p{N}]$/u.test(key) && !altKey && !ctrlKey && !metaKey
}

function isFoldable(row: OutlineRow): row is Extract<OutlineRow, { isOpen: boolean | null }> {
  return row.what === 'node' || row.what === 'group'
}

function keysBeside(rows: readonly OutlineRow[], row: OutlineRow): string[] {
  return rows.filter((other) => other.depth === row.depth).map(({ key }) => key)
}
