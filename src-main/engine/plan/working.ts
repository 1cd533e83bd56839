/**
 * The step in which a plan is carried out: every step of the plan starts the moment its inputs exist, and what it gives is
 * stored at once, so that a killed app runs no finished step again (ReWOO 20 to 23, 28).
 */
import { AppError } from '../../../src-shared/errors'
import { message } from '../../../src-shared/languages/translate'
import type { JsonObject } from '../../../src-shared/flow/records'
import { endsByStoredBudget } from '../calls/budgets'
import { countSpent } from '../calls/call-model'
import type { Draft } from '../state/draft'
import type { Step, StepContext } from '../contract/runtime'
import { step } from '../contract/step'
import { failInOrder } from '../workers/workers'
import type { PlanningNode } from './planning'
import { planTools, toolNamed, type PlanTool } from './plan-tools'
import type { DecidingSteps, HeldStep, PlannedStepState, StepResult } from '../state/plan-state'
import {
  eventPlace,
  goOnWith,
  inOrder,
  planOf,
  planStepName,
  resultEvent,
  setPlan,
  tellSteps,
  waitingFor,
} from '../tool-calls/plans'
import { askAboutSteps, isAnyoneAsked, stepDecisions, type StepDecisions } from './deciding'
import { isRecorded, runStep, stepCall, type StepRun, type StepWait, type UndecidedStep, type Work } from './run-step'
import { once } from '../tool-calls/once'

/** Carries the plan out as far as it is not done yet; then the solver answers. */
export function workPlanStep(node: PlanningNode): Step {
  return step(async (draft, context) => {
    const { id, data } = node
    const tools = planTools(context.flow, id, data)
    if (await askAboutSteps(draft, context, { id, tools })) return
    tellSteps(draft, context, id)
    if (endsByStoredBudget(draft, context, id)) return
    const before = draft.variables
    const { done: results, deciding } = await carryOut(draft, context, { node, tools })
    const plan = planOf(draft, id)
    const steps = plan.steps.map((step) => ({ ...step, result: results.get(step.id) ?? null }))
    const isPaused = steps.some((step) => step.result === null && context.pauses.held?.has(step.id) === true)
    const waits = isPaused || isAnyoneAsked(deciding)
    setPlan(draft, id, { ...plan, steps, ...(waits || plan.deciding !== undefined ? { deciding } : {}) })
    draft.variables = changedBy(before, plan.steps, results)
    if (draft.turn.end !== null) return
    const failed = steps.find((step) => step.result !== null && stopsAt(step, step.result, node))
    if (failed !== undefined) failInOrder(draft, context, failureOf(failed, id))
    else if (!waits) goOnWith(draft, planStepName.solve(id))
  })
}

/** A tool that failed stops the plan where the node says so; a name that nobody knows never does (ReWOO 21, 22). */
function stopsAt({ toolNode, tool }: PlannedStepState, { state }: StepResult, { data }: PlanningNode): boolean {
  const isKnown = toolNode !== null || tool === data.modelTool.trim()
  return state === 'failed' && data.onToolError === 'stop' && isKnown
}

function failureOf({ id: step, tool, result }: PlannedStepState, node: string): AppError {
  return new AppError(
    'tool-failed',
    message('Step {step} of the plan failed: {tool}: {reason}', { step, tool, reason: result?.error ?? '' }),
    { node, step },
  )
}

type Results = Map<string, StepResult | null>

/** `deciding`: the steps that a person decides on and that have not run. */
type CarriedOut = { done: Results; deciding: DecidingSteps }
type ToCarryOut = { node: PlanningNode; tools: readonly PlanTool[] }

async function carryOut(draft: Draft, context: StepContext, { node, tools }: ToCarryOut): Promise<CarriedOut> {
  const { id, data } = node
  const plan = planOf(draft, id)
  const stop = new AbortController()
  const done: Results = new Map()
  const work: Work = {
    id,
    data,
    tools,
    signal: AbortSignal.any([context.signal, stop.signal]),
    variables: () => changedBy(draft.variables, plan.steps, done),
    calls: { underWay: 0 },
  }
  const after = waitingFor(plan.steps, context.flow)
  const places = placesFor(plan.steps, { count: data.maxParallel, done, after })
  const decisions = stepDecisions(draft, context, work)
  const isHeld = ({ deps, id: step }: PlannedStepState): boolean =>
    [...deps, after.get(step) ?? ''].some(decisions.isHeld)
  const begin = async (step: PlannedStepState): Promise<StepRunResult> => {
    await places.take(step.id)
    context.signal.throwIfAborted()
    if (isHeld(step) || decisions.waits(step) || context.pauses.held?.has(step.id) === true) return decisions.hold(step)
    if (step.deps.some((dep) => done.get(dep) === null) || work.signal.aborted) return null
    return beginStep(draft, context, { one: oneStep(step, { work, done, plan: plan.steps }), decisions })
  }
  const settle = (step: PlannedStepState, result: StepResult | null): void => {
    done.set(step.id, result)
    if (draft.turn.end !== null || (result !== null && stopsAt(step, result, node))) stop.abort()
    places.leave(step.id)
  }
  const running = plan.steps.map(async (step) => {
    try {
      settle(
        step,
        isKept(step, node)
          ? keep(draft, context, { id, step })
          : await lasting(draft, context, { id, step, begin, decisions }),
      )
    } catch (cause) {
      settle(step, null)
      throw cause
    }
  })
  // LangGraph identifies the parts of a step by the order in which they are requested, which is that of the plan.
  await Promise.all(running)
  return { done, deciding: decisions.left(({ id: one }) => done.get(one) != null) }
}

type BegunStep = { one: UndecidedStep; decisions: StepDecisions }
type StepRunResult = StepRun | StepWait | null

/** Runs a step, unless a person has to decide on it first. */
async function beginStep(draft: Draft, context: StepContext, { one, decisions }: BegunStep): Promise<StepRunResult> {
  const { step } = one
  const released = decisions.heldOf(step)
  if (released !== null) return runStep(draft, context, { ...one, decided: null, inner: null, released })
  const needs = decisions.needs(step) && !isRecorded(draft, context, one)
  const decided = needs ? decisions.decidedOf(step) : null
  if (needs && decided === null && (await decisions.ask(step, stepCall(one).args ?? {}))) return decisions.hold(step)
  const asked = decided === null ? null : await decisions.askedAsOfNow(step, decided)
  if (asked !== null) return { waits: 'decision', asked }
  return runStep(draft, context, { ...one, decided, inner: decisions.innerOf(step), released: null })
}

/** A result from before stays, but for a failure that had stopped the plan. */
function isKept(step: PlannedStepState, node: PlanningNode): boolean {
  return step.result !== null && !stopsAt(step, step.result, node)
}

/** Such a result is told again, since a run that goes on may be followed by itself. */
function keep(draft: Draft, context: StepContext, { id, step }: Pick<StepStart, 'id' | 'step'>): StepResult | null {
  if (step.result !== null) context.emit(resultEvent(eventPlace(draft, id), step, step.result))
  return step.result
}

type StepStart = {
  id: string
  step: PlannedStepState
  begin: (step: PlannedStepState) => Promise<StepRunResult>
  decisions: StepDecisions
}

/**
 * Runs a step once: when it was finished before the app was killed, its result comes from the checkpoint. One that a person let run and that was
 * begun then is asked about again.
 */
async function lasting(draft: Draft, context: StepContext, start: StepStart): Promise<StepResult | null> {
  const { step, decisions } = start
  let hasRun = false
  const mark = decisions.isLetRun(step) ? once(context, `begin.${step.id}`, () => Promise.resolve(true)) : null
  const begin = async (): Promise<StepRunResult> => {
    if (mark === null || (await mark).isNew) return start.begin(step)
    decisions.askAgain(step)
    return decisions.hold(step)
  }
  const ran = await context.durable(`step.${step.id}`, () => {
    hasRun = true
    return begin()
  })
  if (ran === null && !hasRun) return resultOf(draft, context, { ...start, ran: await begin(), isNew: true })
  return resultOf(draft, context, { ...start, ran, isNew: hasRun })
}

/** What a step came to; null: it waits, or was stopped. What it took and told before the app was killed counts and is told again. */
function resultOf(
  draft: Draft,
  context: StepContext,
  { id, step, decisions, ran, isNew }: StepStart & { ran: StepRunResult; isNew: boolean },
): StepResult | null {
  if (ran === null) return null
  if ('waits' in ran) {
    const spent = spentWaiting(ran)
    if (!isNew && spent !== undefined) countSpent(draft, id, spent)
    decisions.wait(step, ran)
    return decisions.hold(step)
  }
  if (isNew) return ran.result
  countSpent(draft, id, ran.spent)
  context.emit(resultEvent(eventPlace(draft, id), step, ran.result))
  return ran.result
}

/** What a step took this time before it waited. */
function spentWaiting(ran: StepWait): HeldStep['spent'] | undefined {
  if (ran.waits === 'decision') return undefined
  return ran.waits === 'held' ? ran.held.spent : ran.spent
}

type StepsContext = { work: Work; done: Results; plan: readonly PlannedStepState[] }

function oneStep(step: PlannedStepState, { work, done, plan }: StepsContext): UndecidedStep {
  const isOfModel = ({ tool }: PlannedStepState) => toolNamed(work.tools, tool)?.node === null
  return {
    step,
    work,
    evidenceOf: (kind) => (id) => {
      const result = done.get(id)
      return kind === 'short' ? (result?.condensed ?? result?.evidence) : result?.evidence
    },
    feedsTools: plan.some((other) => other.deps.includes(step.id) && !isOfModel(other)),
  }
}

/** The variables after the steps that are done, each changing them in the order of the steps, whenever it was done. */
function changedBy(before: JsonObject, steps: readonly PlannedStepState[], results: Results): JsonObject {
  const changes = inOrder(steps).flatMap((step): JsonObject[] => {
    const result = results.get(step.id) ?? null
    const variables = result === step.result ? null : (result?.variables ?? null)
    return variables === null ? [] : [variables]
  })
  return changes.reduce((variables, change) => ({ ...variables, ...change }), before)
}

type WorkerSlotOptions = { count: number; done: Results; after: ReadonlyMap<string, string> }
type WorkerSlots = { take: (id: string) => Promise<void>; leave: (id: string) => void }

/** At most `count` at the same time; of the steps whose inputs are there, the first of the plan goes first (ReWOO 20). */
function placesFor(plan: readonly PlannedStepState[], { count, done, after }: WorkerSlotOptions): WorkerSlots {
  const known = new Set(plan.map(({ id }) => id))
  const isWaiting = (id: string | undefined) => id !== undefined && known.has(id) && !done.has(id)
  const waiting = new Map<string, () => void>()
  const inside = new Set<string>()
  const call = () => {
    for (const { id, deps } of plan) {
      if (inside.size >= count) return
      const enter = waiting.get(id)
      if (enter === undefined || isWaiting(after.get(id)) || deps.some(isWaiting)) continue
      waiting.delete(id)
      inside.add(id)
      enter()
    }
  }
  return {
    take: (id) =>
      new Promise((enter) => {
        waiting.set(id, enter)
        call()
      }),
    leave(id) {
      inside.delete(id)
      call()
    },
  }
}
