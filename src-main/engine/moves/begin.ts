/** What the one on top does first with a message. */
import { leadingStep, topFrame, userEntryOf, type Draft } from '../state/draft'
import { stepName, stepsToBegin, type CompiledFlow } from '../contract/runtime'

/** The check of whoever brought in the one on top, before each of its replies: whether the user wants something else (DialogSupervisor 8, 9). */
export function switchChecks(draft: Draft, flow: CompiledFlow): string[] {
  const parent = draft.frames.at(-2)
  if (parent === undefined || leadingStep(parent) !== null) return []
  const speaks = flow.participants.get(parent.node)?.speaks
  return speaks?.checksSwitch(topFrame(draft).edge) === true ? [stepName.switchCheck(parent.node)] : []
}

/** The steps of the one on top; those of a guest come after the check of whoever brought it in. */
export function beginTop(draft: Draft, flow: CompiledFlow): string[] {
  const { node, isGuest } = topFrame(draft)
  const participant = flow.participants.get(node)
  const steps = participant === undefined ? [] : stepsToBegin(participant, draft, flow)
  return isGuest === true && userEntryOf(draft) !== null ? [...switchChecks(draft, flow), ...steps] : steps
}
