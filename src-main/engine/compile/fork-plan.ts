/**
 * A plan that ran, once more with changes: the thread is copied up to where the plan began to be carried out, with what the
 * untouched steps gave then, so that only the others run, and the solver.
 */
import { AppError } from '../../../src-shared/errors'
import { message } from '../../../src-shared/languages/translate'
import { editPlan, type EditedPlan, type StepEdit, isRefused } from '../../../src-shared/agents/plan/edit-plan'
import { planLevels } from '../../../src-shared/agents/plan/levels'
import type { JsonObject } from '../../../src-shared/flow/records'
import { rewooSchema } from '../../../src-shared/kinds/rewoo'
import type { NewRunEvent } from '../../../src-shared/run/log/events'
import type { BatonSaver } from '../checkpoints'
import { goOnWithUpdate, type RunnableFlow } from './compile'
import type { EngineServices } from '../contract/runtime'
import { readStateAt } from '../state/read-state'
import type { BatonState } from '../state/state'
import { planTools, toolNamed, type PlanTool } from '../plan/plan-tools'
import type { PlannedStepState, PlanState, StepResult } from '../state/plan-state'
import { planStepName, resultEvent } from '../tool-calls/plans'

/** A plan of a thread. */
export type PlanOf = { threadId: string; turn: number; node: string; round: number }

/** A plan as it is to run again; `write` makes the thread of it, up to where it begins. */
export type PlanFork = {
  /** What there is to tell before anything runs. */
  opening: NewRunEvent[]
  write: (threadId: string) => Promise<BatonState>
}

type PlanForkRequest = {
  runnable: RunnableFlow
  services: EngineServices
  saver: BatonSaver
  of: PlanOf
  edits: readonly StepEdit[]
}

/** Throws `not-found` where the plan's steps are not kept, `bad-input` for changes that cannot be made. */
export async function forkPlan({ runnable, services, saver, of, edits }: PlanForkRequest): Promise<PlanFork> {
  const { graph, readSources } = runnable
  const { signal } = new AbortController()
  const flow = await readSources(of.node, { services, signal, warnOnce: () => undefined, sourcesDown: new Set() })
  const worked = await workedPlan(saver, of)
  const edited = editPlan(worked.plan.steps, edits)
  if (isRefused(edited)) throw new AppError('bad-input', edited.refused)
  const data = rewooSchema.parse(flow.graph.node(of.node)?.data ?? {})
  const steps = forkedSteps(worked.plan, edited, edits, planTools(flow, of.node, data))
  const before = worked.before
  const plan: PlanState = { ...worked.plan, steps, replans: 0 }
  const turn = { ...before.turn, modelCalls: 0, input: 0, output: 0, calls: {}, end: null }
  const variables = steps.reduce<JsonObject>((all, { result }) => ({ ...all, ...result?.variables }), before.variables)
  const update = { plans: { [of.node]: plan }, variables, turn }
  return {
    opening: openingOf(plan, { of, edited, path: before.frames.at(-1)?.scope ?? 'main', variables }),
    async write(threadId) {
      await saver.copyThread(of.threadId, threadId, worked.checkpoint)
      const config = { configurable: { thread_id: threadId }, metadata: { turn: of.turn } }
      await graph.updateState(config, goOnWithUpdate(before, update), planStepName.plan(of.node))
      return { ...before, ...update, plans: { ...before.plans, ...update.plans } }
    },
  }
}

/** The steps of a plan that run again with these changes. Throws as `forkPlan` does. */
export async function stepsAgain(saver: BatonSaver, of: PlanOf, edits: readonly StepEdit[]): Promise<string[]> {
  const edited = editPlan((await workedPlan(saver, of)).plan.steps, edits)
  if (isRefused(edited)) throw new AppError('bad-input', edited.refused)
  return [...edited.again]
}

type WorkedPlan = {
  plan: PlanState
  /** The checkpoint before the plan was carried out, and the state then. */
  checkpoint: string
  before: BatonState
}

/** The plan as it was when all its steps were through. */
async function workedPlan(saver: BatonSaver, { threadId, turn, node, round }: PlanOf): Promise<WorkedPlan> {
  const entries = await saver.timeline(threadId, { limit: MANY })
  const work = planStepName.work(node)
  const read = (checkpoint: string) => readStateAt(saver, { thread_id: threadId, checkpoint_id: checkpoint })
  for (const { checkpointId, parentId, nodes } of entries.filter((entry) => entry.turn === turn)) {
    if (!nodes.includes(work) || parentId === null) continue
    const plan = (await read(checkpointId)).plans[node]
    if (plan?.turn === turn && plan.round === round) return { plan, checkpoint: parentId, before: await read(parentId) }
  }
  throw new AppError(
    'not-found',
    'The steps of this plan cannot be run again: it did not run to its end, or what it gave is not kept any more.',
  )
}

const MANY = 100_000

/** The steps with what they gave, where they are not to run. Throws `bad-input` for a tool that is not there. */
export function forkedSteps(
  plan: PlanState,
  edited: EditedPlan,
  edits: readonly StepEdit[],
  tools: readonly PlanTool[],
): PlannedStepState[] {
  const before = new Map(plan.steps.map((step) => [step.id, step]))
  const levels = new Map(planLevels(edited.steps).flatMap((ids, index) => ids.map((id) => [id, index + 1] as const)))
  return edited.steps.map((step) => {
    const known = before.get(step.id)
    const evidence = edits.find(({ id }) => id === step.id)?.evidence
    const result = known?.result ?? null
    return {
      ...step,
      level: levels.get(step.id) ?? 1,
      toolNode: known?.tool === step.tool ? known.toolNode : toolOf(tools, step.tool).node,
      result: edited.again.includes(step.id) ? null : evidence === undefined ? result : byHand(result, evidence),
    }
  })
}

function toolOf(tools: readonly PlanTool[], name: string): PlanTool {
  const tool = toolNamed(tools, name)
  if (tool !== null) return tool
  const names = tools.map((one) => one.name).join(', ')
  throw new AppError(
    'bad-input',
    message('There is no tool named “{name}”. The plan can use: {names}.', { name, names }),
  )
}

function byHand(result: StepResult | null, evidence: string): StepResult {
  return {
    filled: result?.filled ?? null,
    arguments: result?.arguments ?? null,
    variables: result?.variables ?? null,
    ...{ state: 'done', evidence, condensed: null, error: null, notes: [{ note: 'by-hand' }], ms: 0, usage: null },
  }
}

type ForkOpening = { of: PlanOf; edited: EditedPlan; path: string; variables: JsonObject }

function openingOf({ steps }: PlanState, { of, edited, path, variables }: ForkOpening): NewRunEvent[] {
  const { node, round, threadId, turn } = of
  const place = { node, path, round }
  const kept = steps.filter(({ result }) => result !== null)
  return [
    ...(Object.keys(variables).length === 0 ? [] : [{ type: 'variables' as const, changes: variables, by: 'flow' }]),
    {
      type: 'plan.forked',
      ...place,
      from: { threadId, turn, round },
      changes: edited.changes,
      kept: kept.map(({ id }) => id),
    },
    { type: 'plan.steps', ...place, steps: steps.map(({ result: _result, ...step }) => step) },
    ...kept.flatMap((step) => (step.result === null ? [] : [resultEvent(place, step, step.result)])),
  ]
}
