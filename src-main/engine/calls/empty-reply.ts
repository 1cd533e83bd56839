/** A reply of a model in which nothing was. */
import type { StepContext } from '../contract/runtime'

export function warnEmptyReply(context: StepContext, node: string): void {
  context.emit({ type: 'warning', node, code: 'empty-reply', facts: { name: context.flow.nameOf(node) } })
}
