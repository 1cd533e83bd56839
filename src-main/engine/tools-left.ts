/** Says that a model was not offered all that is drawn, since its server takes only so much. */
import type { ToolsLeft } from '../models/model'
import type { Draft } from './draft'
import type { StepContext } from './runtime'

/** The codes of these warnings. */
export const TOOLS_LEFT_CODES = ['tools-left-out', 'descriptions-cut'] as const
type Code = (typeof TOOLS_LEFT_CODES)[number]

type Asked = { draft: Draft; context: StepContext; call: { node: string } }

/** One warning of a sort for a node and turn. */
export function warnOfTools(asked: Asked, { tools, descriptions }: ToolsLeft): void {
  const name = asked.context.flow.nameOf(asked.call.node)
  if (tools.length > 0)
    tell(asked, {
      code: 'tools-left-out',
      message: `The model server takes fewer tools than ${name} has, so ${few(tools)} ${tools.length === 1 ? 'was' : 'were'} not offered. Switch off tools that are not needed, or put them into a pool that searches.`,
    })
  if (descriptions.length > 0)
    tell(asked, {
      code: 'descriptions-cut',
      message: `The model server takes shorter descriptions of tools, so for ${name} the end of what describes ${few(descriptions)} was not sent. Shorten it, so that nothing that matters is lost.`,
    })
}

function tell({ draft: { turn }, context, call: { node } }: Asked, { code, message }: { code: Code; message: string }) {
  const key = `${code} ${node}`
  if (turn.told?.includes(key) === true) return
  turn.told = [...(turn.told ?? []), key]
  context.emit({ type: 'warning', node, code, message })
}

const MOST_NAMED = 5

function few(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMED).join(', ')
  return names.length <= MOST_NAMED ? shown : `${shown} and ${names.length - MOST_NAMED} more`
}
