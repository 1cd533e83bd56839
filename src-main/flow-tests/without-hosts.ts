/** A flow whose code may reach no host: what a test plays stays on this machine. */
import { z } from 'zod'
import { isJsonObject } from '../../src-shared/flow/json'
import { drawnNode } from '../../src-shared/flow/inner-ids'
import type { Json } from '../../src-shared/flow/records'
import { kindOf } from '../../src-shared/kinds'

/** The text of a flow, in which every piece of code may fetch from nowhere. */
export function withoutHosts(flowText: string): string {
  return JSON.stringify(closed(z.json().parse(JSON.parse(flowText))))
}

function closed(value: Json): Json {
  if (Array.isArray(value)) return value.map(closed)
  if (!isJsonObject(value)) return value
  const inner = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, closed(one)]))
  return typeof value['code'] === 'string' && Array.isArray(value['hosts']) ? { ...inner, hosts: [] } : inner
}

const drawnSchema = z.object({
  nodes: z.record(z.string(), z.looseObject({ kind: z.string(), data: z.json() })),
  edges: z.record(z.string(), z.looseObject({ from: z.looseObject({ node: z.string() }), data: z.json() })),
  settings: z.json(),
})

/** The hosts from which code may fetch that decides something at a node, or for the whole flow: in a test it reaches none of them. */
export function hostsOfCode(flowText: string, node: string | null): string[] {
  const { nodes, edges, settings } = drawnSchema.parse(JSON.parse(flowText))
  const at = node === null ? null : drawnNode(node)
  const drawn = at !== null && Object.hasOwn(nodes, at) ? nodes[at] : undefined
  // What a tool gave is taken from the test.
  const own = drawn === undefined || kindOf(drawn)?.roles.tool === true ? [] : hostsIn(drawn.data)
  const ways = Object.values(edges).flatMap(({ from, data }) => (from.node === at ? hostsIn(data) : []))
  return [...new Set([...own, ...ways, ...hostsIn(settings)])]
}

function hostsIn(value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap(hostsIn)
  if (!isJsonObject(value)) return []
  const { code, hosts } = value
  const named = typeof code === 'string' && Array.isArray(hosts) ? hosts : []
  return [...named.filter((host) => typeof host === 'string'), ...Object.values(value).flatMap(hostsIn)]
}
