/** Who a node is in the words and colours of the chat and the trace. */
import { useCallback } from 'react'
import { drawnNode, isInnerId } from '../../src-shared/flow/inner-ids'
import type { FlowNode } from '../../src-shared/flow/records'
import { kindOf } from '../../src-shared/kinds/index'
import type { Kind } from '../../src-shared/kinds/kind'
import { useFlow } from '../editor/editor-context'
import type { InnerNode } from '../../src-shared/run/events'
import { tintOf } from '../kinds/kind-icons'
import { useRun } from './run-context'

export type Participant = { name: string; kind: Kind | null; isKnown: boolean }

type Nodes = { readonly [id: string]: FlowNode }
type InnerNodes = { readonly [id: string]: InnerNode }

/** A participant by its node id; one inside a sub-flow is known from the runs, one that is no longer drawn is called by its id. */
export function participantOf(nodes: Nodes, id: string, inner: InnerNodes = {}): Participant {
  if (id === 'flow') return { name: 'Baton', kind: null, isKnown: false }
  const drawn = at(nodes, drawnNode(id))
  const node = isInnerId(id) ? (at(inner, id) ?? drawn) : drawn
  if (node === undefined) return { name: isInnerId(id) ? 'A removed sub-flow' : id, kind: null, isKnown: false }
  const kind = kindOf(node)
  return { name: node.name.trim() === '' ? (kind?.label ?? node.kind) : node.name, kind, isKnown: drawn !== undefined }
}

function at<Node>(nodes: { readonly [id: string]: Node }, id: string): Node | undefined {
  return Object.hasOwn(nodes, id) ? nodes[id] : undefined
}

export function useParticipant(id: string): Participant {
  const drawn = drawnNode(id)
  const node = useFlow((flow) => at(flow.nodes, drawn))
  const inner = useRun((state) => state.view.inner)
  return participantOf(node === undefined ? {} : { [drawn]: node }, id, inner)
}

/** Names of nodes by id. */
export function useNameOf(): (id: string) => string {
  const nodes = useFlow((flow) => flow.nodes)
  const inner = useRun((state) => state.view.inner)
  return useCallback((id) => participantOf(nodes, id, inner).name, [nodes, inner])
}

/** A dot in the colour of a participant's group. */
export function GroupDot({ participant }: { participant: Participant }) {
  return <span className="bt-dot" style={tintOf(participant.kind?.group ?? null)} aria-hidden />
}
