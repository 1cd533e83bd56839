/** Commands that change the drawing: undo, copying, adding, joining, aligning. */
import type { PlainText } from '../../src-shared/languages/translate'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconArrowsLeftRight,
  IconClipboard,
  IconCopy,
  IconCopyPlus,
  IconCut,
  IconCursorText,
  IconDotsVertical,
  IconLayoutGrid,
  IconLink,
  IconPencil,
  IconPlus,
  IconSelectAll,
  IconTrash,
} from '@tabler/icons-react'
import type { FlowNode, Position } from '../../src-shared/flow/records'
import { kindOf } from '../../src-shared/kinds/index'
import { isAllLocked } from '../editor/marks'
import {
  duplicateSelection,
  editWords,
  nudge,
  removeSelection,
  reverseEdge,
  selectAll,
  startRenaming,
} from '../editor/actions'
import { arrangeNow } from '../editor/canvas/arrange-now'
import { focusCanvas } from '../editor/canvas/focus-canvas'
import { GRID } from '../../src-shared/drawing/node-size'
import { openMenuByKey } from '../editor/canvas/open-menu'
import { openConnectList, openInsert, openPopup } from '../editor/canvas/open-popup'
import { showNode } from '../editor/show'
import { goFrom } from '../editor/canvas/tab-keys'
import { walk, type Direction } from '../editor/walk'
import type { Editor } from '../editor/editor-context'
import { kindsBetween } from '../editor/insert'
import { reversedEnds } from '../editor/wiring'
import { wordsField } from '../kinds/edge-looks'
import { focusPalette } from '../editor/palette/focus-palette'
import { putFromClipboard, takeToClipboard } from '../ui/clipboard-events'
import { withCancel } from '../ui/notify-undo'
import { notify, notifyError } from '../ui/services'
import { ALIGN_COMMANDS } from './align-commands'
import { always, hasNodes, hasSelection, onlyEdge, onlyNode, type Command, type CommandContext } from './command'
/** The control of the inspector that has the focus, where Escape means nothing to itself. */
export function fieldInUse(): HTMLElement | null {
  const { activeElement: active } = document
  const isField = active instanceof HTMLElement && active.closest('[data-inspector]') !== null
  return isField && active.getAttribute('aria-expanded') !== 'true' ? active : null
}

const ARROWS: { readonly [D in Direction]: { key: string; by: Position } } = {
  left: { key: 'ArrowLeft', by: { x: -1, y: 0 } },
  right: { key: 'ArrowRight', by: { x: 1, y: 0 } },
  up: { key: 'ArrowUp', by: { x: 0, y: -1 } },
  down: { key: 'ArrowDown', by: { x: 0, y: 1 } },
}
const DIRECTIONS = ['left', 'right', 'up', 'down'] as const satisfies readonly Direction[]

function arrows(modifier: string): readonly string[] {
  return DIRECTIONS.map((direction) => `${modifier}${ARROWS[direction].key}`)
}

function directionOf(key: string): Direction | undefined {
  return DIRECTIONS.find((direction) => key.endsWith(ARROWS[direction].key))
}

/** A command that moves what is selected by the arrow keys, with a modifier before them. */
function moveCommand(id: string, label: PlainText, { modifier, px, when = hasNodes }: MoveKeys): Command {
  return {
    id,
    label,
    keys: arrows(modifier),
    icon: null,
    group: 'Edit',
    isQuiet: true,
    when,
    run({ editor }, key) {
      const direction = directionOf(key)
      if (direction === undefined) return
      const { by } = ARROWS[direction]
      nudge(editor, { x: by.x * px, y: by.y * px })
    },
  }
}

type MoveKeys = { modifier: string; px: number; when?: (context: CommandContext) => boolean }

const MOVES: readonly Command[] = [
  {
    id: 'walk',
    label: 'Go along the edges',
    keys: arrows(''),
    icon: null,
    group: 'Edit',
    isQuiet: true,
    when: ({ editor }) => onlyNode(editor) !== null,
    run({ editor }, key) {
      const id = onlyNode(editor)
      const direction = directionOf(key)
      const next = id === null || direction === undefined ? null : walk(editor.flows.getState().flow, id, direction)
      if (next === null) return
      showNode(editor, next)
      focusCanvas(editor)
    },
  },
  {
    id: 'go-through',
    label: 'Go through all nodes, then the edges',
    keys: ['Tab', 'shift+Tab'],
    isNative: true,
    icon: null,
    group: 'Edit',
    isQuiet: true,
    when: always,
    run({ editor }, key) {
      const from = document.activeElement ?? editor.view.getState().element
      if (from !== null) goFrom(editor, from, key === 'shift+Tab')
    },
  },
  moveCommand('move-several', 'Move several nodes', {
    modifier: '',
    px: GRID,
    when: ({ editor }) => editor.session.getState().nodes.size > 1,
  }),
  moveCommand('move', 'Move', { modifier: 'alt+', px: GRID }),
  moveCommand('move-fine', 'Move by 1 px', { modifier: 'shift+', px: 1 }),
]

const HISTORY_AND_SELECTION: readonly Command[] = [
  {
    id: 'undo',
    label: 'Undo',
    keys: ['mod+Z'],
    icon: IconArrowBackUp,
    group: 'Edit',
    when: ({ editor }) => editor.flows.getState().history.past.length > 0,
    run: ({ editor }) => void editor.flows.undo(),
  },
  {
    id: 'redo',
    label: 'Redo',
    keys: ['mod+shift+Z', 'mod+Y'],
    icon: IconArrowForwardUp,
    group: 'Edit',
    when: ({ editor }) => editor.flows.getState().history.future.length > 0,
    run: ({ editor }) => void editor.flows.redo(),
  },
  {
    id: 'rename',
    label: 'Rename',
    keys: ['F2'],
    icon: IconCursorText,
    group: 'Edit',
    when: ({ editor }) => onlyNode(editor) !== null,
    run({ editor }) {
      const id = onlyNode(editor)
      if (id !== null) startRenaming(editor, id)
    },
  },
  {
    id: 'duplicate',
    label: 'Duplicate the selection',
    short: 'Duplicate',
    keys: ['mod+D'],
    icon: IconCopyPlus,
    group: 'Edit',
    when: hasNodes,
    run: ({ editor }) => duplicateSelection(editor),
  },
  {
    id: 'copy',
    label: 'Copy',
    keys: ['mod+C'],
    isNative: true,
    icon: IconCopy,
    group: 'Edit',
    when: hasNodes,
    run: () => void takeToClipboard('copy').catch((cause: unknown) => notifyError('Nothing was copied', cause)),
  },
  {
    id: 'cut',
    label: 'Cut',
    keys: ['mod+X'],
    isNative: true,
    icon: IconCut,
    group: 'Edit',
    when: hasNodes,
    run: () => void takeToClipboard('cut').catch((cause: unknown) => notifyError('Nothing was cut', cause)),
  },
  {
    id: 'paste',
    label: 'Paste',
    keys: ['mod+V'],
    isNative: true,
    icon: IconClipboard,
    group: 'Edit',
    when: always,
    // Pages are not let read the clipboard everywhere; the key brings it along.
    run: () => void putFromClipboard().catch(() => notify('Press Ctrl+V to paste.', 'paste')),
  },
  {
    id: 'delete',
    label: 'Delete the selection',
    short: 'Delete',
    keys: ['Delete', 'Backspace'],
    icon: IconTrash,
    group: 'Edit',
    when: (context) => hasSelection(context) && !isAllLocked(context.editor),
    whyNot: () => 'Locked. Unlock it first.',
    run: ({ editor }) => removeSelection(editor),
  },
  {
    id: 'select-all',
    label: 'Select all',
    keys: ['mod+A'],
    icon: IconSelectAll,
    group: 'Edit',
    when: always,
    run: ({ editor }) => selectAll(editor),
  },
  {
    id: 'select-none',
    label: 'Select nothing',
    keys: ['Escape'],
    icon: null,
    group: 'Edit',
    isQuiet: true,
    when: () => fieldInUse() === null,
    run({ editor }) {
      const { popup, connecting, nodes, edges } = editor.session.getState()
      if (popup !== null || connecting !== null) editor.session.setState({ popup: null, connecting: null })
      else if (editor.within !== null && nodes.size + edges.size === 0) editor.levels?.leave()
      else editor.session.select([])
    },
  },
  {
    id: 'leave-field',
    label: 'Leave the field, then deselect',
    keys: ['Escape'],
    isInTexts: true,
    icon: null,
    group: 'Edit',
    isQuiet: true,
    when: () => fieldInUse() !== null,
    run({ editor }) {
      fieldInUse()?.blur()
      focusCanvas(editor)
    },
  },
]

const DRAW: readonly Command[] = [
  {
    id: 'add-here',
    label: 'Add a node at the cursor',
    short: 'Add here',
    keys: ['/'],
    icon: IconPlus,
    group: 'Edit',
    when: always,
    run: ({ editor }) => openPopup(editor),
  },
  {
    id: 'add',
    label: 'Add',
    keys: ['A'],
    icon: IconPlus,
    group: 'Edit',
    when: always,
    run({ services: { docks } }) {
      if (docks.store.getState().paletteOpen) focusPalette()
      else docks.change({ paletteOpen: true })
    },
  },
  {
    id: 'connect',
    label: 'Connect to…',
    keys: ['C'],
    icon: IconLink,
    group: 'Edit',
    when: ({ editor }) => canBeJoined(editor.flows.getState().flow.nodes[onlyNode(editor) ?? '']),
    run({ editor }) {
      const id = onlyNode(editor)
      if (id !== null) openConnectList(editor, id)
    },
  },
  {
    id: 'edit-words',
    label: 'Edit the words of the edge',
    short: 'Edit words',
    keys: ['F2'],
    icon: IconPencil,
    group: 'Edit',
    when({ editor }) {
      const edge = editor.flows.getState().flow.edges[onlyEdge(editor) ?? '']
      return edge !== undefined && wordsField(edge) !== null
    },
    run: (context) => withEdge(context, (id) => editWords(context.editor, id)),
  },
  {
    id: 'insert',
    label: 'Insert a node into the edge',
    short: 'Insert a node here',
    keys: [],
    icon: IconPlus,
    group: 'Edit',
    when: ({ editor }) => kindsBetween(editor.flows.getState().flow, onlyEdge(editor) ?? '').length > 0,
    whyNot: () => 'No kind of node fits between the two.',
    run: (context) => withEdge(context, (id) => openInsert(context.editor, id)),
  },
  {
    id: 'reverse',
    label: 'Reverse the edge',
    short: 'Reverse',
    keys: [],
    icon: IconArrowsLeftRight,
    group: 'Edit',
    when({ editor }) {
      const id = onlyEdge(editor)
      return id !== null && reversedEnds(editor.flows.getState().flow, id).ok
    },
    whyNot({ editor }) {
      const answer = reversedEnds(editor.flows.getState().flow, onlyEdge(editor) ?? '')
      return answer.ok ? null : answer.reason
    },
    run: (context) => withEdge(context, (id) => reverseEdge(context.editor, id)),
  },
  {
    id: 'arrange',
    label: 'Arrange',
    keys: ['mod+shift+L'],
    icon: IconLayoutGrid,
    group: 'Edit',
    when: ({ editor }) => Object.keys(editor.flows.getState().flow.nodes).length > 1,
    run: ({ editor }) => arrangeOrSay(editor, null),
  },
  {
    id: 'arrange-selection',
    label: 'Arrange selection',
    keys: [],
    icon: IconLayoutGrid,
    group: 'Edit',
    when: ({ editor }) => editor.session.getState().nodes.size > 1,
    run: ({ editor }) => arrangeOrSay(editor, editor.session.getState().nodes),
  },
  {
    id: 'menu',
    label: 'Menu of what is selected',
    keys: ['shift+F10', 'ContextMenu'],
    icon: IconDotsVertical,
    group: 'Edit',
    isQuiet: true,
    when: always,
    run: ({ editor }) => openMenuByKey(editor),
  },
]

function arrangeOrSay(editor: Editor, selected: ReadonlySet<string> | null): void {
  withCancel('Arranging the drawing…', (signal) => arrangeNow(editor, selected, signal)).catch((cause: unknown) =>
    notifyError('The drawing could not be arranged', cause),
  )
}

function canBeJoined(node: FlowNode | undefined): boolean {
  const kind = node === undefined ? null : kindOf(node)
  return kind !== null && kind.ports(node?.data).length + kind.accepts.length > 0
}

function withEdge({ editor }: CommandContext, run: (id: string) => void): void {
  const id = onlyEdge(editor)
  if (id !== null) run(id)
}

export const EDIT_COMMANDS: readonly Command[] = [...HISTORY_AND_SELECTION, ...MOVES, ...DRAW, ...ALIGN_COMMANDS]
