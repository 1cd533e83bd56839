/** Which nodes can be tried as they are: one tool each. Pools and sources of many have theirs in a list. */
import type { FlowNode } from '../../src-shared/flow/records'
import { kindOf } from '../../src-shared/kinds/index'

export function isTriable(node: FlowNode | undefined): boolean {
  const kind = node === undefined ? null : kindOf(node)
  if (node === undefined || kind === null) return false
  return kind.roles.tool === true && kind.roles.source !== true && kind.pool(node) === null
}
