/** THE list of commands: menus, shortcuts, the palette of commands and the toolbar all read it. */
import type { PlainText } from '../../src-shared/languages/translate'
import { spotlight } from '@mantine/spotlight'
import {
  IconAdjustmentsHorizontal,
  IconArrowsExchange,
  IconBookmark,
  IconChecklist,
  IconCopy,
  IconFocusCentered,
  IconFolders,
  IconHistory,
  IconKeyboard,
  IconLayoutBottombar,
  IconLayoutSidebarRight,
  IconListCheck,
  IconMoon,
  IconReplace,
  IconSearch,
  IconSettings,
  IconSun,
  IconTimeline,
  IconTrash,
  IconZoomReset,
  IconZoomScan,
} from '@tabler/icons-react'
import { toAppError } from '../../src-shared/errors'
import { zoomToFit, zoomToSelection } from '../editor/show'
import { deleteFlow } from '../library/delete-flow'
import { motionMs } from '../ui/motion'
import { notify, notifyError } from '../ui/services'
import { always, hasSelection, type Command, type CommandContext } from './command'
import { EXPORTS } from './export-commands'
import { DEBUG_COMMANDS } from './debug-commands'
import { EDIT_COMMANDS } from './edit-commands'
import { focusPane } from './panes'
import { STRUCTURE_COMMANDS } from './structure-commands'

const VIEW: readonly Command[] = [
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
    id: 'replace',
    label: 'Find and replace',
    keys: ['mod+shift+F'],
    icon: IconReplace,
    group: 'Edit',
    when: always,
    run: ({ shell }) => shell.setState({ replaceOpen: true }),
  },
  {
    id: 'zoom-to-fit',
    label: 'Zoom to fit',
    keys: ['shift+Digit1'],
    icon: IconFocusCentered,
    group: 'View',
    when: always,
    run: ({ editor }) => void zoomToFit(editor),
  },
  {
    id: 'zoom-to-selection',
    label: 'Zoom to selection',
    keys: ['shift+Digit2'],
    icon: IconZoomScan,
    group: 'View',
    when: hasSelection,
    run: ({ editor }) => zoomToSelection(editor),
  },
  {
    id: 'zoom-to-100',
    label: 'Zoom to 100%',
    keys: ['shift+Digit0'],
    icon: IconZoomReset,
    group: 'View',
    when: always,
    run: ({ editor }) => void editor.view.getState().flow?.zoomTo(1, { duration: motionMs(160) }),
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
      editor.problems.settle()
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
    id: 'look-back',
    label: 'Look back',
    keys: ['mod+shift+H'],
    icon: IconTimeline,
    group: 'View',
    when: always,
    run({ services: { docks } }) {
      docks.change({ lookBackOpen: !docks.store.getState().lookBackOpen })
    },
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
    id: 'delete-flow',
    label: 'Delete the flow',
    keys: [],
    icon: IconTrash,
    group: 'Flow',
    when: always,
    run({ editor, services }) {
      const remove = async (): Promise<void> => {
        let root = editor
        while (root.within !== null) root = root.within.outer
        await root.flows.flush()
        services.openLibrary()
        await deleteFlow(services, root.flows.getState().flow)
      }
      remove().catch((cause: unknown) => notifyError('The flow could not be deleted', cause))
    },
  },
  ...EXPORTS,
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
    run: ({ shell }) => shell.setState({ versions: shell.getState().versions === null ? { begin: null } : null }),
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
    id: 'shortcuts',
    label: 'Keyboard shortcuts',
    keys: ['shift+?', '?'],
    icon: IconKeyboard,
    group: 'App',
    when: always,
    run: ({ shell }) => shell.setState({ shortcutsOpen: true }),
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

function paneCommand(id: string, label: PlainText, { key, step }: { key: string; step: 1 | -1 }): Command {
  const run = (): void => focusPane(step)
  return { id, label, keys: [key], icon: null, group: 'View', isQuiet: true, isInTexts: true, when: always, run }
}

const PANES: readonly Command[] = [
  paneCommand('next-pane', 'Go to the next pane', { key: 'F6', step: 1 }),
  paneCommand('previous-pane', 'Go to the pane before', { key: 'shift+F6', step: -1 }),
]

export const COMMANDS: readonly Command[] = [
  ...EDIT_COMMANDS,
  ...STRUCTURE_COMMANDS,
  ...DEBUG_COMMANDS,
  ...VIEW,
  ...PANES,
  ...FLOW,
  ...APP,
]

/** A command by its id. */
export function commandById(id: string): Command {
  const command = COMMANDS.find((candidate) => candidate.id === id)
  if (command === undefined) throw new Error(`There is no command "${id}".`)
  return command
}

/** Runs a command if it can be done now. */
export function runCommand(command: Command, context: CommandContext): void {
  if (isPossible(command, context)) command.run(context, '')
}

/** Whether a command can be done now. While versions are looked at the drawing is out of sight, so nothing is done to it. */
export function isPossible(command: Command, context: CommandContext): boolean {
  return (command.group !== 'Edit' || context.shell.getState().versions === null) && command.when(context)
}

/** The keys of a command in words, as menus show them. */
export function keysOf(command: Command): string | undefined {
  const [first] = command.keys
  return first === undefined ? undefined : keyWords(first)
}

const KEY_WORDS: { readonly [part: string]: string } = {
  shift: 'Shift',
  alt: 'Alt',
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ContextMenu: 'Menu',
  Escape: 'Esc',
}

/** A key as a person reads it. */
export function keyWords(key: string): string {
  if (key === 'shift+?') return '?'
  const isMac = navigator.platform.startsWith('Mac')
  return key
    .split('+')
    .map((part) => (part === 'mod' ? (isMac ? '⌘' : 'Ctrl') : (KEY_WORDS[part] ?? part.replace('Digit', ''))))
    .join('+')
}
