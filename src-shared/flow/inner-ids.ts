/**
 * Ids of nodes inside sub-flows, as runs know them: the drawn node, `~`, the inner node's own id, and so on as deep as
 * sub-flows nest. They are never in a file, whose ids have no `~`.
 */

const INSIDE = '~'

/** The id of a node inside a sub-flow. */
export function innerId(holder: string, id: string): string {
  return `${holder}${INSIDE}${id}`
}

/** Whether the node is inside a sub-flow. */
export function isInnerId(id: string): boolean {
  return id.includes(INSIDE)
}

/** The node on the canvas that an id belongs to: the outermost sub-flow, or the node itself. */
export function drawnNode(id: string): string {
  return id.split(INSIDE, 1)[0] ?? id
}

/** The sub-flows that a node is inside, from the drawn one inwards, and the node itself: each under its id in its own flow. */
export function pathOf(id: string): string[] {
  return id.split(INSIDE)
}

/** The sub-flow that a node is directly inside; null for a drawn node. */
export function holderOf(id: string): string | null {
  const end = id.lastIndexOf(INSIDE)
  return end === -1 ? null : id.slice(0, end)
}

/** The sub-flows that a node is inside, the innermost first. */
export function holdersOf(id: string): string[] {
  const holder = holderOf(id)
  return holder === null ? [] : [holder, ...holdersOf(holder)]
}

/** Whether two nodes are of the same flow: neither is deeper inside a sub-flow than the other. */
export function isBeside(first: string, second: string): boolean {
  return holderOf(first) === holderOf(second)
}

/** What a node sees of another one: that node, or the sub-flow beside it which that node is inside. */
export function seenFrom(viewer: string, id: string): string {
  const holder = holderOf(viewer)
  const around = holder === null ? '' : innerId(holder, '')
  return id.startsWith(around) ? around + drawnNode(id.slice(around.length)) : id
}
