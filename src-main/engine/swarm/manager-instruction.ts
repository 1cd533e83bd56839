/** How the manager of a swarm is asked: as drawn, or as the flow's code says (swarm 6, 28). */
import { callCodeOrFail, configOf, messagesOf, textOf } from '../tool-calls/callables'
import type { Draft } from '../state/draft'
import { participantOf, type CompiledFlow, type StepContext } from '../contract/runtime'
import type { ModelSettings } from '../../models/contract/model'

/** Which model the manager is. */
export function managerSettings(flow: CompiledFlow): ModelSettings {
  return flow.modelOf(flow.settings.swarm.managerModel)
}

/** `id`: the agent that has answered. `drawn`: the instruction as it would be without code. */
type ManagerTexts = { id: string; members: readonly string[]; drawn: string }

/** The instruction. Code that fails fails the turn, as it does for whoever speaks. */
export async function managerInstruction(
  draft: Draft,
  context: StepContext,
  { id, members, drawn }: ManagerTexts,
): Promise<string> {
  const { flow } = context
  const { managerPromptCode } = flow.settings.swarm
  if (managerPromptCode === null) return drawn
  const answered = await callCodeOrFail(draft, context, {
    words: "The code for the instruction of the swarm's manager",
    node: id,
    about: 'instruction',
    what: { use: 'manager-instruction' },
    code: managerPromptCode,
    args: { prompt: drawn, candidates: members.map(flow.nameOf) },
    around: {
      sender: participantOf(flow, id).node.name,
      recipient: null,
      messages: messagesOf(draft, flow),
      config: configOf(flow, managerSettings(flow), undefined),
    },
    part: 'manager',
  })
  const text = textOf(answered.value)
  return text.trim() === '' ? drawn : text
}
