/** The grid that nodes are placed on, as dots; nothing from afar, where they would be dust. */
import { useId } from 'react'
import { useShownPart } from '../../react-flow/react-flow'
import { useSession } from '../editor-context'
import { GRID } from '../../../src-shared/drawing/node-size'
import styles from './Dots.module.css'

/** Every second point of the grid has one. */
const GAP = GRID * 2
const DOT = 1.2

export function Dots() {
  const isTiny = useSession((session) => session.isTiny)
  return isTiny ? null : <Pattern />
}

/** Dots begin on whole pixels: others are mixed from four pixels each over all of the canvas, which took a quarter of the painting of a frame. */
function Pattern() {
  const id = useId()
  const zoom = useShownPart((shown) => shown.zoom)
  const x = useShownPart((shown) => firstDot(shown.x, shown.zoom))
  const y = useShownPart((shown) => firstDot(shown.y, shown.zoom))
  const [gap, radius] = [GAP * zoom, (DOT * zoom) / 2]
  return (
    <svg className={styles.dots} aria-hidden>
      <pattern id={id} x={x} y={y} width={gap} height={gap} patternUnits="userSpaceOnUse">
        <circle cx={radius} cy={radius} r={radius} />
      </pattern>
      <rect width="100%" height="100%" fill={`url(#${id})`} />
    </svg>
  )
}

function firstDot(corner: number, zoom: number): number {
  const gap = GAP * zoom
  return Math.round((corner % gap) - gap / 2)
}
