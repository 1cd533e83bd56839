/** The names of the edge kinds; what each means is in `edges.ts`. */

export const EDGE_KINDS = [
  'next',
  'delegate',
  'observe',
  'intent',
  'candidate',
  'handoff',
  'after-work',
  'recipient',
  'use',
] as const
export type EdgeKind = (typeof EDGE_KINDS)[number]

/** Whether a text is an edge kind that this Baton knows. */
export function isEdgeKind(kind: string): kind is EdgeKind {
  return EDGE_KINDS.some((known) => known === kind)
}
