/** The lines of what is dragged from afar (`far-drag.ts`), over all others: those of the drawing are left out meanwhile. */
import { ViewportPortal, type NodeHandle } from '../../react-flow/react-flow'
import { useMemo } from 'react'
import { useStore } from 'zustand'
import type { Position } from '../../../src-shared/flow/records'
import { useEditor, useSession } from '../editor-context'
import type { CanvasEdge, CanvasNode } from './canvas-model'
import type { EdgeEnds } from './edge-line'
import { EdgeView } from './EdgeView'
import styles from './DragLayer.module.css'

export function DragLayer() {
  const lifted = useSession((session) => session.lifted)
  return lifted.size === 0 ? null : <Lines lifted={lifted} />
}

function Lines({ lifted }: { lifted: ReadonlySet<string> }) {
  const { canvas, view } = useEditor()
  const places = useStore(view, ({ farDrag }) => farDrag)
  const allEdges = useStore(canvas, (model) => model.edges)
  const allNodes = useStore(canvas, (model) => model.nodes)
  const edges = useMemo(
    () => allEdges.filter((edge) => edge.hidden !== true && (lifted.has(edge.source) || lifted.has(edge.target))),
    [allEdges, lifted],
  )
  const nodes = useMemo(() => {
    const ends = new Set(edges.flatMap(({ source, target }) => [source, target]))
    return new Map(allNodes.filter(({ id }) => ends.has(id)).map((node) => [node.id, node]))
  }, [allNodes, edges])
  return (
    <ViewportPortal>
      <svg className={styles.layer} aria-hidden>
        {edges.map((edge) => {
          const { id, data, selected = false } = edge
          const ends = endsOf(edge, { nodes, places })
          if (ends === null || data === undefined) return null
          return <EdgeView key={id} id={id} data={data} selected={selected} {...ends} isLifted />
        })}
      </svg>
    </ViewportPortal>
  )
}

type Drawing = { nodes: ReadonlyMap<string, CanvasNode>; places: ReadonlyMap<string, Position> | null }

/** Where an edge begins and ends, as React Flow would have it; null where a port is gone. */
function endsOf(edge: CanvasEdge, { nodes, places }: Drawing): EdgeEnds | null {
  const at = (id: string, type: 'source' | 'target', port: string | null | undefined) => {
    const node = nodes.get(id)
    const handle = node?.handles?.find((one: NodeHandle) => one.type === type && one.id === port)
    if (node === undefined || handle === undefined) return null
    const place = places?.get(id) ?? node.position
    return { x: place.x + handle.x, y: place.y + handle.y, side: handle.position }
  }
  const source = at(edge.source, 'source', edge.sourceHandle)
  const target = at(edge.target, 'target', edge.targetHandle)
  if (source === null || target === null) return null
  return {
    source: edge.source,
    target: edge.target,
    sourceX: source.x,
    sourceY: source.y,
    sourcePosition: source.side,
    targetX: target.x,
    targetY: target.y,
    targetPosition: target.side,
  }
}
