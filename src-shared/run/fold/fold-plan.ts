/** What the events of a plan mean for the turn: attempts, steps and the answer, and the rows of the trace that tell the same. */
import { planCallId, type RunEventOf } from '../log/events'
import type { PlannedStep } from '../log/planned-step'
import { addRow, lastIndex, put, replaceAt, rowOfSpan } from './fold-rows'
import { isInner } from '../log/log'
import type { KeptResult } from '../log/results'
import type { StepNote } from '../log/step-notes'
import type { PlanAttemptView, PlanStepView, PlanView, TraceRow, TurnView } from './fold-view'

type PlanEvent = RunEventOf<'plan.attempt' | 'plan.forked' | 'plan.steps' | 'plan.step' | 'plan.solved'>
type OfPlan = { node: string; path: string; round: number }

/** The list of a turn that made no plan. */
export const NO_PLANS: readonly PlanView[] = []

/** The turn after one more piece of a planner's reply. */
export function foldPlanText(turn: TurnView, event: RunEventOf<'plan.text'>): TurnView {
  const { attempt, span, text } = event
  return changePlan(turn, event, (plan) => {
    const before = plan.writing?.span === span ? plan.writing.text : ''
    return { ...plan, writing: { attempt, span, text: before + text } }
  })
}

/** The turn after any other event of a plan. */
export function foldPlan(turn: TurnView, event: PlanEvent): TurnView {
  switch (event.type) {
    case 'plan.attempt':
      return foldAttempt(turn, event)
    case 'plan.forked': {
      const { from, changes, kept } = event
      return changePlan(turn, event, (plan) => ({ ...plan, fork: { from, changes, kept } }))
    }
    case 'plan.steps':
      return changePlan(turn, event, (plan) => ({ ...plan, steps: event.steps.map((step) => toldAgain(plan, step)) }))
    case 'plan.step':
      return foldStep(turn, event)
    case 'plan.solved': {
      const { at, span, prompt, answer, withoutPlan, asksAgain } = event
      const solved = { at, span, prompt, answer, withoutPlan, asksAgain }
      return changePlan(turn, event, (plan) => ({ ...plan, solved }))
    }
  }
}

/** The plans with nothing under way: steps that ran or waited are `to`, what a planner was still writing is gone. */
export function haltPlans(plans: readonly PlanView[], to: 'waiting' | 'skipped'): readonly PlanView[] {
  const halted = plans.flatMap((plan) => {
    if (plan.attempts.length === 0 && plan.steps.length === 0 && plan.solved === null) return []
    const steps = plan.steps.map((step) =>
      step.state === to || step.state === 'done' || step.state === 'failed' ? step : { ...step, state: to },
    )
    const isSame = plan.writing === null && steps.every((step, index) => step === plan.steps[index])
    return [isSame ? plan : { ...plan, steps, writing: null }]
  })
  return halted.length === plans.length && halted.every((plan, index) => plan === plans[index]) ? plans : halted
}

/** The plans after a call that broke off is made again: what the planner had written is not its reply. */
export function dropPlanText(plans: readonly PlanView[], span: string): readonly PlanView[] {
  if (!plans.some(({ writing }) => writing?.span === span)) return plans
  return plans.map((plan) => (plan.writing?.span === span ? { ...plan, writing: null } : plan))
}

function isSamePlan(one: OfPlan, other: OfPlan): boolean {
  return one.node === other.node && one.path === other.path && one.round === other.round
}

function changePlan(turn: TurnView, of: OfPlan, change: (plan: PlanView) => PlanView): TurnView {
  const { node, path, round } = of
  const index = lastIndex(turn.plans, (plan) => isSamePlan(plan, of))
  const known = turn.plans[index]
  if (known !== undefined) return { ...turn, plans: replaceAt(turn.plans, index, change(known)) }
  const added: PlanView = {
    // One node may plan in several chats at once.
    key: isInner(path) ? `${node} ${round} ${path}` : `${node} ${round}`,
    node,
    path,
    round,
    attempts: [],
    writing: null,
    steps: [],
    fork: null,
    solved: null,
  }
  return { ...turn, plans: [...turn.plans, change(added)] }
}

function withAttempt(plan: PlanView, attempt: PlanAttemptView): PlanView {
  const index = plan.attempts.findIndex((known) => known.attempt === attempt.attempt)
  const attempts = index === -1 ? [...plan.attempts, attempt] : replaceAt(plan.attempts, index, attempt)
  return { ...plan, attempts, writing: null }
}

/** A reply of the planner; the row of its model call shows the text too. */
function foldAttempt(turn: TurnView, event: RunEventOf<'plan.attempt'>): TurnView {
  const { attempt, span, text, error } = event
  const next = changePlan(turn, event, (plan) => withAttempt(plan, { attempt, span, text, error }))
  const found = rowOfSpan(turn.trace, span)
  if (found === null || found.row.step.what !== 'model') return next
  const row: TraceRow = { ...found.row, step: { ...found.row.step, text } }
  return { ...next, trace: put(turn.trace, found.index, row) }
}

const NOTHING_KEPT: readonly KeptResult[] = []
const NO_NOTES: readonly StepNote[] = []

/** A step of a plan to which nothing has happened yet. */
export const UNTOUCHED_STEP = {
  state: 'waiting',
  startedAt: null,
  filled: null,
  arguments: null,
  evidence: null,
  kept: NOTHING_KEPT,
  condensed: null,
  error: null,
  notes: NO_NOTES,
  ms: null,
  usage: null,
} as const

/** A step as the plan tells it; one that was done already stays done, one that is not to run again stays as it was. */
function toldAgain(plan: PlanView, step: PlannedStep): PlanStepView {
  const known = plan.steps.find(({ id }) => id === step.id)
  const isOver = known?.state === 'done' || (known?.state === 'failed' && plan.fork?.kept.includes(step.id) === true)
  const isSame = isOver && known.tool === step.tool && known.input === step.input
  return isSame ? { ...known, ...step } : { ...UNTOUCHED_STEP, ...step }
}

function foldStep(turn: TurnView, event: RunEventOf<'plan.step'>): TurnView {
  const plan = turn.plans.findLast((known) => isSamePlan(known, event))
  const index = plan?.steps.findIndex(({ id }) => id === event.id) ?? -1
  const before = plan?.steps[index]
  if (plan === undefined || before === undefined) return turn
  const step = changedStep(before, event)
  const next = changePlan(turn, event, (known) => ({ ...known, steps: replaceAt(known.steps, index, step) }))
  return isKeptStep(turn, event) ? next : foldRow(next, event, step)
}

/** Whether an event only tells what a step gave in the run that its plan was taken from. */
export function isKeptStep(turn: TurnView, event: RunEventOf<'plan.step'>): boolean {
  const plan = turn.plans.findLast((known) => isSamePlan(known, event))
  return event.state !== 'running' && plan?.fork?.kept.includes(event.id) === true
}

/** Whether what a step gave is told once more, since its run goes on after it was interrupted, or had its plan from another one. */
export function isToldStep(turn: TurnView, event: RunEventOf<'plan.step'>): boolean {
  const known = turn.plans.findLast((plan) => isSamePlan(plan, event))?.steps.find(({ id }) => id === event.id)
  return isKeptStep(turn, event) || known?.state === 'done' || known?.state === 'failed'
}

function changedStep(step: PlanStepView, event: RunEventOf<'plan.step'>): PlanStepView {
  const isNew = event.state === 'running' || event.state === 'waiting'
  const before = isNew ? { ...step, ...UNTOUCHED_STEP } : step
  return {
    ...before,
    state: event.state,
    startedAt: event.state === 'running' ? event.at : before.startedAt,
    filled: event.filled ?? before.filled,
    arguments: event.arguments ?? before.arguments,
    evidence: event.evidence ?? before.evidence,
    kept: event.kept ?? before.kept,
    condensed: event.condensed ?? before.condensed,
    error: event.error ?? before.error,
    notes: event.notes ?? before.notes,
    ms: event.ms ?? before.ms,
    usage: event.usage ?? before.usage,
  }
}

/** The row of a step in the trace: as of a tool call, without a line in the chat. */
function foldRow(turn: TurnView, event: RunEventOf<'plan.step'>, step: PlanStepView): TurnView {
  if (event.state === 'waiting' || event.state === 'skipped') return turn
  const { node, path, tool, toolNode } = event
  const callId = planCallId(event, step.id)
  const isOfStep = (row: TraceRow) => row.step.what === 'tool' && row.step.callId === callId && row.path === path
  const index = event.state === 'running' ? -1 : lastIndex(turn.trace, isOfStep)
  const state = event.state
  const told = {
    what: 'tool',
    callId,
    tool,
    toolNode,
    arguments: textOf(step.arguments ?? step.filled ?? step.input),
    result: state === 'running' ? null : step.evidence,
    isError: state === 'failed',
    ...(step.kept.length === 0 ? {} : { kept: step.kept }),
  } as const
  const row = turn.trace[index]
  const { usage, ms } = step
  if (row === undefined) return addRow(turn, event, { node, path, state, usage, ms, step: told })
  return { ...turn, trace: put(turn.trace, index, { ...row, state, usage, ms, step: told }) }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
