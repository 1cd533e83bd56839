/** The whole drawing, small, in the corner: one path for all nodes of a colour, however many they are, and what part of it is shown. */
import { useEffect, useMemo, useRef, type PointerEvent, type RefObject } from 'react'
import { useStore } from 'zustand'
import { kindOf } from '../../../src-shared/kinds/index'
import { Panel, useReactFlow, useShownPart } from '../../react-flow/react-flow'
import { useT } from '../../ui/language'
import { useEditor } from '../editor-context'
import type { CanvasModel, CanvasNode } from './canvas-model'
import type { Box } from './guides'
import { boxAround } from './fit'
import {
  BUTTONS_SIZE,
  CORNER_MARGIN,
  hasRoomForMap,
  MAP_SIZE,
  minimapBox,
  pathsOf,
  type MinimapNode,
} from './minimap-box'
import styles from './Minimap.module.css'

/** Above the buttons in the corner. */
const PLACE = { ...MAP_SIZE, margin: `0 0 ${BUTTONS_SIZE.height + 2 * CORNER_MARGIN}px ${CORNER_MARGIN}px` }

/** Nothing where the canvas has no room for it. */
export function Minimap() {
  const hasRoom = useShownPart(hasRoomForMap)
  return hasRoom ? <MapPanel /> : null
}

function MapPanel() {
  const t = useT()
  const svg = useRef<SVGSVGElement>(null)
  const [still, moving] = useStillAndMoving()
  const view = useShownBox()
  const parts = [usePart(still), usePart(moving)]
  const shown = minimapBox(
    boxAround([view, ...parts.flatMap(({ box }) => (box === null ? [] : [box]))]) ?? view,
    MAP_SIZE,
  )
  const drag = useDragged(shown.scale)
  useWheel(svg)
  return (
    <Panel position="bottom-left" className={styles.minimap} style={PLACE} data-minimap>
      <svg
        ref={svg}
        role="img"
        aria-label={t('Minimap')}
        viewBox={`${shown.x} ${shown.y} ${shown.width} ${shown.height}`}
        {...drag}
      >
        {parts.flatMap(({ paths }, part) =>
          paths.map(([group, path]) => (
            <path key={`${part} ${group}`} d={path} className={styles.nodes} data-group={group} style={tint(group)} />
          )),
        )}
        <path className={styles.mask} fillRule="evenodd" d={`${outline(shown)}${outline(view)}`} />
      </svg>
    </Panel>
  )
}

// What is dragged is drawn for itself: of a thousand nodes that hold still nothing is drawn anew with each move of one.
const STILL = ({ nodes }: CanvasModel) => nodes.filter(({ dragging }) => dragging !== true)
const MOVING = ({ nodes }: CanvasModel) => nodes.filter(({ dragging }) => dragging === true)

function useStillAndMoving(): [readonly CanvasNode[], readonly CanvasNode[]] {
  const { canvas, view } = useEditor()
  const still = useStore(canvas, useKeptList(STILL))
  const moving = useStore(canvas, useKeptList(MOVING))
  const places = useStore(view, ({ pageDrag }) => pageDrag)
  if (places === null) return [still, moving]
  return [still, moving.map((node) => ({ ...node, position: places.get(node.id) ?? node.position }))]
}

type Choose = (model: CanvasModel) => readonly CanvasNode[]

/** Lists of the same nodes stay the same list. The library's own comparison makes a map of each. */
function useKeptList(choose: Choose): Choose {
  const kept = useRef<readonly CanvasNode[]>([])
  return (model) => {
    const now = choose(model)
    const { current: before } = kept
    const isSame = now.length === before.length && now.every((node, index) => node === before[index])
    if (!isSame) kept.current = now
    return kept.current
  }
}

function usePart(nodes: readonly CanvasNode[]) {
  return useMemo(() => {
    const boxes = nodes.flatMap(boxOf)
    return { paths: [...pathsOf(boxes)], box: boxAround(boxes) }
  }, [nodes])
}

function tint(group: string) {
  return { fill: `color-mix(in srgb, var(--bt-${group}) 55%, var(--bt-${group}-soft))` }
}

function outline({ x, y, width, height }: Box): string {
  return `M${x} ${y}h${width}v${height}h${-width}z`
}

function boxOf({ hidden, position, width = 0, height = 0, data }: CanvasNode): MinimapNode[] {
  return hidden === true ? [] : [{ ...position, width, height, group: kindOf(data.record)?.group ?? 'control' }]
}

/** The part of the drawing that is on the canvas. */
function useShownBox(): Box {
  const x = useShownPart((shown) => -shown.x / shown.zoom)
  const y = useShownPart((shown) => -shown.y / shown.zoom)
  const width = useShownPart((shown) => shown.width / shown.zoom)
  const height = useShownPart((shown) => shown.height / shown.zoom)
  return { x, y, width, height }
}

/** Moves the view with the pointer; `scale` is how many px of the drawing one of the minimap is. */
function useDragged(scale: number) {
  const { getViewport, setViewport } = useReactFlow()
  const last = useRef<{ x: number; y: number } | null>(null)
  const end = (): void => void (last.current = null)
  return {
    onPointerDown(event: PointerEvent<SVGSVGElement>) {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      last.current = { x: event.clientX, y: event.clientY }
    },
    onPointerMove({ clientX, clientY }: PointerEvent<SVGSVGElement>) {
      if (last.current === null) return
      const { x, y, zoom } = getViewport()
      const [right, down] = [clientX - last.current.x, clientY - last.current.y]
      last.current = { x: clientX, y: clientY }
      void setViewport({ x: x - right * scale * zoom, y: y - down * scale * zoom, zoom })
    },
    onPointerUp: end,
    onPointerCancel: end,
  }
}

/** The wheel zooms; the page may not take it, which only a listener of its own can say. */
function useWheel(svg: RefObject<SVGSVGElement | null>): void {
  const { getZoom, zoomTo } = useReactFlow()
  useEffect(() => {
    const element = svg.current
    const turn = (event: WheelEvent): void => {
      event.preventDefault()
      void zoomTo(getZoom() * 2 ** (-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.002)))
    }
    element?.addEventListener('wheel', turn, { passive: false })
    return () => element?.removeEventListener('wheel', turn)
  }, [svg, getZoom, zoomTo])
}
