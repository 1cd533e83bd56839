/**
 * What the servers of a flow have that a person can attach to a message, without a run. They are asked only where the caller wants them
 * connected, and only after the consent gate; else what they said last counts.
 */
import { AppError, inWords } from '../../src-shared/errors'
import { flowGraph } from '../../src-shared/flow/graph'
import type { Flow, FlowNode } from '../../src-shared/flow/records'
import type { ResourceServer } from '../../src-shared/rpc/attachments'
import type { Slices } from '../../src-shared/slices'
import { itemsOfNode, keyedItems, type KeyedItem } from '../consent/keys'
import { freezingFlow, type FlowSource } from '../flows/freeze'
import { inSlices } from '../in-slices'
import { factsOf } from '../engine/compile/compile'
import { expandFlow } from '../engine/expand/expand'
import { createListingMemory, listSource } from '../engine/sources/source-listings'
import { sourceAt, type PoolViewOptions } from './pool-view'
import type { ListedResource, SourceResources } from '../engine/contract/runtime'

/** A flow as it is stored; `node`: the one server that is to be connected, null for all. */
export type AskedResources = { flowId: string; flow: Flow; connect: boolean; node: string | null; signal: AbortSignal }

export type ResourceView = {
  /**
   * The servers that somebody uses, in drawn order. With `connect` throws `consent-needed` before anything is touched, and `not-found` for a
   * node that is none of them.
   */
  list: (asked: AskedResources) => Promise<{ servers: ResourceServer[] }>
}

/** A server that somebody uses, with all that was to be allowed for it. */
type Server = { id: string; node: FlowNode; items: readonly KeyedItem[]; resources: SourceResources }

/** So many resources of a server are remembered. */
const MOST_RESOURCES = 5000

export function createResourceView({ services, flowOf, gate, permit }: PoolViewOptions): ResourceView {
  const memory = createListingMemory<ListedResource>()
  const ask = async ({ node, resources }: Server, signal: AbortSignal): Promise<void> => {
    const list = async () => (await resources.list({ services, signal })).slice(0, MOST_RESOURCES)
    memory.keep(node, await listSource(list, signal))
  }
  const stateOf = (flowId: string, { id, node, items }: Server): ResourceServer => {
    const server = { node: id, name: node.name, message: '' }
    const heard = memory.of(node)
    if (heard !== null && 'list' in heard) return { ...server, state: 'ready', resources: [...heard.list] }
    if (heard !== null) return { ...server, state: 'failed', ...inWords(heard.fault), resources: [] }
    const state = gate.missing(flowId, items).length === 0 ? 'not-asked' : 'needs-consent'
    return { ...server, state, resources: [] }
  }
  return {
    async list({ flowId, flow, connect, node, signal }) {
      const servers = await inSlices(serversOf(flow, flowOf))
      if (connect) {
        const wanted = servers.filter(({ id }) => node === null || id === node)
        if (node !== null && wanted.length === 0) throw noSuchServer()
        permit(flowId, [...new Set(wanted.flatMap(({ items }) => items))])
        await Promise.all(wanted.map((server) => ask(server, signal)))
      }
      return { servers: servers.map((server) => stateOf(flowId, server)) }
    },
  }
}

function* serversOf(flow: Flow, flowOf: FlowSource): Slices<Server[]> {
  const { flow: frozen } = yield* freezingFlow(flow, flowOf)
  yield
  const items = keyedItems(frozen)
  yield
  const whole = expanded(frozen)
  yield
  const facts = factsOf(whole, flowGraph(whole))
  return Object.entries(whole.nodes).flatMap(([id, node]) => {
    const resources = sourceAt(facts, id)?.resources
    const own = resources === undefined ? null : itemsOfNode(node, items)
    if (resources === undefined || own === null) return []
    return [{ id, node, items: own, resources }]
  })
}

/** A broken sub-flow does not keep anybody from the servers beside it. */
function expanded(flow: Flow): Flow {
  try {
    return expandFlow(flow)
  } catch (cause) {
    if (cause instanceof AppError) return flow
    throw cause
  }
}

function noSuchServer(): AppError {
  return new AppError('not-found', 'There is no such server in the flow as it is saved, or nobody uses it any more.')
}
