/** What a command is: something to do, where it can be done now, with its keys. */
import type { TablerIcon } from '@tabler/icons-react'
import type { Editor } from '../editor/editor-context'
import type { Services } from '../ui/services'
import type { ShellStore } from './shell-store'

export type CommandContext = { editor: Editor; services: Services; shell: ShellStore }

export type Command = {
  id: string
  label: string
  /** As `useHotkeys` writes them (`mod` is Ctrl, or Command on a Mac); the first one is shown. */
  keys: readonly string[]
  icon: TablerIcon | null
  group: 'Edit' | 'View' | 'Flow' | 'App'
  /** Whether it can be done now. */
  when: (context: CommandContext) => boolean
  run: (context: CommandContext) => void
  /** Not worth a line in the palette of commands. */
  isQuiet?: boolean
}

export const always = (): boolean => true
export const hasSelection = ({ editor }: CommandContext): boolean => {
  const { nodes, edges } = editor.session.getState()
  return nodes.size + edges.size > 0
}
