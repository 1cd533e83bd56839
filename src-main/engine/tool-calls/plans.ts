/** Reading and changing the plan of a node in a draft, and telling the run about it. */
import type { StepNames } from '../../../src-shared/run/log/step-verbs'
import type { StepNote } from '../../../src-shared/run/log/step-notes'
import type { NewRunEvent } from '../../../src-shared/run/log/events'
import { topFrame, userEntryOf, wordsOf, type Draft } from '../state/draft'
import type { CompiledFlow, StepContext } from '../contract/runtime'
import type { PlannedStepState, PlanState, StepResult } from '../state/plan-state'

/** Names of the graph nodes of a planning node. */
export const planStepName = {
  plan: (id: string) => `plan.${id}`,
  approve: (id: string) => `approve.${id}`,
  work: (id: string) => `work.${id}`,
  solve: (id: string) => `solve.${id}`,
} satisfies StepNames

/** Begins a plan for what the user said last; what the node planned before is forgotten. */
export function beginPlan(draft: Draft, id: string): PlanState {
  const before = draft.plans[placeOf(draft, id)]
  const turn = draft.turn.number
  const plan: PlanState = {
    turn,
    round: before?.turn === turn ? before.round + 1 : 1,
    question: wordsOf(userEntryOf(draft)),
    attempts: [],
    steps: [],
    replans: 0,
    earlier: null,
  }
  setPlan(draft, id, plan)
  return plan
}

/** The plan of a node in this turn; a new one where it has none. */
export function planOf(draft: Draft, id: string): PlanState {
  const plan = draft.plans[placeOf(draft, id)]
  return plan?.turn === draft.turn.number ? plan : beginPlan(draft, id)
}

export function setPlan(draft: Draft, id: string, plan: PlanState): void {
  draft.plans = { ...draft.plans, [placeOf(draft, id)]: plan }
}

/** Where a plan is kept: a node that works in several chats side by side has one in each. */
export function placeOf({ branch }: Draft, id: string): string {
  return branch === null ? id : `${id} ${branch}`
}

/** The steps of a plan in an order in which each comes behind those whose evidence it needs. */
export function inOrder(steps: readonly PlannedStepState[]): PlannedStepState[] {
  return steps.toSorted((first, second) => first.level - second.level)
}

/** Steps whose tools keep their order wait for each other, so that each sees what the one before has changed: the one before, by step. */
export function waitingFor(
  steps: readonly PlannedStepState[],
  { ordered }: Pick<CompiledFlow, 'ordered'>,
): ReadonlyMap<string, string> {
  const waiting = inOrder(steps).filter(({ toolNode }) => toolNode !== null && ordered.has(toolNode))
  return new Map(waiting.slice(1).map(({ id }, index) => [id, waiting[index]?.id ?? id]))
}

/** What the present step does is done; the next one follows in its place. */
export function goOnWith(draft: Draft, step: string): void {
  const frame = topFrame(draft)
  frame.todo = [step, ...frame.todo.slice(1)]
}

/** Where the events of a plan belong. */
export function eventPlace(draft: Draft, id: string): { node: string; path: string; round: number } {
  return { node: id, path: topFrame(draft).scope, round: draft.plans[placeOf(draft, id)]?.round ?? 1 }
}

/** Tells the steps that are to run. */
export function tellSteps(draft: Draft, context: StepContext, id: string): void {
  const steps = planOf(draft, id).steps.map(({ result: _result, ...step }) => step)
  context.emit({ type: 'plan.steps', ...eventPlace(draft, id), steps })
}

type StepEvent = Extract<NewRunEvent, { type: 'plan.step' }>

function notesOf({ notes = [], note = null }: StepResult): StepNote[] {
  return note === null ? notes : [...notes, { note: 'other', text: note }]
}

/** What came of a step, as an event. */
export function resultEvent(
  place: ReturnType<typeof eventPlace>,
  step: PlannedStepState,
  result: StepResult,
): StepEvent {
  const { state, filled, arguments: args, evidence, condensed, error, ms, usage, kept, variables } = result
  const notes = notesOf(result)
  const given = {
    ...(filled === null ? {} : { filled }),
    ...(args === null ? {} : { arguments: args }),
    ...(condensed === null ? {} : { condensed }),
    ...(error === null ? {} : { error }),
    ...(notes.length === 0 ? {} : { notes }),
    ...(kept === undefined ? {} : { kept }),
    ...(variables === null || Object.keys(variables).length === 0 ? {} : { variables }),
  }
  const { id, tool, toolNode } = step
  return { type: 'plan.step', ...place, id, tool, toolNode, state, evidence, ms, usage, ...given }
}
