/** The one place where a step pauses: before it begins, once, as a question to the person. Where nothing is set and nobody steps, it is the step as it was. */
import type { Breakpoint, GoOn } from '../../../src-shared/run/log/breakpoints'
import type { QuestionOf } from '../../../src-shared/run/log/questions'
import { toFault } from '../../../src-shared/run/log/reasons'
import { step, aroundStep } from '../contract/step'
import type { Step, StepContext } from '../contract/runtime'
import { stopTurn } from '../state/draft'
import type { StepMode } from '../state/pause-state'
import type { BatonState, BatonUpdate } from '../state/state'
import { callRound, heldIn, type CallRound } from './next-call'
import { isWalked, modeAt, modeOf, pauseAt, pausesAfter, type Pause } from './pauses'
import { markAfter, seenCalls, stepMoment, type StepMoment } from './step-moment'

/** A step that pauses where a person wants it to. `name`: that of its graph node. */
export function stepWithBreakpoints(name: string, drawn: Step): Step {
  return aroundStep(drawn, async (inner, state, context) => {
    const { pauses } = context
    const breakpoints = pauses.breakpoints()
    const isFree = breakpoints.length === 0 && (pauses.stepping ?? null) === null && !pauses.hasPaused()
    if (isFree && !isStepped(state)) return inner(state, context)
    const { moment, seen, first, roundAfter } = momentOfCalls(state, context, { name, breakpoints })
    const onFault = ({ condition }: { condition: string }, cause: unknown) =>
      context.warnOnce({
        type: 'warning',
        node: moment.owner,
        code: 'breakpoint-condition',
        facts: { condition, ...toFault(cause) },
      })
    const pause = pauseAt(state, moment, { breakpoints, onFault })
    const isPaused = pause.because.length > 0 || pauses.isAsked(questionOf(context))
    const go = isPaused ? askHow(context, moment, pause) : null
    const round = go === null ? first : roundAfter(go)
    // Who was at the step when its calls were all to run at once, and steps from there, comes to the second of them next.
    const next = first.next ?? (go?.is === 'to' ? null : round.next)
    const letIn = next === null ? seen : [...seen, next.key]
    const kept = (update: BatonUpdate, inside: GoOn | null): BatonUpdate => {
      const last = markAfter(moment, update, context.flow)
      return { ...update, pauses: pausesAfter(state, moment, { pause, go, inside, last, seen: letIn }) }
    }
    if (go?.is === 'stop') return kept(await stopped(state, context), null)
    // The call to which they run is come to by itself.
    if (next === null && round.next !== null) return kept({}, null)
    const held = heldIn(round, { calls: moment.batch.calls, letIn: new Set(letIn) })
    const hearing = hearAnswers(context, {
      held,
      stepping: steppingInside(go === null ? modeAt(state, moment) : modeOf(go, moment.depth)),
    })
    const update = await inner(state, hearing.context)
    const inside = hearing.go()
    return inside?.is === 'stop' ? kept(await stopped(state, context), inside) : kept(update, inside)
  })
}

type CallsMoment = {
  moment: StepMoment
  seen: readonly string[]
  first: CallRound
  /** How the calls go on after an answer. */
  roundAfter: (go: GoOn) => CallRound
}

/** The moment at which a step begins, with the call that it comes to where it makes several. */
function momentOfCalls(
  state: BatonState,
  context: StepContext,
  { name, breakpoints }: { name: string; breakpoints: readonly Breakpoint[] },
): CallsMoment {
  const moment = stepMoment(state, context, name)
  const { calls } = moment.batch
  const seen = seenCalls(moment)
  const round = (isWalking: boolean, mode: StepMode | null): CallRound =>
    calls.length === 0
      ? NO_CALLS
      : callRound({ calls, seen: new Set(seen), breakpoints, flow: context.flow, isStepped: isWalking, mode })
  const first = round(isWalked(state, moment), modeAt(state, moment))
  const happened = { ...moment.happened, calls: first.next === null ? [] : [first.next] }
  return {
    moment: { ...moment, happened },
    seen,
    first,
    roundAfter: (go) => round(go.is === 'into' || go.is === 'over', modeOf(go, moment.depth)),
  }
}

const NO_CALLS: CallRound = { next: null, single: new Set() }

/** How a flow is stepped through that a call of the step runs: who steps into the step comes into it, and who runs to a node may find it there. */
function steppingInside(mode: StepMode | null): StepMode | null {
  return mode?.is === 'into' || mode?.is === 'to' ? mode : null
}

type AnswersHeard = { context: StepContext; go: () => GoOn | null }

/** The context of a step that leaves out calls, and hears how a person goes on who is paused in a flow that one of its calls runs. */
function hearAnswers(
  context: StepContext,
  { held, stepping }: { held: ReadonlySet<string>; stepping: StepMode | null },
): AnswersHeard {
  let go: GoOn | null = null
  const ask: StepContext['ask'] = (asked) => {
    const answers = context.ask(asked)
    for (const answer of answers.values()) if (answer.kind === 'breakpoint') ({ go } = answer)
    return answers
  }
  const pauses = held.size === 0 ? context.pauses : { ...context.pauses, held }
  const insideOf: StepContext['insideOf'] = (call) => {
    const inside = context.insideOf(call)
    return stepping === null || inside.pauses === null ? inside : { ...inside, pauses: { ...inside.pauses, stepping } }
  }
  return { context: { ...context, ask, pauses, insideOf }, go: () => go }
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
  const { owner: node, verb, depth, batch, frames, happened } = moment
  const id = questionOf(context)
  const next = happened.calls.length > 0 ? happened.calls : batch.calls
  const calls = next.map(({ tool }) => tool)
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
