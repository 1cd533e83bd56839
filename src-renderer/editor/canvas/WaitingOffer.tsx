/**
 * Where a run waits for a person, when that is out of sight. A pause is brought into view, as debuggers do, unless somebody has hold of the
 * drawing or writes on it; that, and a question, is offered otherwise.
 */
import { IconArrowRight } from '@tabler/icons-react'
import { useCallback, useEffect, useRef } from 'react'
import type { Flow } from '../../../src-shared/flow/records'
import { Panel, useShownPart, type ShownPart } from '../../react-flow/react-flow'
import { motionMs } from '../../ui/motion'
import { useT } from '../../ui/language'
import { useEditor, useFlow, useOverlay, type Editor } from '../editor-context'
import { boundsOf } from '../placing'
import { showNode } from '../show'
import { isInSight, viewOn } from './fit'
import { usePointerHeld } from '../../ui/use-pointer-held'
import type { RunOverlay } from './run-overlay'
import textStyles from '../../ui/text.module.css'
import styles from './WaitingOffer.module.css'

export function WaitingOffer() {
  const ids = useOverlay(waitingNodes)
  const isBusy = useBusyHand()
  return ids === '' ? null : <Offer ids={ids.split(' ')} isBusy={isBusy} />
}

/** So long after the wheel somebody still looks at where it led, in ms. */
const LOOKS_ON = 1000

/** Asks whether somebody has hold of the drawing, or just moved it. */
function useBusyHand(): () => boolean {
  const isHeld = usePointerHeld()
  const wheeled = useRef(-Infinity)
  useEffect(() => {
    const note = ({ timeStamp }: WheelEvent): void => void (wheeled.current = timeStamp)
    // Whoever goes on to something else, such as a key that steps, looks there no more.
    const forget = (): void => void (wheeled.current = -Infinity)
    window.addEventListener('wheel', note, { capture: true, passive: true })
    window.addEventListener('keydown', forget, true)
    window.addEventListener('pointerdown', forget, true)
    return () => {
      window.removeEventListener('wheel', note, { capture: true })
      window.removeEventListener('keydown', forget, true)
      window.removeEventListener('pointerdown', forget, true)
    }
  }, [])
  return useCallback(() => isHeld() || performance.now() - wheeled.current < LOOKS_ON, [isHeld])
}

/** Paused ones first. A text, so that it is compared by what it says. */
function waitingNodes({ nodes }: RunOverlay): string {
  const all = Object.entries(nodes)
  const inState = (state: string): string[] => all.flatMap(([id, run]) => (run.state === state ? [id] : []))
  return [...inState('paused'), ...inState('waiting')].join(' ')
}

function Offer({ ids, isBusy }: { ids: readonly string[]; isBusy: () => boolean }) {
  const t = useT()
  const editor = useEditor()
  const paused = useOverlay((overlay) => ids.find((id) => overlay.nodes[id]?.state === 'paused') ?? '')
  // Once for each pause: who moves away afterwards wants to.
  useEffect(() => {
    if (paused !== '' && !isBusy() && !isWriting()) bringUp(editor, paused)
  }, [editor, paused, isBusy])
  const id = useHidden(ids)
  const name = useFlow((flow) => flow.nodes[id]?.name)
  const isPaused = useOverlay((overlay) => overlay.nodes[id]?.state === 'paused')
  if (name === undefined) return null
  return (
    <Panel position="top-center">
      <button type="button" className={styles.offer} onClick={() => showNode(editor, id)}>
        <span className={textStyles.ellipsis}>
          {isPaused ? t('{name} is paused', { name }) : t('{name} waits for you', { name })}
        </span>
        <span className={styles.show}>
          {t('Show')}
          <IconArrowRight size={13} aria-hidden />
        </span>
      </button>
    </Panel>
  )
}

/** The first of some nodes that is out of sight; empty: none is. */
function useHidden(ids: readonly string[]): string {
  const { flows } = useEditor()
  useFlow((flow) => flow.layout)
  return useShownPart((shown) => ids.find((id) => isHidden(flows.getState().flow, id, shown)) ?? '')
}

function isHidden(flow: Flow, id: string, shown: ShownPart): boolean {
  const box = boundsOf(flow, [id])
  return box !== null && shown.width > 0 && !isInSight(box, shown)
}

/** Whether the focus is in a text on the drawing or in the inspector. */
function isWriting(): boolean {
  const place = document.activeElement?.closest('[data-canvas], [data-inspector]') ?? null
  return place !== null && document.activeElement?.matches('input, textarea, select, [data-text-editor]') === true
}

/** Moves the view to a node that is out of sight, as near as it is looked at now. */
function bringUp({ flows, view }: Editor, id: string): void {
  const { flow: drawing, element } = view.getState()
  const { flow } = flows.getState()
  const box = boundsOf(flow, [id])
  if (drawing === null || element === null || box === null) return
  const { x, y, zoom } = drawing.getViewport()
  const { clientWidth: width, clientHeight: height } = element
  if (!isHidden(flow, id, { x, y, zoom, width, height })) return
  const at = viewOn(box, { width, height }, { padding: 0, maxZoom: zoom })
  void drawing.setViewport(at, { duration: motionMs(240) })
}
