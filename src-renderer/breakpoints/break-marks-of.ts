/** Breakpoints as the drawing marks them. */
import { innerId, isInnerId } from '../../src-shared/flow/inner-ids'
import type { Breakpoint } from '../../src-shared/run/log/breakpoints'
import type { BreakMark, BreakMarks, EdgeBreakMark } from '../editor/canvas/break-marks'

/** `within`: the sub-flow whose inside is drawn, as a run knows it; empty: the flow itself. What is deeper inside is not marked. */
export function breakMarksOf(all: readonly Breakpoint[], within: string): BreakMarks {
  const around = within === '' ? '' : innerId(within, '')
  const ownOf = (id: string): string | null => {
    const own = id.startsWith(around) ? id.slice(around.length) : null
    return own === null || isInnerId(own) ? null : own
  }
  const nodes: { [id: string]: BreakMark } = {}
  const edges: { [id: string]: EdgeBreakMark } = {}
  for (const { place, isOn, once } of all) {
    const own = place.on === 'node' ? ownOf(place.node) : place.on === 'edge' ? ownOf(place.edge) : null
    if (own === null) continue
    if (place.on === 'node') nodes[own] = { ...nodes[own], ...(once === true ? { once } : { [place.side]: isOn }) }
    else edges[own] = { ...edges[own], ...(once === true ? { once } : { on: isOn }) }
  }
  return { nodes, edges }
}
