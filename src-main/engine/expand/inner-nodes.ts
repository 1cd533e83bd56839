/** Names of the nodes that a drawing does not show and a run tells of: those inside sub-flows and of flows that are tools. */
import { heldFlow } from '../../../src-shared/flow/editing/embedded-flow'
import { innerId, isInnerId } from '../../../src-shared/flow/inner-ids'
import { openFlow } from '../../../src-shared/flow/editing/open'
import type { Flow } from '../../../src-shared/flow/records'
import type { InnerNode } from '../../../src-shared/run/log/events'
import { kindOf } from '../../../src-shared/kinds'
import { expandFlow } from './expand'

/** By the ids that events give them; `flow` has its sub-flows drawn in. */
export function innerNodes(flow: Flow): { [id: string]: InnerNode } {
  const inner: { [id: string]: InnerNode } = {}
  for (const [id, { kind, name }] of Object.entries(flow.nodes)) if (isInnerId(id)) inner[id] = { kind, name }
  addTools(inner, flow, '')
  return inner
}

function addTools(inner: { [id: string]: InnerNode }, flow: Flow, holder: string): void {
  for (const [id, node] of Object.entries(flow.nodes)) {
    const held = kindOf(node)?.roles.tool === true ? heldFlow(node) : null
    const opened = held?.by === 'value' ? openFlow(held.value) : null
    if (opened?.ok !== true) continue
    const own = holder === '' ? id : innerId(holder, id)
    const whole = expandFlow(opened.flow)
    for (const [innerNode, { kind, name }] of Object.entries(whole.nodes))
      inner[innerId(own, innerNode)] = { kind, name }
    addTools(inner, whole, own)
  }
}
