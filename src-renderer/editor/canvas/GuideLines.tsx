/** The lines that what is dragged snaps to. */
import { ViewportPortal, useStore as useReactFlow } from '@xyflow/react'
import { useSession } from '../editor-context'
import styles from './GuideLines.module.css'

export function GuideLines() {
  const guides = useSession((session) => session.guides)
  return guides === null ? null : <Lines x={guides.x} y={guides.y} />
}

function Lines({ x, y }: { x: number | null; y: number | null }) {
  const left = useReactFlow((state) => -state.transform[0] / state.transform[2])
  const top = useReactFlow((state) => -state.transform[1] / state.transform[2])
  const width = useReactFlow((state) => state.width / state.transform[2])
  const height = useReactFlow((state) => state.height / state.transform[2])
  return (
    <ViewportPortal>
      {x !== null && <span className={styles.upright} style={{ left: x, top, height }} aria-hidden />}
      {y !== null && <span className={styles.level} style={{ left, top: y, width }} aria-hidden />}
    </ViewportPortal>
  )
}
