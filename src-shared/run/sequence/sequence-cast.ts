/** Who is who in a sequence diagram: names and colours of nodes, of now and of the turns as they ran. */
import { drawnNode } from '../../flow/inner-ids'
import { kindOf } from '../../kinds/index'
import type { KindGroup } from '../../kinds/kind'
import type { DrawnNodes } from '../fold/fold-view'

/** Who a node is: its name, and the group whose colour it has. */
export type NodeLookup = (nodeId: string) => { name: string; group: KindGroup | null }

/** The cast of a flow, and of the nodes inside its sub-flows where they are known; a node that is no longer drawn is called by its id. */
export function castOf(nodes: { readonly [id: string]: { kind: string; name: string } }): NodeLookup {
  const at = (id: string) => (Object.hasOwn(nodes, id) ? nodes[id] : undefined)
  return (id) => {
    if (id === 'flow') return { name: 'Baton', group: null }
    const node = at(id) ?? at(drawnNode(id))
    if (node === undefined) return { name: id, group: null }
    const kind = kindOf(node)
    return { name: node.name.trim() === '' ? (kind?.label ?? node.kind) : node.name, group: kind?.group ?? null }
  }
}

/** The cast of a turn as it ran; whoever it does not know is as in `present`. */
export function castWithin(drawn: DrawnNodes, present: NodeLookup): NodeLookup {
  const own = castOf(drawn)
  return (id) => (Object.hasOwn(drawn, id) ? own(id) : present(id))
}
