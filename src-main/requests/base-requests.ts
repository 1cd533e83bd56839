/** What is in memory of a request that is stored, so that the next one of its chain is compared with it and written as what differs. */
import type { KnownFacts, NewFacts } from './facts-json'
import {
  composed,
  firstPlaces,
  hashOfSegment,
  knownPart,
  type KnownPart,
  type RecordCode,
  type TextBeginning,
} from './record-code'
import type { CutText } from './segments'
import { SharedList } from './shared-list'

/** A request that is stored: others of its chain are written as what differs from it. `request` and `facts`: the hashes of their segments. */
export type Base = {
  readonly number: number
  readonly depth: number
  readonly request: SharedList
  readonly facts: SharedList
}
/** The same with what the next one is compared with at once. `written`: how it is written; null where that is not known. */
export type RecentBase = Base & {
  readonly written: WrittenRequest | null
  readonly parts: KnownParts
  readonly begun: TextBeginning | null
  readonly sources: NewFacts['sources']
}
/** `alone`: the operations of a request that stands alone. `since`: those that make this one of it. */
type WrittenRequest = { readonly alone: RecordCode['o']; readonly since: RecordCode['o'] }
type KnownParts = { readonly request: KnownPart; readonly facts: KnownPart }
/** So many of them, and of so many segments, are compared without being read and hashed again. */
const MOST_RECENT = 3
export const MOST_RECENT_SEGMENTS = 20_000

export function writtenAlone(operations: RecordCode['o'], segments: number): WrittenRequest {
  return { alone: operations, since: [[0, segments]] }
}

export function writtenAfter(base: Base | RecentBase, operations: RecordCode['o']): WrittenRequest | null {
  if (!('written' in base) || base.written === null) return null
  return { alone: base.written.alone, since: composed(operations, base.written.since) }
}

export function hashesOf(segments: readonly string[]): SharedList {
  return SharedList.of(segments.map(hashOfSegment))
}

/** `before`: what is known of the one before, where nobody else is compared with it any more. */
export function nextPart(hashes: SharedList, cut: CutText | null, before: KnownPart | undefined): KnownPart {
  return { hashes, cut, first: firstPlaces(hashes, before) }
}

export function partsOf(base: Base | RecentBase | null): KnownParts {
  if (base !== null && 'parts' in base) return base.parts
  return { request: knownPart(base?.request ?? SharedList.of([])), facts: knownPart(base?.facts ?? SharedList.of([])) }
}

/** The hash of what a text and the one before have in common from their beginnings; null where that is not known. */
export function beginningOf(base: Base | RecentBase | null, text: string): TextBeginning | null {
  if (base === null || !('parts' in base) || base.begun === null) return null
  const { at } = base.begun
  return base.parts.request.cut?.text.slice(0, at) === text.slice(0, at) ? base.begun : null
}

/** Only the newest few requests of a thread stay whole in memory. */
export function forgetSegments(chains: Map<string, Base | RecentBase>): void {
  for (const [chain, base] of [...chains].slice(0, -MOST_RECENT)) {
    if (!('parts' in base)) continue
    const { number, depth, request, facts } = base
    chains.set(chain, { number, depth, request, facts })
  }
}

export function knownFacts(base: Base | RecentBase | null): KnownFacts | null {
  if (base === null || !('parts' in base) || base.parts.facts.cut === null) return null
  return { cut: base.parts.facts.cut, sources: base.sources }
}
