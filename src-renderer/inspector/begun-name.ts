/** The name that everybody of a kind begins with, and the one that takes its place once there is a better one. */
import { uniqueName } from '../../src-shared/flow/names'
import type { Flow } from '../../src-shared/flow/records'
import { kindOf } from '../../src-shared/kinds/index'
import { foldCase } from '../../src-shared/match'

/** `wanted`, with a number where others have it; null where a person has named the node, or where it is the kind's own name. */
export function betterName(flow: Flow, id: string, wanted: string): string | null {
  const node = flow.nodes[id]
  const label = node === undefined ? undefined : kindOf(node)?.label
  if (node === undefined || label === undefined) return null
  if (foldCase(node.name).replace(/ \d+$/, '') !== foldCase(label)) return null
  if (wanted.trim() === '' || [foldCase(label), foldCase(node.name)].includes(foldCase(wanted))) return null
  const others = Object.entries(flow.nodes).flatMap(([other, { name }]) => (other === id ? [] : [foldCase(name)]))
  return uniqueName(new Set(others), wanted)
}
