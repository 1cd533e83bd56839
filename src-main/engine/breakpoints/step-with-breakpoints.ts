/** The one place where a step pauses: before it begins, once, as a question to the person. Where nothing is set and nobody steps, it is the step as it was. */
import type { GoOn } from '../../../src-shared/run/log/breakpoints'
import type { QuestionOf } from '../../../src-shared/run/log/questions'
import { step, aroundStep } from '../contract/step'
import type { Step, StepContext } from '../contract/runtime'
import { stopTurn } from '../state/draft'
import type { BatonState } from '../state/state'
import { pauseAt, pausesAfter, type Pause } from './pauses'
import { markAfter, stepMoment, type StepMoment } from './step-moment'

/** A step that pauses where a person wants it to. `name`: that of its graph node. */
export function stepWithBreakpoints(name: string, drawn: Step): Step {
  return aroundStep(drawn, async (inner, state, context) => {
    const breakpoints = context.pauses.breakpoints()
    const isPaused = context.pauses.isAsked(questionOf(context))
    if (breakpoints.length === 0 && !isPaused && !isStepped(state)) return inner(state, context)
    const moment = stepMoment(state, context, name)
    const onFault = ({ condition }: { condition: string }, error: string) =>
      context.warnOnce({
        type: 'warning',
        node: moment.owner,
        code: 'breakpoint-condition',
        facts: { condition, error },
      })
    const pause = pauseAt(state, moment, { breakpoints, onFault })
    const go = pause.because.length === 0 && !isPaused ? null : askHow(context, moment, pause)
    const update = go?.is === 'stop' ? await stopped(state, context) : await inner(state, context)
    const last = markAfter(moment, update, context.flow)
    return { ...update, pauses: pausesAfter(state, moment, { pause, go, last }) }
  })
}

function isStepped({ pauses }: BatonState): boolean {
  return Object.values(pauses.stacks).some(({ mode }) => mode !== null)
}

const stopped = step((draft) => stopTurn(draft))

/** The question that a step pauses with. */
function questionOf({ task }: StepContext): string {
  return `pause.${task}`
}

function askHow(context: StepContext, moment: StepMoment, { because }: Pause): GoOn {
  const { owner: node, verb, depth, batch, frames } = moment
  const id = questionOf(context)
  const calls = batch.calls.map(({ tool }) => tool)
  const question: QuestionOf<'breakpoint'> = {
    kind: 'breakpoint',
    problem: null,
    verb,
    because: [...because],
    calls,
    depth,
  }
  const asked = { id, node, path: frames.at(-1)?.scope ?? '', question }
  return context.ask<'breakpoint'>([asked]).get(id)?.go ?? { is: 'continue' }
}
