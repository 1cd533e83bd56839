/**
 * The lines of what is dragged (`page-drag.ts`), which are left out of the drawing meanwhile: from near among the others, so that cards stay over them, from
 * afar in a picture of its own over all else, so that a thousand blocks are not painted with it.
 */
import { EdgeLayer, ViewportPortal } from '../../react-flow/react-flow'
import { useMemo } from 'react'
import { useStore } from 'zustand'
import { useEditor, useSession } from '../editor-context'
import { edgeEnds, endsOfCanvasEdge } from './edge-ends'
import { EdgeView } from './EdgeView'
import { cx } from '../../ui/cx'
import layerStyles from './svg-layer.module.css'
import styles from './DragLayer.module.css'

export function DragLayer() {
  const lifted = useSession((session) => session.lifted)
  return lifted.size === 0 ? null : <Lines lifted={lifted} />
}

function Lines({ lifted }: { lifted: ReadonlySet<string> }) {
  const { canvas, view } = useEditor()
  const isFar = useSession((session) => session.isFar)
  const places = useStore(view, ({ pageDrag }) => pageDrag)
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
  const Layer = isFar ? ViewportPortal : EdgeLayer
  return (
    <Layer>
      <svg className={cx(layerStyles.layer, isFar && styles.above)} aria-hidden>
        {edges.map((edge) => {
          const { id, data, selected = false } = edge
          const ends = edgeEnds(endsOfCanvasEdge(edge), (end) => {
            const node = nodes.get(end)
            return node && { record: node.data.record, place: places?.get(end) ?? node.position }
          })
          if (ends === null || data === undefined) return null
          return <EdgeView key={id} id={id} data={data} selected={selected} {...ends} isLifted />
        })}
      </svg>
    </Layer>
  )
}
