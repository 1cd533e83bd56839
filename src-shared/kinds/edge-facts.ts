/** What the program asks of edges and of the ports that they leave: by their definitions, never by the names of kinds. */
import type { FlowEdge, JsonObject } from '../flow/records'
import type { EdgeDefinition } from './edge-definition'
import { isEdgeKind } from './edge-kinds'
import { EDGES } from './edges'
import type { Kind, OutPort } from './kind'

/** The definition of an edge kind; null for one that this Baton does not know. */
export function edgeDefinition(kind: string): EdgeDefinition | null {
  return isEdgeKind(kind) ? EDGES[kind] : null
}

/** Whether an edge leads to a tool, or to somebody who is asked as one. */
export function isToolEdge({ kind }: Pick<FlowEdge, 'kind'>): boolean {
  return edgeDefinition(kind)?.offersAs === 'tool'
}

/** The out ports at which tools are joined to a node of a kind with this data. */
export function toolPorts(kind: Pick<Kind, 'ports'> | null, data?: JsonObject): readonly OutPort[] {
  return kind?.ports(data).filter(({ edge }) => EDGES[edge].offersAs === 'tool') ?? []
}

/** Whether an edge of a kind makes a node of another kind somebody who is asked, rather than a tool that is called. */
export function isAsked(edge: string, target: Kind | null): boolean {
  return isToolEdge({ kind: edge }) && target?.roles.participant === true
}

/** Whether an edge has an option in the place of another end. */
export function isOption({ kind, data }: Pick<FlowEdge, 'kind' | 'data'>): boolean {
  return edgeDefinition(kind)?.hasOption === true && typeof data['option'] === 'string'
}

/** Whether an edge is switched off; one whose data is broken is not. */
export function isSwitchedOff({ kind, data }: Pick<FlowEdge, 'kind' | 'data'>): boolean {
  const definition = edgeDefinition(kind)
  return definition?.canBeOff === true && definition.schema.safeParse(data).data?.['enabled'] === false
}

/** Whether the baton comes back over an edge when whoever took it has answered. */
export function returnsWhenDone(edge: Pick<FlowEdge, 'data'> | undefined): boolean {
  return edge?.data['returns'] === 'when-done'
}
