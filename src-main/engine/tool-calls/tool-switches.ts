/** Which tools of a participant a code tool may switch off and on: those that the drawing gives it, by their exact names. */
import { findByName } from '../../../src-shared/match'
import { isUsed } from '../../../src-shared/agents/offers/offers'
import { AppError } from '../../../src-shared/errors'
import { inEnglish } from '../../../src-shared/languages/translate'
import type { CompiledFlow, FlowFacts } from '../contract/runtime'
import type { ToolSwitches } from '../state/switches'

/**
 * What a call switched, by the exact names of the participant's tools. Throws AppError for a name that none of them has, and for one
 * that the drawing switches off: nobody was asked whether it may be used.
 */
export function switchedTools(flow: CompiledFlow, participant: string, switched: ToolSwitches): ToolSwitches {
  const { offersOf, poolsOf }: FlowFacts = flow.drawn ?? flow
  const own = offersOf(participant).filter(isUsed)
  const pooled = poolsOf(participant).flatMap(({ tools, enabled }) =>
    tools.map((tool) => ({ ...tool, enabled: tool.enabled && enabled })),
  )
  const known = [...own, ...pooled]
  const names = known.map(({ name }) => name)
  const found = Object.entries(switched).map(([asked, isOn]) => {
    const name = findByName(names, asked.trim())
    if (name === null) throw new AppError('not-found', inEnglish(`tool ${asked} does not exist`))
    if (isOn && !known.some((tool) => tool.name === name && tool.enabled))
      throw new AppError(
        'not-found',
        inEnglish(`tool ${name} is switched off in the flow, so no tool can switch it on`),
      )
    return [name, isOn] as const
  })
  return Object.fromEntries(found)
}
