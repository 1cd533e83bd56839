/** THE list of commands: menus, shortcuts, the palette of commands and the toolbar all read it. */
import { spotlight } from '@mantine/spotlight'
import {
  IconAdjustmentsHorizontal,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconArrowsExchange,
  IconBookmark,
  IconChecklist,
  IconCopy,
  IconCursorText,
  IconDownload,
  IconFocusCentered,
  IconFolders,
  IconHistory,
  IconLayoutBottombar,
  IconLayoutGrid,
  IconLayoutSidebarRight,
  IconListCheck,
  IconMoon,
  IconPlus,
  IconSearch,
  IconSelectAll,
  IconSettings,
  IconSun,
  IconTrash,
} from '@tabler/icons-react'
import { toAppError } from '../../src-shared/errors'
import { saveFlow } from '../../src-shared/flow/editing/save'
import { duplicateSelection, nudge, removeSelection, selectAll, startRenaming } from '../editor/actions'
import { arrangeNow } from '../editor/canvas/arrange-now'
import { GRID } from '../editor/canvas/node-size'
import { openPopup } from '../editor/canvas/open-popup'
import type { Editor } from '../editor/editor-context'
import { downloadText, fileName } from '../ui/files'
import { motionMs } from '../ui/motion'
import { notify, notifyError } from '../ui/services'
import { always, hasSelection, type Command, type CommandContext } from './command'

/** The node that alone is selected. */
function onlyNode({ session }: Editor): string | null {
  const { nodes, edges } = session.getState()
  const [only] = nodes
  return nodes.size === 1 && edges.size === 0 ? (only ?? null) : null
}

function nudgeCommand(id: string, key: string, by: { x: number; y: number }): Command {
  const step = (context: CommandContext, factor: number): void =>
    nudge(context.editor, { x: by.x * factor, y: by.y * factor })
  const factor = id.endsWith('fine') ? 1 : GRID
  return {
    id,
    label: `Move ${key.toLowerCase()}`,
    keys: [key],
    icon: null,
    group: 'Edit',
    isQuiet: true,
    when: hasSelection,
    run: (context) => step(context, factor),
  }
}

const EDIT: readonly Command[] = [
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
    keys: ['mod+D'],
    icon: IconCopy,
    group: 'Edit',
    when: hasSelection,
    run: ({ editor }) => duplicateSelection(editor),
  },
  {
    id: 'delete',
    label: 'Delete the selection',
    keys: ['Delete', 'Backspace'],
    icon: IconTrash,
    group: 'Edit',
    when: hasSelection,
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
    when: always,
    run({ editor }) {
      if (editor.session.getState().popup !== null) editor.session.setState({ popup: null })
      else editor.session.select([])
    },
  },
  nudgeCommand('nudge-left', 'ArrowLeft', { x: -1, y: 0 }),
  nudgeCommand('nudge-right', 'ArrowRight', { x: 1, y: 0 }),
  nudgeCommand('nudge-up', 'ArrowUp', { x: 0, y: -1 }),
  nudgeCommand('nudge-down', 'ArrowDown', { x: 0, y: 1 }),
  nudgeCommand('nudge-left-fine', 'shift+ArrowLeft', { x: -1, y: 0 }),
  nudgeCommand('nudge-right-fine', 'shift+ArrowRight', { x: 1, y: 0 }),
  nudgeCommand('nudge-up-fine', 'shift+ArrowUp', { x: 0, y: -1 }),
  nudgeCommand('nudge-down-fine', 'shift+ArrowDown', { x: 0, y: 1 }),
]

const VIEW: readonly Command[] = [
  {
    id: 'add-here',
    label: 'Add a node at the cursor',
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
    run: ({ services: { docks } }) => docks.change({ paletteOpen: !docks.store.getState().paletteOpen }),
  },
  {
    id: 'find',
    label: 'Find',
    keys: ['mod+K', 'mod+F'],
    icon: IconSearch,
    group: 'View',
    when: always,
    isQuiet: true,
    run: () => spotlight.open(),
  },
  {
    id: 'zoom-to-fit',
    label: 'Zoom to fit',
    keys: ['shift+1'],
    icon: IconFocusCentered,
    group: 'View',
    when: always,
    run: ({ editor }) =>
      void editor.view.getState().flow?.fitView({ padding: 0.16, maxZoom: 1, duration: motionMs(160) }),
  },
  {
    id: 'arrange',
    label: 'Arrange',
    keys: ['mod+shift+L'],
    icon: IconLayoutGrid,
    group: 'Edit',
    when: ({ editor }) => Object.keys(editor.flows.getState().flow.nodes).length > 1,
    run: ({ editor }) =>
      void arrangeNow(editor).catch((cause: unknown) => notifyError('The drawing could not be arranged', cause)),
  },
  {
    id: 'check',
    label: 'Check',
    keys: ['mod+shift+M'],
    icon: IconChecklist,
    group: 'View',
    when: always,
    run({ editor, services: { docks } }) {
      const { bottomOpen, bottomTab } = docks.store.getState()
      if (bottomOpen && bottomTab === 'problems') return docks.change({ bottomOpen: false })
      editor.problems.checkNow()
      docks.openBottom('problems')
    },
  },
  {
    id: 'toggle-chat',
    label: 'Show or hide the chat',
    keys: ['mod+shift+C'],
    icon: IconLayoutSidebarRight,
    group: 'View',
    when: always,
    run: ({ services: { docks } }) => docks.change({ chatOpen: !docks.store.getState().chatOpen }),
  },
  {
    id: 'toggle-bottom',
    label: 'Show or hide the bottom panel',
    keys: ['mod+J'],
    icon: IconLayoutBottombar,
    group: 'View',
    when: always,
    run: ({ services: { docks } }) => docks.change({ bottomOpen: !docks.store.getState().bottomOpen }),
  },
  {
    id: 'sequence',
    label: 'Sequence diagram',
    keys: ['mod+shift+D'],
    icon: IconArrowsExchange,
    group: 'View',
    when: always,
    run({ services: { docks } }) {
      const { bottomOpen, bottomTab } = docks.store.getState()
      if (bottomOpen && bottomTab === 'sequence') docks.change({ bottomOpen: false })
      else docks.openBottom('sequence')
    },
  },
  {
    id: 'plan',
    label: 'Plan',
    keys: ['mod+shift+P'],
    icon: IconListCheck,
    group: 'View',
    when: always,
    run({ services: { docks } }) {
      const { bottomOpen, bottomTab } = docks.store.getState()
      if (bottomOpen && bottomTab === 'plan') docks.change({ bottomOpen: false })
      else docks.openBottom('plan')
    },
  },
  {
    id: 'theme',
    label: 'Switch between light and dark',
    keys: [],
    icon: window.matchMedia('(prefers-color-scheme: dark)').matches ? IconSun : IconMoon,
    group: 'View',
    when: always,
    run({ services: { preferences } }) {
      const isDark = document.documentElement.getAttribute('data-mantine-color-scheme') === 'dark'
      preferences.change({ theme: isDark ? 'light' : 'dark' })
    },
  },
]

const FLOW: readonly Command[] = [
  {
    id: 'flow-settings',
    label: 'Flow settings',
    keys: [],
    icon: IconAdjustmentsHorizontal,
    group: 'Flow',
    when: always,
    run({ editor }) {
      editor.session.select([])
      editor.session.setState({ flowSettingsOpen: true })
    },
  },
  {
    id: 'duplicate-flow',
    label: 'Duplicate the flow',
    keys: [],
    icon: IconCopy,
    group: 'Flow',
    when: always,
    run({ editor, services }) {
      const copy = async (): Promise<void> => {
        await editor.flows.flush()
        services.openFlow((await services.client.call('flows.duplicate', { id: editor.flowId })).id)
      }
      copy().catch((cause: unknown) => notifyError('The flow could not be duplicated', cause))
    },
  },
  {
    id: 'export-json',
    label: 'Export JSON',
    keys: ['mod+shift+E'],
    icon: IconDownload,
    group: 'Flow',
    when: always,
    run({ editor }) {
      const { flow } = editor.flows.getState()
      downloadText(fileName(flow.name, '.flow.json'), saveFlow(flow))
    },
  },
  {
    id: 'keep-version',
    label: 'Keep a version',
    keys: [],
    icon: IconBookmark,
    group: 'Flow',
    when: always,
    run: ({ shell }) => shell.setState({ keepingVersion: true }),
  },
  {
    id: 'versions',
    label: 'Versions',
    keys: [],
    icon: IconHistory,
    group: 'Flow',
    when: always,
    run: ({ shell }) => shell.setState({ versionsOpen: true }),
  },
  {
    id: 'save',
    label: 'Save now',
    keys: ['mod+S'],
    icon: null,
    group: 'Flow',
    isQuiet: true,
    when: always,
    run({ editor }) {
      editor.flows.flush().then(
        () => notify('Saved. Baton also saves by itself.', 'saved'),
        (cause: unknown) => notifyError('The flow could not be saved', toAppError(cause)),
      )
    },
  },
]

const APP: readonly Command[] = [
  {
    id: 'flows',
    label: 'Flows',
    keys: ['mod+O'],
    icon: IconFolders,
    group: 'App',
    when: always,
    run: ({ services }) => services.openLibrary(),
  },
  {
    id: 'settings',
    label: 'Settings',
    keys: ['mod+,'],
    icon: IconSettings,
    group: 'App',
    when: always,
    run: ({ shell }) => shell.setState({ settingsOpen: true }),
  },
]

export const COMMANDS: readonly Command[] = [...EDIT, ...VIEW, ...FLOW, ...APP]

/** A command by its id. */
export function commandById(id: string): Command {
  const command = COMMANDS.find((candidate) => candidate.id === id)
  if (command === undefined) throw new Error(`There is no command "${id}".`)
  return command
}

/** Runs a command if it can be done now. */
export function runCommand(command: Command, context: CommandContext): void {
  if (command.when(context)) command.run(context)
}

/** The keys of a command in words, as menus show them. */
export function keysOf(command: Command): string | undefined {
  const [first] = command.keys
  if (first === undefined) return undefined
  const isMac = navigator.platform.startsWith('Mac')
  return first
    .split('+')
    .map((part) => (part === 'mod' ? (isMac ? '⌘' : 'Ctrl') : part === 'shift' ? 'Shift' : part))
    .join('+')
}
