/** The small picture of a flow: its nodes as tinted boxes, joined as they are drawn. */
import { useMemo } from 'react'
import type { FlowSketch } from '../../src-shared/rpc/sketch'
import { tintOf } from '../kinds/kind-icons'
import styles from './Thumbnail.module.css'

type Box = FlowSketch['nodes'][number]

/** In px of the drawing: around it, and what is shown at least, so that three nodes are not as large as a poster. */
const MARGIN = 40
const LEAST = { width: 900, height: 420 }

export function Thumbnail({ sketch }: { sketch: FlowSketch | null }) {
  const lines = useMemo(() => (sketch === null ? [] : linesOf(sketch)), [sketch])
  if (sketch === null || sketch.nodes.length === 0) return <span className={styles.thumbnail} data-empty />
  return (
    <svg className={styles.thumbnail} viewBox={viewBoxOf(sketch.nodes)} aria-hidden>
      {lines.map((line) => (
        <path key={line} className={styles.edge} d={line} />
      ))}
      {sketch.nodes.map(([x, y, width, height, group], index) => (
        <rect
          key={index}
          className={styles.node}
          style={tintOf(group)}
          data-group={group ?? undefined}
          x={x}
          y={y}
          width={width}
          height={height}
          rx={height < 40 ? height / 2 : 14}
        />
      ))}
    </svg>
  )
}

function viewBoxOf(boxes: readonly Box[]): string {
  const left = Math.min(...boxes.map(([x]) => x))
  const top = Math.min(...boxes.map(([, y]) => y))
  const right = Math.max(...boxes.map(([x, , width]) => x + width))
  const bottom = Math.max(...boxes.map(([, y, , height]) => y + height))
  const width = Math.max(right - left + 2 * MARGIN, LEAST.width)
  const height = Math.max(bottom - top + 2 * MARGIN, LEAST.height)
  return `${(left + right - width) / 2} ${(top + bottom - height) / 2} ${width} ${height}`
}

/** Each pair of nodes once, from side to side or, where one stands above the other, from its foot. */
function linesOf({ nodes, edges }: FlowSketch): string[] {
  const lines = edges.flatMap(([start, end]) => {
    const [from, to] = [nodes[start], nodes[end]]
    return from === undefined || to === undefined || start === end ? [] : [lineBetween(from, to)]
  })
  return [...new Set(lines)]
}

function lineBetween([x, y, width, height]: Box, [toX, toY, toWidth, toHeight]: Box): string {
  const isBeside = toX >= x + width || toX + toWidth <= x
  if (isBeside) {
    const isRight = toX >= x + width
    const [fromX, endX] = isRight ? [x + width, toX] : [x, toX + toWidth]
    const bend = (endX - fromX) / 2
    const [fromY, endY] = [y + height / 2, toY + toHeight / 2]
    return `M ${fromX} ${fromY} C ${fromX + bend} ${fromY} ${endX - bend} ${endY} ${endX} ${endY}`
  }
  const isBelow = toY >= y
  const [fromY, endY] = isBelow ? [y + height, toY] : [y, toY + toHeight]
  const bend = (endY - fromY) / 2
  const [fromX, endX] = [x + width / 2, toX + toWidth / 2]
  return `M ${fromX} ${fromY} C ${fromX} ${fromY + bend} ${endX} ${endY - bend} ${endX} ${endY}`
}
