/** While somebody steps through a diagram, the drawing shows the same moment: where the baton was, what ran, which edge was travelled. */
import { useEffect, useRef } from 'react'
import { drawnNode, isInnerId } from '../../src-shared/flow/inner-ids'
import type { Sequence, SequenceItem } from '../../src-shared/run/sequence/sequence-parts'
import type { NodeRun, RunOverlay } from '../editor/canvas/run-overlay'
import { useEditor } from '../editor/editor-context'
import { showMoment } from '../run/store/overlay-feed'
import { useRun, useRunStore } from '../run/store/run-context'

/** `item` null: the drawing shows the present again. */
export function useCanvasEcho(item: SequenceItem | null, lanes: Sequence['lanes']): void {
  const { overlay } = useEditor()
  const run = useRunStore()
  const shown = useRef<string | null>(null)
  const travels = useRef(0)
  const nodeOf = (lane: number): string | null => {
    const node = lanes[lane]?.node ?? null
    return node === null ? null : drawnNode(node)
  }
  const from = item === null ? null : nodeOf(item.from)
  const to = item === null ? null : nodeOf(item.to)
  // What runs meanwhile would show itself.
  const holder = useRun((state) => state.view.holder)
  const nodes = useRun((state) => state.view.nodes)
  useEffect(() => {
    if (item === null) return restore(shown, () => showMoment(overlay, run.getState()))
    if (shown.current !== item.key) travels.current += 1
    shown.current = item.key
    // Travels of the run count upwards, so these are told from them.
    overlay.show({ ...echoOf(item, from, to), travelled: travelOf(item, -travels.current) })
  }, [item, from, to, overlay, run, holder, nodes])
  useEffect(() => () => restore(shown, () => showMoment(overlay, run.getState())), [overlay, run])
}

function restore(shown: { current: string | null }, show: () => void): void {
  if (shown.current === null) return
  shown.current = null
  show()
}

function travelOf(item: SequenceItem, at: number): RunOverlay['travelled'] {
  return item.kind === 'handoff' && item.edge !== null && !isInnerId(item.edge) ? { edgeId: item.edge, at } : null
}

/** A moment on the drawing. */
function echoOf(item: SequenceItem, from: string | null, to: string | null): Partial<RunOverlay> {
  const busy = (id: string | null, state: NodeRun): RunOverlay['nodes'] => (id === null ? {} : { [id]: state })
  switch (item.kind) {
    case 'message':
    case 'handoff':
      return { holder: to ?? from, nodes: to === null || from === null ? {} : busy(from, { state: 'done' }) }
    case 'call':
      return { holder: from, nodes: to === from ? {} : busy(to, { state: 'running' }) }
    case 'result':
      return { holder: to, nodes: to === from ? {} : busy(from, { state: item.isError ? 'failed' : 'done' }) }
    case 'note':
      // What failed says so in words of its own.
      return {
        holder: from,
        nodes:
          item.tone === 'danger' && typeof item.text === 'string'
            ? busy(from, { state: 'failed', message: item.text })
            : {},
      }
  }
}
