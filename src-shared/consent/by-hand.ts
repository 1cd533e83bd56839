/** What tools that nobody uses would need to be connected or tried by hand: no run uses them, so no run lists this. */
import { flowGraph } from '../flow/graph'
import type { Flow } from '../flow/records'
import { byItself, eachOnce, needsOf, nodeNeeds, type ConsentItem } from './items'

/** Each once for all of its tools, also those of flows that are drawn in; nothing for disabled tools. */
export function itemsByHand(flow: Flow): ConsentItem[] {
  return eachOnce(needsOf(flow).filter(({ byHand }) => byHand))
}

/** What one tool would use if it were in use, with what a flow in it would. */
export function itemsOfToolByHand(whole: Flow, id: string): ConsentItem[] {
  const { flow } = flowGraph(whole)
  if (!Object.hasOwn(flow.nodes, id)) return []
  return eachOnce(nodeNeeds(flow, id, byItself(flow)).filter(({ byHand }) => !byHand))
}
