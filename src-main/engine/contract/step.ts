/** The one way to make a step: it works on a draft of the state, and what it has changed there is its update. */
import { beginStep, updateOf, type Draft } from '../state/draft'
import type { Step, StepContext } from './runtime'
import type { BatonState, BatonUpdate } from '../state/state'

type Run = (state: BatonState, context: StepContext) => Promise<BatonUpdate>

/** A step that does its work on a draft, which it may leave at any point. */
export function step(work: (draft: Draft, context: StepContext) => Promise<void> | void): Step {
  return made(async (state, context) => {
    const draft = beginStep(state, context)
    await work(draft, context)
    draft.turn.ms = context.turnMs()
    return updateOf(draft)
  })
}

/** A step with something round it: another state or context for it, more in its update, or what follows when it fails. */
export function aroundStep(
  inner: Step,
  around: (inner: Step, state: BatonState, context: StepContext) => Promise<BatonUpdate>,
): Step {
  return made((state, context) => around(inner, state, context))
}

function made(run: Run): Step {
  return run as Step
}
