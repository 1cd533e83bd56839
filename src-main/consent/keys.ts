/** The names of consent items: a hash over all that a consent is bound to, and the words that `--allow` takes. */
import { createHash } from 'node:crypto'
import { itemsByHand, itemsOfToolByHand } from '../../src-shared/consent/by-hand'
import { consentItems, type ConsentItem } from '../../src-shared/consent/items'
import { AppError } from '../../src-shared/errors'
import { openingFlow } from '../../src-shared/flow/editing/open'
import type { Flow, FlowNode } from '../../src-shared/flow/records'
import { kindOf } from '../../src-shared/kinds'
import type { ConsentNeed } from '../../src-shared/kinds/kind'
import { hostNeed, secretConnection, secretNeed } from '../../src-shared/kinds/needs'
import { atOnce, type Slices } from '../../src-shared/slices'
import { freezingFlow, type FlowSource } from '../flows/freeze'

/** `hash`: hex, changes with anything that the consent is bound to. `key`: such as `host:api.example.com`. */
export type KeyedItem = ConsentItem & {
  hash: string
  key: string
  /** Of a tool that nobody uses, for a person to connect or try it: the hash says so too, so it is never an item of a run. */
  byHand: boolean
  /** The key with the name of the connection, as `baton check` says it, which does not know where connections lead. */
  connectionKey?: string
}

/** Hex digits of a hash in a key: as many as nobody finds a second text for, not even for two texts of their own. */
const IN_KEY = 32
const LOOKS_BOUND = new RegExp(`@[0-9a-f]{${IN_KEY}}$`)

/** Everything that a flow would use, with its names. */
export function keyedItems(flow: Flow): KeyedItem[] {
  return consentItems(flow).map((item) => ({ ...item, ...namesOf(item, false) }))
}

/** What the tools of a flow that nobody uses would need by hand. */
export function keyedByHand(flow: Flow): KeyedItem[] {
  return itemsByHand(flow).map(byHand)
}

/** What one of them would need. */
export function keyedToolByHand(flow: Flow, id: string): KeyedItem[] {
  return itemsOfToolByHand(flow, id).map(byHand)
}

function byHand(item: ConsentItem): KeyedItem {
  return { ...item, ...namesOf(item, true) }
}

/** What the tools of a text's flow would need by hand; nothing for a text that is no flow. */
export function* readingByHand(flowText: string, flowOf: FlowSource): Slices<KeyedItem[]> {
  const opened = yield* openingFlow(flowText)
  if (!opened.ok) return []
  const whole = yield* wholeFlow(opened.flow, flowOf)
  yield
  return keyedByHand(whole)
}

/** What the flow of a text would use, with the flows that it names as far as they are found; nothing for a text that is no flow. */
export function itemsOfText(flowText: string, flowOf: FlowSource): KeyedItem[] {
  return atOnce(readingItems(flowText, flowOf))
}

/** `itemsOfText` in slices. */
export function* readingItems(flowText: string, flowOf: FlowSource): Slices<KeyedItem[]> {
  const opened = yield* openingFlow(flowText)
  if (!opened.ok) return []
  const whole = yield* wholeFlow(opened.flow, flowOf)
  yield
  return keyedItems(whole)
}

function* wholeFlow(flow: Flow, flowOf: FlowSource): Slices<Flow> {
  try {
    return (yield* freezingFlow(flow, flowOf)).flow
  } catch (cause) {
    // Flows that hold each other in a circle do not run; what is drawn is all that there is to look at.
    if (cause instanceof AppError) return flow
    throw cause
  }
}

/** The address of a connection as it is now; null where there is none, or it leads to no server. */
export type AddressOf = (connection: string) => string | null

/** Items with the hosts of connections in the place of their names: a secret is allowed to a host, wherever its connection leads later. */
export function withHosts(items: readonly KeyedItem[], addressOf: AddressOf): KeyedItem[] {
  const bound = new Map<string, KeyedItem>()
  for (const item of items) {
    const at = secretConnection(item)
    const host = at === null ? null : hostNeed(addressOf(at.connection) ?? '')
    const need = at === null || host === null ? item : secretNeed(at.name, host)
    const one =
      need === item ? item : { ...need, nodes: item.nodes, ...namesOf(need, item.byHand), connectionKey: item.key }
    const known = bound.get(one.hash)
    bound.set(one.hash, known === undefined ? one : { ...known, nodes: joined(known.nodes, one.nodes) })
  }
  return [...bound.values()]
}

function joined(nodes: ConsentItem['nodes'], more: ConsentItem['nodes']): ConsentItem['nodes'] {
  const known = new Set(nodes.map(({ id }) => id))
  return [...nodes, ...more.filter(({ id }) => !known.has(id))]
}

/** The items of a node among those of its flow; null where one is missing: nobody uses the node, so nobody was asked about it. */
export function itemsOfNode(node: FlowNode, items: readonly KeyedItem[]): KeyedItem[] | null {
  const known = new Map(items.map((item) => [needKey(item), item]))
  const own = (kindOf(node)?.needs(node) ?? []).map((need) => known.get(needKey(need)))
  return own.every((item) => item !== undefined) ? own : null
}

function needKey({ type, value, content }: ConsentNeed): string {
  return JSON.stringify([type, value, content])
}

/** What the value does not say whole is told apart by the hash, so that an allowed item cannot change under its name. */
function namesOf({ type, value, content }: ConsentNeed, isByHand: boolean): Pick<KeyedItem, 'hash' | 'key' | 'byHand'> {
  const bound = hashOf([type, value, content])
  const isWhole = value === content && !LOOKS_BOUND.test(value)
  return {
    // A run has three parts, so no item of one is ever hashed as this.
    hash: isByHand ? hashOf([type, value, content, 'by hand']) : bound,
    key: isWhole ? `${type}:${value}` : `${type}:${value}@${bound.slice(0, IN_KEY)}`,
    byHand: isByHand,
  }
}

function hashOf(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}
