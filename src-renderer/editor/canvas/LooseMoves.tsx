/** The baton on its way where no edge is drawn: a manager, a pattern or the user moved it. It goes straight from node to node. */
import { ViewportPortal } from '../../react-flow/react-flow'
import type { Position } from '../../../src-shared/flow/records'
import { useEditor, useOverlay } from '../editor-context'
import { sizeOf } from '../../../src-shared/drawing/node-size'
import type { Travel } from './run-overlay'
import styles from './LooseMoves.module.css'

/** At most as many as one can follow. */
const SHOWN = 4

export function LooseMoves() {
  const route = useOverlay((overlay) => overlay.route)
  const loose = route.filter(isLoose).slice(-SHOWN)
  if (loose.length === 0) return null
  return (
    <ViewportPortal>
      {loose.map((move) => (
        <LooseMove key={move.at} move={move} />
      ))}
    </ViewportPortal>
  )
}

type LooseTravel = Travel & { from: string }

function isLoose(move: Travel): move is LooseTravel {
  return move.edge === null && move.from !== null && move.from !== move.to
}

function LooseMove({ move }: { move: LooseTravel }) {
  const { flows } = useEditor()
  const centerOf = (id: string): Position | null => {
    const { nodes, layout } = flows.getState().flow
    const node = nodes[id]
    const place = layout.nodes[id]
    if (node === undefined || place === undefined) return null
    const { width, height } = sizeOf(node)
    return { x: place.x + width / 2, y: place.y + height / 2 }
  }
  const from = centerOf(move.from)
  const to = centerOf(move.to)
  if (from === null || to === null) return null
  const offsetPath = `path("M ${from.x} ${from.y} L ${to.x} ${to.y}")`
  return (
    <span
      className={styles.loose}
      data-to={move.to}
      aria-hidden
      style={{ offsetPath, animationDelay: `${move.after}ms` }}
    />
  )
}
