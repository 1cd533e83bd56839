/** Commands within React: their context, and the shortcuts that run them. */
import { useHotkeys, type HotkeyItem } from '@mantine/hooks'
import { useMemo } from 'react'
import { useEditor } from '../editor/editor-context'
import { useServices } from '../ui/services'
import { COMMANDS, commandById, runCommand, type CommandContext } from './commands'
import { useShellStore } from './shell-store'

export function useCommandContext(): CommandContext {
  const editor = useEditor()
  const services = useServices()
  const shell = useShellStore()
  return useMemo(() => ({ editor, services, shell }), [editor, services, shell])
}

/** Runs commands by their id. */
export function useRun(): (id: string) => void {
  const context = useCommandContext()
  return useMemo(() => (id: string) => runCommand(commandById(id), context), [context])
}

/** Listens for the shortcuts of every command. In inputs they are left to the input, except those with `mod` that no input knows. */
export function useCommandKeys(): void {
  const context = useCommandContext()
  const plain = useMemo(() => itemsOf(context, (key) => !INSIDE_INPUTS.has(key)), [context])
  const everywhere = useMemo(() => itemsOf(context, (key) => INSIDE_INPUTS.has(key)), [context])
  useHotkeys(plain)
  useHotkeys(everywhere, [])
}

const INSIDE_INPUTS: ReadonlySet<string> = new Set(['mod+K', 'mod+S', 'mod+J', 'mod+O', 'mod+shift+L', 'mod+shift+M'])

function itemsOf(context: CommandContext, isWanted: (key: string) => boolean): HotkeyItem[] {
  return COMMANDS.flatMap((command) =>
    command.keys.filter(isWanted).map((key): HotkeyItem => {
      return [
        key,
        (event) => {
          // A dialog on top has the keyboard for itself.
          if (document.querySelector('[role="dialog"][aria-modal="true"]') !== null) return
          // Enter, Escape, arrows and Delete belong to lists and menus while one has the focus.
          if (
            event.target instanceof Element &&
            event.target.closest('[role="menu"], [role="listbox"], [role="separator"], [role="tablist"]') !== null
          )
            return
          if (!command.when(context)) return
          event.preventDefault()
          command.run(context)
        },
        { preventDefault: false },
      ]
    }),
  )
}
