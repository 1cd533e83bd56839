/** The lines of edges that are no elements of their own (`use-drawn-edges.ts`), in one picture under those that are. */
import { memo, useContext, useState } from 'react'
import { useStore } from 'zustand'
import { cx } from '../../ui/cx'
import { EdgeLayer } from '../../react-flow/react-flow'
import { useEditor, useFlow, useSession } from '../editor-context'
import type { CanvasEdge } from './canvas-model'
import { ChangeMarksContext } from './change-marks'
import { createFarLines, type FarLine, type LineGroup } from './far-lines'
import edgeColorStyles from '../../kinds/edge-color.module.css'
import edgeStyles from './EdgeView.module.css'
import layerStyles from './svg-layer.module.css'

export function FarLines({ edges }: { edges: readonly CanvasEdge[] }) {
  return edges.length === 0 ? null : <Picture edges={edges} />
}

function Picture({ edges }: { edges: readonly CanvasEdge[] }) {
  const { canvas, edgeIndex } = useEditor()
  const nodes = useStore(canvas, (model) => model.nodes)
  const flow = useFlow((whole) => whole)
  const lifted = useSession((session) => session.lifted)
  const changes = useContext(ChangeMarksContext)?.edges ?? null
  const [linesOf] = useState(() => createFarLines(edgeIndex))
  return (
    <EdgeLayer>
      <svg className={layerStyles.layer} aria-hidden data-far-lines>
        {linesOf({ flow, nodes, edges, lifted, changes }).map((group) => (
          <Group key={group.key} group={group} />
        ))}
      </svg>
    </EdgeLayer>
  )
}

function Group({ group: { look, lines } }: { group: LineGroup }) {
  return (
    <g
      className={cx(edgeColorStyles.edgeColor, edgeStyles.edge)}
      data-kind={look.kind}
      data-asks={look.asks || undefined}
      data-off={look.isOff || undefined}
      data-change={look.change}
    >
      {lines.map((line) => (
        <FarLineView key={line.id} line={line} isDouble={look.isDouble} />
      ))}
    </g>
  )
}

const FarLineView = memo(function FarLineView({ line: { id, path }, isDouble }: { line: FarLine; isDouble: boolean }) {
  if (!isDouble) return <path className={edgeStyles.line} d={path} data-edge-id={id} />
  return (
    <g data-edge-id={id}>
      <path className={edgeStyles.line} d={path} data-double />
      <path className={edgeStyles.gap} d={path} />
    </g>
  )
})
