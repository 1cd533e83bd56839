/** Before a step: what a person says to a turn that goes on ends it there, in order, and is the next turn. */
import { endTurn } from '../state/draft'
import { aroundStep, step } from '../contract/step'
import type { Step } from '../contract/runtime'

/** The step, unless somebody has spoken. */
export function unlessSpoken(inner: Step): Step {
  return aroundStep(inner, (own, state, context) =>
    context.interjection.endsHere() ? ending(state, context) : own(state, context),
  )
}

const ending = step((draft) => endTurn(draft, { reason: 'spoken', limit: null }))
