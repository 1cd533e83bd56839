/**
 * All that is used of React Flow, under its own names, and the only file that imports it: what its next major version calls or does
 * otherwise is put right here. Its store and the classes of its elements, which it may change at any time, are known here alone.
 */
import { useStore, useStoreApi, type Viewport } from '@xyflow/react'
import { useCallback, useMemo, useState, type ReactNode, type ReactPortal } from 'react'
import { createPortal } from 'react-dom'

export {
  ConnectionLineType,
  Handle,
  Panel,
  Position,
  ReactFlow,
  ReactFlowProvider,
  SelectionMode,
  getBezierPath,
  getSmoothStepPath,
  useReactFlow,
} from '@xyflow/react'
export type {
  Connection,
  Edge,
  EdgeChange,
  EdgeProps,
  FinalConnectionState,
  Node,
  NodeChange,
  NodeHandle,
  NodeProps,
  OnConnectStart,
  OnEdgesChange,
  OnNodeDrag,
  OnNodesChange,
  ReactFlowInstance,
  SelectionDragHandler,
  Viewport,
} from '@xyflow/react'

/** What part of the drawing is shown, and how large: its corner in px of the screen, its zoom, the size of the canvas. */
export type ShownPart = { x: number; y: number; zoom: number; width: number; height: number }

/** A value made of what is shown; drawn anew only when it is another one. */
export function useShownPart<T extends string | number | boolean>(select: (shown: ShownPart) => T): T {
  return useStore(({ transform: [x, y, zoom], width, height }) => select({ x, y, zoom, width, height }))
}

/**
 * Has nothing measured on the page: sizes and ports of all nodes are given. Otherwise every node that comes into view would be laid out
 * and asked for the place of each of its ports. Called by who draws `ReactFlow`, before it is drawn.
 */
export function useGivenSizes(): void {
  const store = useStoreApi()
  useState(() => store.setState({ updateNodeInternals: () => undefined }))
}

/**
 * Says from where a drawing is seen before it is drawn: otherwise all of it is drawn as from near by, and then once more. Called by who draws
 * `ReactFlow`, before it is drawn.
 */
export function useFirstViewport(): (view: Viewport) => void {
  const store = useStoreApi()
  return useCallback(({ x, y, zoom }: Viewport) => store.setState({ transform: [x, y, zoom] }), [store])
}

type LayerProps = { children: ReactNode }

/** Lays what stands on an edge over all edges. React Flow's own looks for the layer on the page anew whenever anything moves, once for each edge. */
export function EdgeLabelRenderer({ children }: LayerProps): ReactPortal | null {
  return useLayer('.react-flow__edgelabel-renderer', children)
}

/** Lays something among the edges, under all nodes. */
export function EdgeLayer({ children }: LayerProps): ReactPortal | null {
  return useLayer('.react-flow__edges', children)
}

/** Lays something over the drawing that moves with it. */
export function ViewportPortal({ children }: LayerProps): ReactPortal | null {
  return useLayer('.react-flow__viewport-portal', children)
}

function useLayer(selector: string, children: ReactNode): ReactPortal | null {
  const flow = useStore(({ domNode }) => domNode)
  const layer = useMemo(() => flow?.querySelector(selector) ?? null, [flow, selector])
  return layer === null ? null : createPortal(children, layer)
}

/** The classes of its elements, for those who ask what lies under the pointer or has the focus. */
export const ELEMENTS = {
  node: 'react-flow__node',
  edge: 'react-flow__edge',
  pane: 'react-flow__pane',
  /** All that is drawn, behind what stands at the corners. */
  viewport: 'react-flow__viewport',
  handle: 'react-flow__handle',
  /** Round what a box was drawn round, and what all of that is dragged by. */
  selection: 'react-flow__nodesselection',
  /** The broad line that takes the pointer for an edge. */
  edgeHit: 'react-flow__edge-interaction',
} as const
