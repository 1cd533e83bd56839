/** What a command is: something to do, where it can be done now, with its keys. */
import type { Sentence } from '../../src-shared/languages/translate'
import type { Message, PlainText } from '../../src-shared/languages/translate'
import type { TablerIcon } from '@tabler/icons-react'
import type { Editor } from '../editor/editor-context'
import type { RunStore } from '../run/store/run-store'
import type { Services } from '../ui/services'
import type { ShellStore } from './shell-store'

export type CommandContext = { editor: Editor; services: Services; shell: ShellStore; run: RunStore }

export type Command = {
  id: string
  label: PlainText | Message
  /** What a menu says that opens on the thing itself: `Duplicate`. */
  short?: PlainText | Message
  /** As `useHotkeys` writes them (`mod` is Ctrl, or Command on a Mac, `Digit1` the key of the 1); the first one is shown. */
  keys: readonly string[]
  /** Something else hears the keys: the browser, which answers some with an event that brings the clipboard, or the drawing. */
  isNative?: boolean
  /** Its keys mean it also while something is written. */
  isInTexts?: boolean
  icon: TablerIcon | null
  group: CommandGroup
  /** Whether it can be done now. */
  when: (context: CommandContext) => boolean
  /** Whether its keys mean nothing else meanwhile, though it cannot be done now: a browser would answer them otherwise. */
  keepsKeys?: (context: CommandContext) => boolean
  /** Why it cannot, where a menu had better say that than leave it out. */
  whyNot?: (context: CommandContext) => Sentence | null
  /** `key`: which of its keys was pressed; empty in menus. */
  run: (context: CommandContext, key: string) => void
  /** Not worth a line in the palette of commands. */
  isQuiet?: boolean
}

export const COMMAND_GROUPS = ['Edit', 'View', 'Flow', 'App'] as const
export type CommandGroup = (typeof COMMAND_GROUPS)[number]

export const always = (): boolean => true
export const hasSelection = ({ editor }: CommandContext): boolean => {
  const { nodes, edges } = editor.session.getState()
  return nodes.size + edges.size > 0
}
export const hasNodes = ({ editor }: CommandContext): boolean => editor.session.getState().nodes.size > 0

/** The node that alone is selected. */
export function onlyNode({ session }: Editor): string | null {
  const { nodes, edges } = session.getState()
  const [only] = nodes
  return nodes.size === 1 && edges.size === 0 ? (only ?? null) : null
}

/** The edge that alone is selected. */
export function onlyEdge({ session }: Editor): string | null {
  const { nodes, edges } = session.getState()
  const [only] = edges
  return edges.size === 1 && nodes.size === 0 ? (only ?? null) : null
}
