/**
 * What a person changes where a thread leaves another one, made on a copy of the state of then: values of variables, results, steps of a plan, who has
 * the baton, and nodes that stand for others. Each change is held to what the engine itself takes.
 */
import { editPlan, type StepEdit, isRefused } from '../../../src-shared/agents/plan/edit-plan'
import { AppError } from '../../../src-shared/errors'
import { message } from '../../../src-shared/languages/translate'
import type { Flow, JsonObject } from '../../../src-shared/flow/records'
import { refusedValue } from '../../../src-shared/flow/variables'
import { rewooSchema } from '../../../src-shared/kinds/rewoo'
import type { NewRunEvent } from '../../../src-shared/run/log/events'
import {
  editKey,
  type ForkChanges,
  type ForkEdit,
  type ForkEditOf,
  type ForkEditWhat,
} from '../../../src-shared/run/log/fork-changes'
import type { LogEntry } from '../../../src-shared/run/log/log'
import type { EngineServices } from '../contract/runtime'
import { planTools } from '../plan/plan-tools'
import { draftOf, updateOf, type Draft } from '../state/draft'
import type { PlanState } from '../state/plan-state'
import { updatedState, type BatonState, type Frame } from '../state/state'
import { planStepName } from '../tool-calls/plans'
import type { RunnableFlow } from './compile'
import { giveTo, substituteNodes, type FrameContext, type LeftHow } from './edit-frames'
import { editResults } from './edit-log'
import { forkedSteps } from './fork-plan'

/**
 * `runnable`: what the new thread goes on with; `before`: the flow with which the other one came there, drawn out. `isOver`: the turn had come to its
 * end, so that the next message goes on.
 */
export type ForkEdits = {
  runnable: RunnableFlow
  before: Flow | null
  services: EngineServices
  state: BatonState
  isOver: boolean
  /** How that turn was left, where it came to no end. */
  left: LeftHow | null
  changes: ForkChanges
  /** ISO time. */
  at: string
}

/** `variables`: those that were set. `replaced`: entries of the log that are others now. `told`: what there is to tell besides. */
export type EditedState = { state: BatonState; variables: JsonObject; replaced: LogEntry[]; told: NewRunEvent[] }

/** Changes nothing that is stored. Throws `bad-input` for the first change that cannot be made. */
export async function editFork(request: ForkEdits): Promise<EditedState> {
  const { runnable, before, isOver, left, changes, at, state } = request
  const edits = lastOfEach(changes.edits)
  const context: FrameContext = { runnable, before, isOver, left }
  const { replaced, ...channels } = editResults(state, those(edits, 'result'))
  const draft = draftOf({ ...state, ...channels }, at)
  const variables = setVariables(draft, request, those(edits, 'variable'))
  const told = await editPlans(draft, request, those(edits, 'plan-step'))
  const holder = those(edits, 'holder').at(-1)
  if (changes.drawing === 'now' || Object.keys(changes.substitutes).length > 0)
    substituteNodes(draft, context, changes.substitutes)
  if (holder !== undefined) giveTo(draft, context, holder.node)
  const top = draft.frames.at(-1)
  const moved = top === undefined || top.node === state.frames.at(-1)?.node ? [] : [batonOf(top)]
  const said = draft.added.map((entry) => ({ type: 'entry' as const, node: entry.author, path: entry.scope, entry }))
  return { state: updatedState(draft.state, updateOf(draft)), variables, replaced, told: [...told, ...said, ...moved] }
}

function batonOf({ node, scope }: Frame): NewRunEvent {
  return { type: 'baton', node, path: scope, edge: null }
}

function lastOfEach(edits: readonly ForkEdit[]): ForkEdit[] {
  return [...new Map(edits.map((edit) => [editKey(edit), edit])).values()]
}

function those<W extends ForkEditWhat>(edits: readonly ForkEdit[], what: W): ForkEditOf<W>[] {
  return edits.filter((edit): edit is ForkEditOf<W> => edit.what === what)
}

function setVariables(
  draft: Draft,
  { runnable, state }: ForkEdits,
  edits: readonly ForkEditOf<'variable'>[],
): JsonObject {
  const variables = Object.fromEntries(edits.map(({ name, value }) => [name, value]))
  const issue = refusedValue(runnable.flow.settings.variables, state.variables, variables)
  if (issue !== null) throw new AppError('bad-input', issue)
  draft.variables = { ...draft.variables, ...variables }
  return variables
}

/** Steps of plans that are made, and that nobody has begun to carry out. */
async function editPlans(
  draft: Draft,
  { runnable, services, state }: ForkEdits,
  edits: readonly ForkEditOf<'plan-step'>[],
): Promise<NewRunEvent[]> {
  const told: NewRunEvent[] = []
  for (const [node, of] of Map.groupBy(edits, (edit) => edit.node)) {
    const plan = editablePlan(state, node)
    if (plan === null)
      throw new AppError(
        'bad-input',
        message(
          'At this step {name} has no plan that waits to be carried out. Choose the step right after the plan was made; a plan that ran is changed in the plan view.',
          { name: runnable.flow.nameOf(node) },
        ),
      )
    const steps = of.map(({ step }) => step)
    const edited = await editedPlan(runnable, { plan, node, edits: steps }, services)
    draft.plans = { ...draft.plans, [node]: edited }
    const path = state.frames.findLast((frame) => frame.node === node)?.scope ?? 'main'
    const shown = edited.steps.map(({ result: _result, ...step }) => step)
    told.push({ type: 'plan.steps', node, path, round: plan.round, steps: shown })
  }
  return told
}

/** The plan of a node that is to be carried out next; null: there is none. */
export function editablePlan({ plans, frames, turn }: BatonState, node: string): PlanState | null {
  const plan = plans[node]
  const isNext = frames.some(({ todo }) => todo[0] === planStepName.work(node))
  const isWhole = plan !== undefined && plan.turn === turn.number && plan.steps.every(({ result }) => result === null)
  return isNext && isWhole ? plan : null
}

async function editedPlan(
  { flow: drawn, readSources }: RunnableFlow,
  { plan, node, edits }: { plan: PlanState; node: string; edits: readonly StepEdit[] },
  services: EngineServices,
): Promise<PlanState> {
  const edited = editPlan(plan.steps, edits)
  if (isRefused(edited)) throw new AppError('bad-input', edited.refused)
  const { signal } = new AbortController()
  const flow = await readSources(node, { services, signal, warnOnce: () => undefined, sourcesDown: new Set() })
  const data = rewooSchema.parse(drawn.graph.node(node)?.data ?? {})
  // Nothing has run, so everything runs but what a person wrote.
  const again = edited.steps.filter(({ id }) => edits.every((edit) => edit.id !== id || edit.evidence === undefined))
  const asked = { ...edited, again: again.map(({ id }) => id) }
  return { ...plan, steps: forkedSteps(plan, asked, edits, planTools(flow, node, data)) }
}
