/**
 * What the servers of a flow have that a person can attach to a message, without a run. They are asked only where the caller wants them
 * connected, and only after the consent gate; else what they said last counts.
 */
import { AppError } from '../../src-shared/errors'
import { flowGraph } from '../../src-shared/flow/graph'
import type { Flow, FlowNode } from '../../src-shared/flow/records'
import { isKindName } from '../../src-shared/kinds'
import type { ResourceServer } from '../../src-shared/rpc/attachments'
import { permit } from '../consent/gate'
import { itemsOfNode, keyedItems, type KeyedItem } from '../consent/keys'
import { freezeFlow, type FlowSource } from '../flows/freeze'
import { factsOf } from './compile'
import { expandFlow } from './expand'
import { RUNTIMES } from './kinds'
import type { PoolViewOptions } from './pool-view'
import type { KindRuntime, ListedResource, SourceResources } from './runtime'

/** A flow as it is stored; `node`: the one server that is to be connected, null for all. */
export type AskedResources = { flowId: string; flow: Flow; connect: boolean; node: string | null; signal: AbortSignal }

export type ResourceView = {
  /**
   * The servers that somebody uses, in drawn order. With `connect` throws `consent-needed` before anything is touched, and `not-found` for a
   * node that is none of them.
   */
  list: (asked: AskedResources) => Promise<{ servers: ResourceServer[] }>
}

/** What a server was heard to have, or why it could not be asked. */
type Heard = { resources: readonly ListedResource[] } | { fault: string }

/** A server that somebody uses, with all that was to be allowed for it. `key`: what it is set to. */
type Server = { id: string; name: string; key: string; items: readonly KeyedItem[]; resources: SourceResources }

/** So many servers are remembered, with so many resources of each. */
const MOST_HEARD = 64
const MOST_RESOURCES = 5000

export function createResourceView({ services, flowOf, gate }: PoolViewOptions): ResourceView {
  const memory = new Map<string, Heard>()
  const ask = async ({ key, resources }: Server, signal: AbortSignal): Promise<void> => {
    const heard = await heardOf(resources, { services, signal })
    memory.delete(key)
    memory.set(key, heard)
    for (const old of [...memory.keys()].slice(0, Math.max(0, memory.size - MOST_HEARD))) memory.delete(old)
  }
  const stateOf = (flowId: string, { id, name, key, items }: Server): ResourceServer => {
    const heard = memory.get(key)
    if (heard !== undefined && 'resources' in heard)
      return { node: id, name, state: 'ready', message: '', resources: [...heard.resources] }
    if (heard !== undefined) return { node: id, name, state: 'failed', message: heard.fault, resources: [] }
    const state = gate.missing(flowId, items).length === 0 ? 'not-asked' : 'needs-consent'
    return { node: id, name, state, message: '', resources: [] }
  }
  return {
    async list({ flowId, flow, connect, node, signal }) {
      const servers = serversOf(flow, flowOf)
      if (connect) {
        const wanted = servers.filter(({ id }) => node === null || id === node)
        if (node !== null && wanted.length === 0) throw noSuchServer()
        permit(gate, flowId, [...new Set(wanted.flatMap(({ items }) => items))])
        await Promise.all(wanted.map((server) => ask(server, signal)))
      }
      return { servers: servers.map((server) => stateOf(flowId, server)) }
    },
  }
}

async function heardOf(resources: SourceResources, around: Parameters<SourceResources['list']>[0]): Promise<Heard> {
  try {
    return { resources: (await resources.list(around)).slice(0, MOST_RESOURCES) }
  } catch (cause) {
    around.signal.throwIfAborted()
    if (!(cause instanceof AppError)) throw cause
    return { fault: cause.message }
  }
}

function serversOf(flow: Flow, flowOf: FlowSource): Server[] {
  const { flow: frozen } = freezeFlow(flow, flowOf)
  const items = keyedItems(frozen)
  const whole = expanded(frozen)
  const facts = factsOf(whole, flowGraph(whole))
  return Object.entries(whole.nodes).flatMap(([id, node]) => {
    const resources = runtimeOf(node)?.source?.(id, facts).resources
    const own = resources === undefined ? null : itemsOfNode(node, items)
    if (resources === undefined || own === null) return []
    return [{ id, name: node.name, key: JSON.stringify([node.kind, node.data]), items: own, resources }]
  })
}

function runtimeOf({ kind }: FlowNode): KindRuntime | undefined {
  return isKindName(kind) ? RUNTIMES[kind] : undefined
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
