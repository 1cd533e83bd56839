/** Who a node is in the words and colours of the chat and the trace. */
import { useCallback } from 'react'
import type { FlowNode } from '../../src-shared/flow/records'
import { kindOf } from '../../src-shared/kinds/index'
import type { Kind } from '../../src-shared/kinds/kind'
import { useFlow } from '../editor/editor-context'
import { tintOf } from '../kinds/kind-icons'

export type Participant = { name: string; kind: Kind | null; isKnown: boolean }

type Nodes = { readonly [id: string]: FlowNode }

/** A participant by its node id; one that is no longer drawn is called by its id. */
export function participantOf(nodes: Nodes, id: string): Participant {
  if (id === 'flow') return { name: 'Baton', kind: null, isKnown: false }
  const node = Object.hasOwn(nodes, id) ? nodes[id] : undefined
  if (node === undefined) return { name: id, kind: null, isKnown: false }
  const kind = kindOf(node)
  return { name: node.name.trim() === '' ? (kind?.label ?? node.kind) : node.name, kind, isKnown: true }
}

export function useParticipant(id: string): Participant {
  const node = useFlow((flow) => (Object.hasOwn(flow.nodes, id) ? flow.nodes[id] : undefined))
  return participantOf(node === undefined ? {} : { [id]: node }, id)
}

/** Names of nodes by id. */
export function useNameOf(): (id: string) => string {
  const nodes = useFlow((flow) => flow.nodes)
  return useCallback((id) => participantOf(nodes, id).name, [nodes])
}

/** A dot in the colour of a participant's group. */
export function GroupDot({ participant }: { participant: Participant }) {
  return <span className="bt-dot" style={tintOf(participant.kind?.group ?? null)} aria-hidden />
}
