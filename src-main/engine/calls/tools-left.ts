/** Says that a model was not offered all that is drawn, since its server takes only so much. */
import type { WarningFacts } from '../../../src-shared/run/log/warnings'
import type { ToolsLeft } from '../../models/contract/model'
import type { Draft } from '../state/draft'
import type { StepContext } from '../contract/runtime'

type Code = 'tools-left-out' | 'descriptions-cut'
type Facts = WarningFacts[Code]
type WarningContext = { draft: Draft; context: StepContext; call: { node: string } }

/** One warning of a sort for a node and turn. */
export function warnOfTools(asked: WarningContext, { tools, descriptions }: ToolsLeft): void {
  const name = asked.context.flow.nameOf(asked.call.node)
  if (tools.length > 0) tell(asked, 'tools-left-out', { name, tools: [...tools] })
  if (descriptions.length > 0) tell(asked, 'descriptions-cut', { name, tools: [...descriptions] })
}

function tell({ draft: { turn }, context, call: { node } }: WarningContext, code: Code, facts: Facts): void {
  const key = `${code} ${node}`
  if (turn.told?.includes(key) === true) return
  turn.told = [...(turn.told ?? []), key]
  context.emit({ type: 'warning', node, code, facts })
}
