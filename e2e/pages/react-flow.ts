/** What React Flow calls its own elements: the only classes that browser tests know, and the only file that knows them. */

export const VIEWPORT = '.react-flow__viewport'
export const NODE = '.react-flow__node'
export const EDGE = '.react-flow__edge'
/** What can be taken hold of at the end of an edge. */
export const EDGE_END = '.react-flow__edgeupdater-target'
export const SELECTED_NODE = '.react-flow__node.selected'
/** Round what a box was drawn round. */
export const SELECTION_BOX = '.react-flow__nodesselection-rect'
export const PANE = '.react-flow__pane'
export const SELECTED = `${SELECTED_NODE}, .react-flow__edge.selected`

/** The element of one node or edge that takes the focus. */
export function elementOf(kind: typeof NODE | typeof EDGE, id: string): string {
  return `${kind}[data-id="${id}"]`
}
