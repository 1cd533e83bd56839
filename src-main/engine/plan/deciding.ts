/**
 * Steps of a plan on whose tool a person decides: what is known of each, and the question. The step that carries the plan out runs in rounds, each a
 * super-step: all that may run runs, what is to be decided is asked at once, and what needs the evidence of a step that waits waits too.
 */
import type { JsonObject } from '../../../src-shared/flow/records'
import { fittedArguments } from '../tool-calls/invoke-tool'
import {
  askAgain,
  askedAsOfNow,
  askedHere,
  decidedAnswer,
  decidedCall,
  isAsIs,
  newCall,
  questionOfCall,
} from '../tool-calls/call-of-person'
import type { CallOfPerson } from '../tool-calls/call-of-person'
import type { NodeQuestion, StepContext } from '../contract/runtime'
import { topFrame, type Draft } from '../state/draft'
import type { AskedCall, DecidedCall } from '../state/decided-call'
import type { DecidingSteps, HeldStep, InnerStep, PlannedStepState, PlanState } from '../state/plan-state'
import { givenTo } from '../tool-calls/decided-calls'
import { asReleased, tellHeld } from '../tool-calls/held-results'
import { placeOf, planOf, setPlan } from '../tool-calls/plans'
import { toolNamed, type PlanTool } from './plan-tools'
import type { StepWait } from './run-step'

/** What is decided of the steps of a plan while they are carried out, by step. */
export type StepDecisions = {
  /** Whether a person has to decide on a step before it runs. */
  needs: (step: PlannedStepState) => boolean
  decidedOf: (step: PlannedStepState) => DecidedCall | null
  /** What its tool asked, with what was answered; null: it has asked nothing. */
  innerOf: (step: PlannedStepState) => InnerStep | null
  /** What its tool gave that a person looks at; null: nothing. */
  heldOf: (step: PlannedStepState) => HeldStep | null
  /** Whether it waits for an answer that is not there. */
  waits: (step: PlannedStepState) => boolean
  /** Keeps what it waits for. */
  wait: (step: PlannedStepState, wait: StepWait) => void
  /** Whether a person let it call its tool: then one that is begun and has no result does not run again by itself. */
  isLetRun: (step: PlannedStepState) => boolean
  /** Works out what is to be asked of a step; false: its arguments do not fit, so that it fails without anybody. */
  ask: (step: PlannedStepState, args: JsonObject) => Promise<boolean>
  /** What is asked anew of a step that was let run, where its tool is described otherwise right now; null: it may run. */
  askedAsOfNow: (step: PlannedStepState, decided: DecidedCall) => Promise<AskedCall | null>
  /** It was begun before a kill, and nobody knows its end. */
  askAgain: (step: PlannedStepState) => void
  /** It waits, and so does all that needs it: gives what it came to, nothing. */
  hold: (step: PlannedStepState) => null
  isHeld: (step: string) => boolean
  /** What is to be stored of those that have not run. */
  left: (hasRun: (step: PlannedStepState) => boolean) => DecidingSteps
}

type CallsByStep = DecidingSteps['calls']
type Inner = NonNullable<DecidingSteps['inner']>
type Gifts = NonNullable<DecidingSteps['held']>

function knownOf({ deciding, round }: PlanState): CallsByStep {
  return deciding?.round === round ? deciding.calls : {}
}

function innerOf({ deciding, round }: PlanState): Inner {
  return deciding?.round === round ? (deciding.inner ?? {}) : {}
}

function giftsOf({ deciding, round }: PlanState): Gifts {
  return deciding?.round === round ? (deciding.held ?? {}) : {}
}

/** Whether any step waits for a person. */
export function isAnyoneAsked({ calls, inner = {}, held = {} }: DecidingSteps): boolean {
  return [calls, inner, held].some((waiting) => Object.keys(waiting).length > 0)
}

export function stepDecisions(
  draft: Draft,
  context: StepContext,
  { id, tools }: { id: string; tools: readonly PlanTool[] },
): StepDecisions {
  const plan = planOf(draft, id)
  const known: CallsByStep = { ...knownOf(plan) }
  const inner: Inner = { ...innerOf(plan) }
  const gifts: Gifts = { ...giftsOf(plan) }
  const held = new Set<string>()
  const callAt = ({ tool }: PlannedStepState) => callOf(id, toolNamed(tools, tool))
  const asIs = (step: PlannedStepState): AskedCall | DecidedCall | null => {
    const [call, before] = [callAt(step), known[step.id]]
    return call === null || before === undefined || !isAsIs(context, call, before) ? null : before
  }
  const decidedOf = (step: PlannedStepState): DecidedCall | null => {
    const before = asIs(step)
    return before?.state === 'decided' ? before : null
  }
  return {
    needs: (step) => {
      const call = callAt(step)
      return call !== null && context.flow.approvals.has(id, call.toolNode)
    },
    decidedOf,
    innerOf: ({ id: step }) => inner[step] ?? null,
    heldOf: ({ id: step }) => gifts[step] ?? null,
    waits: ({ id: step }) =>
      inner[step]?.given.length === 0 || (gifts[step] !== undefined && gifts[step].decision === undefined),
    wait({ id: step }, wait) {
      if (wait.waits === 'inside') inner[step] = { ...wait.inner, given: [] }
      else if (wait.waits === 'held') gifts[step] = wait.held
      else known[step] = wait.asked
    },
    isLetRun(step) {
      const decided = decidedOf(step)
      // What is held has run.
      return decided !== null && gifts[step.id] === undefined && decidedAnswer(context, decided.decision) === null
    },
    hold({ id: step }) {
      held.add(step)
      return null
    },
    isHeld: (step) => held.has(step),
    async ask(step, args) {
      const call = callAt(step)
      if (call === null || asIs(step) !== null) return call !== null
      const before = known[step.id]
      if (before !== undefined) {
        known[step.id] = askedHere(context, call, before)
        return true
      }
      const fitted = await fittedArguments(context, { ...call, arguments: args })
      if ('unfit' in fitted) return false
      known[step.id] = newCall(draft, context, { call, args: fitted.args })
      return true
    },
    async askedAsOfNow(step, decided) {
      const call = callAt(step)
      return call === null ? null : askedAsOfNow(context, call, decided)
    },
    askAgain(step) {
      const before = known[step.id]
      if (before?.state === 'decided') known[step.id] = askAgain(before)
    },
    left(hasRun) {
      const open = new Set(plan.steps.filter((step) => !hasRun(step)).map(({ id: step }) => step))
      const those = <One>(all: { [step: string]: One }): { [step: string]: One } =>
        Object.fromEntries(Object.entries(all).filter(([step]) => open.has(step)))
      return { round: plan.round, calls: those(known), inner: those(inner), held: those(gifts), isThrough: true }
    },
  }
}

function callOf(id: string, tool: PlanTool | null): CallOfPerson | null {
  if (tool === null || tool.node === null) return null
  return { node: id, tool: tool.name, toolNode: tool.node, sourceTool: tool.tool, parameters: tool.parameters }
}

/** Asks about every step that is not decided, once all that can run without it has, and keeps what was answered; false: there is none. */
export async function askAboutSteps(
  draft: Draft,
  context: StepContext,
  { id, tools }: { id: string; tools: readonly PlanTool[] },
): Promise<boolean> {
  const plan = planOf(draft, id)
  const known = knownOf(plan)
  const asked = plan.steps.flatMap((step) => {
    const [one, call] = [known[step.id], callOf(id, toolNamed(tools, step.tool))]
    return one?.state === 'asked' && call !== null ? [{ step, known: one, call }] : []
  })
  const inner = Object.entries(innerOf(plan)).filter(([, { given }]) => given.length === 0)
  const held = heldSteps(draft, id, plan)
  if (asked.length + inner.length + held.length === 0 || plan.deciding?.isThrough !== true) return false
  // Elsewhere, or with another flow, it is asked as it is there, when the step is looked at.
  if (asked.some(({ known: one, call }) => !isAsIs(context, call, one))) return false
  const path = topFrame(draft).scope
  const idOf = ({ step, known: { times } }: (typeof asked)[number]) =>
    `${plan.turn}.${placeOf(draft, id)}.${plan.round}.${step.id}.${times}`
  const questions = asked.map((one): NodeQuestion<'approve-call'> => {
    return { id: idOf(one), node: id, path, question: questionOfCall(context, one.call, one.known) }
  })
  const answers = context.ask([
    ...questions,
    ...held.map(({ question }) => question),
    ...inner.flatMap(([, one]) => one.questions),
  ])
  const calls: CallsByStep = { ...known }
  for (const one of asked) {
    const answer = answers.get(idOf(one))
    if (answer?.kind !== 'approve-call') continue
    const { decision } = answer
    calls[one.step.id] = await decidedCall(context, one.call, { known: one.known, decision })
  }
  const gifts: Gifts = { ...giftsOf(plan) }
  for (const { step, held: gift, question } of held) {
    const answer = answers.get(question.id)
    if (answer?.kind !== 'hold-result') continue
    const { decision } = answer
    tellHeld(draft, context, { node: id, tool: question.question.tool, decision })
    gifts[step] = { ...gift, ...asReleased(gift, decision), decision }
  }
  const asksInside: Inner = { ...innerOf(plan) }
  for (const [step, one] of inner) asksInside[step] = { ...one, given: givenTo(one.questions, answers) }
  const { round } = plan
  setPlan(draft, id, { ...plan, deciding: { round, calls, inner: asksInside, held: gifts, isThrough: false } })
  return true
}

type HeldQuestion = { step: string; held: HeldStep; question: NodeQuestion<'hold-result'> }

/** What steps gave that nobody has looked at. */
function heldSteps(draft: Draft, id: string, plan: PlanState): HeldQuestion[] {
  const gifts = giftsOf(plan)
  const path = topFrame(draft).scope
  return plan.steps.flatMap(({ id: step, tool, toolNode }): HeldQuestion[] => {
    const held = gifts[step]
    if (held === undefined || held.decision !== undefined) return []
    const { text, isError, question: questionId } = held
    const about = { tool, toolNode: toolNode ?? '', arguments: JSON.stringify(held.arguments ?? {}), text, isError }
    const question = { kind: 'hold-result', ...about, problem: null } as const
    return [{ step, held, question: { id: questionId, node: id, path, question } }]
  })
}
