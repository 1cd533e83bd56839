/** What nodes are known by beside their names: tool names and codes, which a copy must not have too. */
import { foldCase } from '../../match'
import { kindOf } from '../../kinds/index'
import type { OwnNameType } from '../../kinds/kind'
import type { Flow, FlowNode, JsonObject } from '../records'

type OwnName = { type: OwnNameType; field: string; value: string }

/** The longest of them. */
const MAX_LENGTH = 64

/** What a node is known by, by the field that says it; where the field is empty, what is made from its name. */
export function ownNames(node: FlowNode): OwnName[] {
  const kind = kindOf(node)
  if (kind === null) return []
  return kind.fields.flatMap((hint) => {
    if (!('names' in hint) || hint.names === undefined) return []
    const field = hint.key
    const value =
      hint.names === 'tool' ? kind.offer(node)?.name : kind.unique(node).find((unique) => unique.field === field)?.value
    return value === undefined ? [] : [{ type: hint.names, field, value }]
  })
}

/** What the nodes of a flow are known by, folded as it is compared. */
export function takenOwnNames(flow: Pick<Flow, 'nodes'>): Set<string> {
  return new Set(Object.values(flow.nodes).flatMap(namesOf))
}

function namesOf(node: FlowNode): string[] {
  const offered = kindOf(node)?.offer(node)?.name
  const tool = offered === undefined ? [] : [keyOf('tool', offered)]
  return [...tool, ...ownNames(node).map(({ type, value }) => keyOf(type, value))]
}

/** The node, known by nothing that is taken; what it is known by then is taken too. */
export function withFreeNames(node: FlowNode, taken: Set<string>): FlowNode {
  const free: JsonObject = {}
  for (const { type, field, value } of ownNames(node)) {
    const name = freeName(value, (candidate) => taken.has(keyOf(type, candidate)))
    if (name !== value) free[field] = name
  }
  const own = Object.keys(free).length === 0 ? node : { ...node, data: { ...node.data, ...free } }
  for (const key of namesOf(own)) taken.add(key)
  return own
}

function freeName(wanted: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(wanted)) return wanted
  const numbered = /^(.+)_(\d{1,6})$/su.exec(wanted)
  const stem = (numbered?.[1] ?? wanted).slice(0, MAX_LENGTH - 8)
  for (let count = Number(numbered?.[2] ?? 1) + 1; ; count += 1) {
    const next = `${stem}_${count}`
    if (!isTaken(next)) return next
  }
}

function keyOf(type: OwnNameType, name: string): string {
  return `${type} ${foldCase(name)}`
}
