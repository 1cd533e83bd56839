/** The words beside the cursor while a wire is pulled: why it cannot end here. */
import { useEffect, useRef } from 'react'
import type { WiringState } from '../session-store'
import { canJoin, looseOf } from '../wiring'
import { useEditor, useSession } from '../editor-context'
import { nodeAtPoint } from './canvas-events'
import { useT } from '../../ui/language'
import styles from './WireHint.module.css'

export function WireHint() {
  const wiring = useSession((session) => session.wiring)
  return wiring === null ? null : <Hint wiring={wiring} />
}

function Hint({ wiring }: { wiring: WiringState }) {
  const t = useT()
  const { flows } = useEditor()
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let over: string | null = null
    function follow(event: PointerEvent): void {
      const hint = element.current
      if (hint === null) return
      const target = nodeAtPoint({ x: event.clientX, y: event.clientY })
      if (target !== over) {
        over = target
        const isHome = target === null || target === wiring.node
        const answer = isHome ? null : canJoin(flows.getState().flow, looseOf(wiring), target)
        hint.textContent = answer?.ok === false ? t.message(answer.reason) : ''
      }
      hint.style.transform = `translate(${event.clientX + 14}px, ${event.clientY + 16}px)`
    }
    document.addEventListener('pointermove', follow)
    return () => document.removeEventListener('pointermove', follow)
  }, [flows, wiring, t])
  return <div className={styles.wireHint} data-wire-hint ref={element} role="status" />
}
