/** The step in which a planner is asked: one attempt at a plan, so that none is paid twice (ReWOO 1 to 6, 21). */
import { findCycle, planLevels } from '../../../src-shared/agents/plan/levels'
import { parsePlan } from '../../../src-shared/agents/plan/parse'
import type { ParsedPlan, PlanStep } from '../../../src-shared/agents/plan/plan'
import { builtInPrompts, builtInText } from '../../../src-shared/agents/prompts'
import { renderTemplate } from '../../../src-shared/agents/templates/template'
import type { RewooData } from '../../../src-shared/kinds/rewoo'
import type { Prompt, PromptMessage } from '../../models/contract/prompt'
import { callModel } from '../calls/call-model'
import { contextTokensOf } from '../log-views/context-tokens'
import { topFrame, logOf, type Draft } from '../state/draft'
import type { Step, StepContext } from '../contract/runtime'
import { step } from '../contract/step'
import { unfitOfPools } from '../pools/tool-pools'
import { viewOf, type View } from '../log-views/view'
import { viewTexts } from '../log-views/view-texts'
import { asModelTools, describeTools, planTools, toolNamed, type PlanTool } from './plan-tools'
import type { PlannedStepState } from '../state/plan-state'
import { eventPlace, goOnWith, planOf, planStepName, setPlan } from '../tool-calls/plans'

export type PlanningNode = { id: string; data: RewooData }

/** One attempt: a plan that holds is carried out, another one asked for again while attempts are left. */
export function planStep(node: PlanningNode): Step {
  return step(async (draft, context) => {
    await plan(draft, context, node)
  })
}

async function plan(draft: Draft, context: StepContext, { id, data }: PlanningNode): Promise<void> {
  const { attempts, ...known } = planOf(draft, id)
  const tools = planTools(context.flow, id, data)
  const settings = context.flow.modelOf(data.model)
  const place = eventPlace(draft, id)
  const attempt = attempts.length + 1
  const shown = await shownTools(draft, context, { id, tools })
  const { prompt, isCut } = plannerPrompt(draft, context, { id, data }, shown)
  const asked = await callModel(draft, context, {
    node: id,
    role: 'planner',
    label: 'plan',
    settings,
    prompt,
    isCut,
    tools: asModelTools(shown),
    purpose: { kind: 'plan' },
    onText: (text, span) => context.emit({ type: 'plan.text', ...place, span, attempt, text }),
  })
  if (asked === null) return
  const { text } = asked.reply
  const read = parsePlan(text, { tools: tools.map(({ name }) => name) })
  context.emit({ type: 'plan.attempt', ...place, span: asked.span, attempt, text, error: read.error })
  const isLast = attempt >= data.maxTurn
  const holds = read.error === null || (isLast && canRun(read))
  const steps = holds ? plannedSteps(read.steps, tools) : []
  setPlan(draft, id, { ...known, attempts: [...attempts, { text, error: read.error }], steps })
  if (holds) goOnWith(draft, data.approvePlan ? planStepName.approve(id) : planStepName.work(id))
  else if (isLast) {
    warnWithoutPlan(context, id, read)
    goOnWith(draft, planStepName.solve(id))
  }
}

/** So many tools of its pools a planner reads at most, as it cannot look for more while the plan runs. */
const MOST_POOLED = 100

/** The tools that the planner is told of: all, or of larger pools those that fit the question best. A plan may use any of them. */
async function shownTools(
  draft: Draft,
  context: StepContext,
  { id, tools }: { id: string; tools: readonly PlanTool[] },
): Promise<readonly PlanTool[]> {
  const { question } = planOf(draft, id)
  const unfit = await unfitOfPools(draft, context, { id, query: question, most: MOST_POOLED })
  return tools.filter(({ name }) => !unfit.has(name))
}

/** Whether the plan's only fault is a tool or a reference that does not exist: its other steps can run (ReWOO 8, 21). */
function canRun({ steps, error }: ParsedPlan): boolean {
  const isUnknownName = error?.kind === 'unknown_tool' || error?.kind === 'unknown_reference'
  return isUnknownName && steps.length > 0 && findCycle(steps) === null
}

/** Steps as they are to run, with their levels and the nodes of their tools. */
export function plannedSteps(steps: readonly PlanStep[], tools: readonly PlanTool[]): PlannedStepState[] {
  const levels = new Map(planLevels(steps).flatMap((ids, index) => ids.map((step) => [step, index + 1] as const)))
  return steps.map((step) => ({
    ...step,
    level: levels.get(step.id) ?? 1,
    toolNode: toolNamed(tools, step.tool)?.node ?? null,
    result: null,
  }))
}

function warnWithoutPlan(context: StepContext, id: string, { error }: ParsedPlan): void {
  const name = context.flow.nameOf(id)
  context.emit({ type: 'warning', node: id, code: 'without-plan', facts: { name, error: error?.message ?? '' } })
}

/** The planner's prompt, what was said, and for each bad reply that reply and what is wrong with it (ReWOO 1, 27). */
function plannerPrompt(
  draft: Draft,
  context: StepContext,
  node: PlanningNode,
  tools: readonly PlanTool[],
): { prompt: Prompt; isCut: boolean } {
  const { id, data } = node
  const { flow } = context
  const { prompts } = builtInPrompts(flow.language)
  const { attempts, earlier } = planOf(draft, id)
  const render = (template: string, values: { [slot: string]: string }) =>
    renderTemplate(template, { ...draft.variables, ...values })
  const note = (text: string): PromptMessage => ({ kind: 'note', text })
  const first = render(data.prompts.planner || prompts.rewooPlanner, {
    tool_description: describeTools(tools, flow.language),
  })
  const again =
    earlier === null ? [] : [note(render(prompts.rewooReplan, { worker_log: earlier.log, reason: earlier.reason }))]
  const retries = attempts.flatMap(({ text, error }): PromptMessage[] => [
    { kind: 'said', by: 'self', text: text.trim() === '' ? '…' : text },
    note(
      render(data.prompts.reformat || prompts.rewooReformat, { err_msg: (error?.message ?? '').replace(/\.$/, '') }),
    ),
  ])
  const view = whatWasSaid(draft, context, node)
  const history = [...view.messages, ...again, ...retries]
  return { prompt: { language: flow.language, system: [first], history, after: [] }, isCut: view.isCut }
}

/** The conversation as the planner sees it: texts alone, without anybody's tool calls. */
function whatWasSaid(draft: Draft, context: StepContext, { id, data }: PlanningNode): Pick<View, 'messages' | 'isCut'> {
  const { flow } = context
  const log = logOf(draft)
  const view = viewOf(log, {
    scope: topFrame(draft).scope,
    viewer: id,
    nameOf: flow.nameOf,
    hideTransit: true,
    budget: contextTokensOf(flow.modelOf(data.model)),
    handedOn: builtInText(flow.language, 'handedToSupervisor'),
    ...viewTexts(flow.language),
  })
  const messages = view.messages.flatMap((message): PromptMessage[] => {
    if (message.text.trim() === '') return []
    return message.kind === 'calls' ? [{ kind: 'said', by: message.by, text: message.text }] : [message]
  })
  return { messages, isCut: view.isCut }
}
