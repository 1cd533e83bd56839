/** What sources said when they were asked outside of a run, remembered by what they are set to. */
import { AppError } from '../../../src-shared/errors'
import type { FlowNode } from '../../../src-shared/flow/records'
import { type Message } from '../../../src-shared/languages/translate'

/** What a source has, or in words why it could not be asked. */
export type SourceListing<Item> = { list: readonly Item[] } | { fault: Message }

/** Asks a source. Throws only when stopped, or for a defect. */
export async function listSource<Item>(
  ask: () => Promise<readonly Item[]>,
  signal: AbortSignal,
): Promise<SourceListing<Item>> {
  try {
    return { list: await ask() }
  } catch (cause) {
    signal.throwIfAborted()
    if (!(cause instanceof AppError)) throw cause
    return { fault: cause.said }
  }
}

/** So many sources are remembered. */
const MOST_REMEMBERED = 64

/** Of each source the newest counts, whatever it is called and wherever it is drawn; the ones asked longest ago are forgotten. */
export type ListingMemory<Item> = {
  of: (node: FlowNode) => SourceListing<Item> | null
  keep: (node: FlowNode, heard: SourceListing<Item>) => void
}

export function createListingMemory<Item>(): ListingMemory<Item> {
  const memory = new Map<string, SourceListing<Item>>()
  const keyOf = ({ kind, data }: FlowNode): string => JSON.stringify([kind, data])
  return {
    of: (node) => memory.get(keyOf(node)) ?? null,
    keep(node, heard) {
      const key = keyOf(node)
      memory.delete(key)
      memory.set(key, heard)
      for (const old of [...memory.keys()].slice(0, Math.max(0, memory.size - MOST_REMEMBERED))) memory.delete(old)
    },
  }
}
