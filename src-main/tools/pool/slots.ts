/** Who sits where in a pool. Slots are small numbers and taken again when they become free; the order of adding is kept beside them. */
import { AppError } from '../../../src-shared/errors'
import { DISABLED, ENABLED, FREE } from './choose'
import { roomFor } from './numbers'
import { embeddingText, type PoolTool } from './tool'
import type { ToEmbed } from './tool-embeddings'

/** Arrays by slot. */
export type SlotArrays = {
  readonly tools: readonly (PoolTool | undefined)[]
  readonly state: Uint8Array
  readonly added: Float64Array
}

export type Slots = {
  /** The arrays of now; growing replaces them. */
  readonly view: SlotArrays
  readonly byName: ReadonlyMap<string, number>
  used: () => number
  take: (tool: PoolTool, options: { isEnabled: boolean; turn: number | undefined }) => number
  free: (name: string) => void
  of: (name: string) => number
  get: (name: string) => PoolTool
  isEnabled: (name: string) => boolean
  setState: (name: string, state: number) => void
  inOrder: () => PoolTool[]
  toEmbed: (isDone: (slot: number) => boolean) => ToEmbed[]
}

export function createSlots(): Slots {
  const byName = new Map<string, number>()
  const freed: number[] = []
  const view: { tools: (PoolTool | undefined)[]; state: Uint8Array; added: Float64Array } = {
    tools: [],
    state: new Uint8Array(64),
    added: new Float64Array(64),
  }
  let turns = 0
  const of = (name: string): number => {
    const slot = byName.get(name)
    if (slot === undefined) throw new AppError('not-found', `tool ${name} does not exist`, { tool: name })
    return slot
  }
  const get = (name: string): PoolTool => view.tools[of(name)] ?? { name, description: '' }
  const grow = (): void => {
    const room = roomFor(view.tools.length + 1, view.state.length)
    if (room === view.state.length) return
    const { state, added } = view
    view.state = new Uint8Array(room)
    view.state.set(state)
    view.added = new Float64Array(room)
    view.added.set(added)
  }
  return {
    view,
    byName,
    used: () => view.tools.length,
    take: (tool, { isEnabled, turn }) => {
      grow()
      const slot = freed.pop() ?? view.tools.length
      view.tools[slot] = tool
      view.state[slot] = isEnabled ? ENABLED : DISABLED
      view.added[slot] = turn ?? turns
      turns += 1
      byName.set(tool.name, slot)
      return slot
    },
    free: (name) => {
      const slot = of(name)
      view.tools[slot] = undefined
      view.state[slot] = FREE
      byName.delete(name)
      freed.push(slot)
    },
    of,
    get,
    isEnabled: (name) => view.state[of(name)] === ENABLED,
    setState: (name, state) => {
      view.state[of(name)] = state
    },
    inOrder: () =>
      [...byName.values()]
        .sort((first, second) => (view.added[first] ?? 0) - (view.added[second] ?? 0))
        .flatMap((slot) => view.tools[slot] ?? []),
    toEmbed: (isDone) =>
      [...byName.values()].flatMap((slot): ToEmbed[] => {
        const tool = view.tools[slot]
        return tool === undefined || isDone(slot) ? [] : [{ slot, text: embeddingText(tool) }]
      }),
  }
}
