/** The fields of a node or an edge, by its kind; none for a kind that this Baton does not know. */
import type { FlowEdge, FlowNode } from '../flow/records'
import { edgeDefinition } from './edge-facts'
import { kindOf } from './index'
import type { FieldHint } from './kind'

export function nodeFieldsOf(node: Pick<FlowNode, 'kind'>): readonly FieldHint[] {
  return kindOf(node)?.fields ?? []
}

export function edgeFieldsOf(edge: Pick<FlowEdge, 'kind'>): readonly FieldHint[] {
  return edgeDefinition(edge.kind)?.fields ?? []
}

export function fieldsOf(of: FlowNode | FlowEdge): readonly FieldHint[] {
  return 'from' in of ? edgeFieldsOf(of) : nodeFieldsOf(of)
}
