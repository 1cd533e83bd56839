/** The lines that what is dragged snaps to. */
import { ViewportPortal, useShownPart } from '../../react-flow/react-flow'
import { useStore } from 'zustand'
import { useEditor } from '../editor-context'
import styles from './GuideLines.module.css'

export function GuideLines() {
  const guides = useStore(useEditor().view, (view) => view.guides)
  return guides === null ? null : <Lines x={guides.x} y={guides.y} />
}

function Lines({ x, y }: { x: number | null; y: number | null }) {
  const left = useShownPart((shown) => -shown.x / shown.zoom)
  const top = useShownPart((shown) => -shown.y / shown.zoom)
  const width = useShownPart((shown) => shown.width / shown.zoom)
  const height = useShownPart((shown) => shown.height / shown.zoom)
  return (
    <ViewportPortal>
      {x !== null && <span className={styles.upright} style={{ left: x, top, height }} aria-hidden />}
      {y !== null && <span className={styles.level} style={{ left, top: y, width }} aria-hidden />}
    </ViewportPortal>
  )
}
