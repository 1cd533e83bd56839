/** Commands within React: their context, and the shortcuts that run them. */
import { useHotkeys, type HotkeyItem } from '@mantine/hooks'
import { useMemo } from 'react'
import { useShownEditor } from '../editor/editor-context'
import { useRunStore } from '../run/store/run-context'
import { keyOwner, type KeyOwner } from '../ui/key-owner'
import type { Layers } from '../ui/layers/layers'
import { useLayers } from '../ui/layers/use-layer'
import { useServices } from '../ui/services'
import type { Command, CommandContext } from './command'
import { COMMANDS, commandById, isPossible, runCommand } from './commands'
import { useShellStore } from './shell-store'

export function useCommandContext(): CommandContext {
  const editor = useShownEditor()
  const services = useServices()
  const shell = useShellStore()
  const run = useRunStore()
  return useMemo(() => ({ editor, services, shell, run }), [editor, services, shell, run])
}

/** Runs commands by their id. */
export function useRun(): (id: string) => void {
  const context = useCommandContext()
  return useMemo(() => (id: string) => runCommand(commandById(id), context), [context])
}

/** Listens for the shortcuts of every command; whether a key is meant for one is `keyOwner`'s to say. */
export function useCommandKeys(): void {
  const context = useCommandContext()
  const layers = useLayers()
  const items = useMemo(() => itemsOf(context, layers), [context, layers])
  useHotkeys(items, [], true)
}

/** Keys that no text knows. */
const ALSO_IN_TEXTS: ReadonlySet<string> = new Set([
  'mod+K',
  'mod+S',
  'mod+J',
  'mod+O',
  'mod+shift+L',
  'mod+shift+M',
  'mod+shift+H',
])

/** Keys that only texts know. */
const ALSO_IN_CONTROLS: ReadonlySet<string> = new Set(['mod+Z', 'mod+shift+Z', 'mod+Y', '?', 'shift+?'])

type KeyPress = { event: KeyboardEvent; owner: KeyOwner }

function isMeant(command: Command, key: string, { event, owner }: KeyPress): boolean {
  if (owner === 'drawing') return true
  if (owner === 'dialog') return false
  if (command.isInTexts === true) return !event.defaultPrevented
  return ALSO_IN_TEXTS.has(key) || (owner === 'control' && ALSO_IN_CONTROLS.has(key))
}

function itemsOf(context: CommandContext, layers: Layers): HotkeyItem[] {
  return COMMANDS.filter(({ isNative }) => isNative !== true).flatMap((command) =>
    command.keys.map((key): HotkeyItem => {
      return [
        key,
        (event) => {
          if (!isMeant(command, key, { event, owner: keyOwner(event, layers) })) return
          const canRun = isPossible(command, context)
          if (canRun || command.keepsKeys?.(context) === true) event.preventDefault()
          if (canRun) command.run(context, key)
        },
        // With Shift a digit's key says another character on each keyboard.
        { preventDefault: false, usePhysicalKeys: key.includes('Digit') },
      ]
    }),
  )
}
