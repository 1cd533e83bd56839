/** The step in which the solver answers from what the plan found, or asks for another plan (ReWOO 6, 25 to 27). */
import type { Language } from '../../../src-shared/flow/records'
import { resultNote } from '../../../src-shared/agents/prompts/result-notes'
import { builtInPrompts } from '../../../src-shared/agents/prompts'
import { renderTemplate } from '../../../src-shared/agents/templates/template'
import { estimateTokens } from '../../../src-shared/agents/texts/tokens'
import { withAttachments } from '../../../src-shared/run/log/attachments'
import { questionPrompt } from '../../models/contract/prompt'
import { contextTokensOf } from '../log-views/context-tokens'
import { nextEntryId, topFrame, userEntryOf, type Draft } from '../state/draft'
import { warnEmptyReply } from '../calls/empty-reply'
import type { Step, StepContext } from '../contract/runtime'
import { askForOutput, type StructuredResult } from '../calls/structured'
import { steerFor, streams, workStep, type WorkerResult } from '../workers/workers'
import { attachedPictures } from '../log-views/view'
import type { PlanningNode } from './planning'
import type { PlannedStepState } from '../state/plan-state'
import { eventPlace, goOnWith, planOf, planStepName, setPlan } from '../tool-calls/plans'
import { readReplan } from './replan'
import { textOf } from './run-step'

/** One call: the question, what was found, and the question again; its text is what the node says. */
export function solveStep(node: PlanningNode): Step {
  return workStep((draft, context) => solve(draft, context, node))
}

async function solve(draft: Draft, context: StepContext, node: PlanningNode): Promise<WorkerResult> {
  const { id, data } = node
  const plan = planOf(draft, id)
  const withoutPlan = plan.steps.length === 0
  const mayAskAgain = !withoutPlan && plan.replans < data.replans
  const log = logOf(draft, context, node)
  const prompt = solverPrompt(draft, context, { node, log, mayAskAgain })
  const asked = await ask(draft, context, { node, prompt, mayAskAgain })
  if (asked === null) return null
  const answer = asked.reply.text
  const reason = mayAskAgain ? readReplan(answer) : null
  const solved = { prompt, answer, withoutPlan, asksAgain: reason !== null }
  context.emit({ type: 'plan.solved', ...eventPlace(draft, id), span: asked.span, ...solved })
  if (reason === null) {
    if (answer.trim() === '') warnEmptyReply(context, id)
    return { text: answer, output: asked.output, end: asked.reply.end }
  }
  const again = { round: plan.round + 1, replans: plan.replans + 1, earlier: { log, reason } }
  setPlan(draft, id, { ...plan, ...again, attempts: [], steps: [] })
  goOnWith(draft, planStepName.plan(id))
  return null
}

type SolverPromptOptions = { node: PlanningNode; log: string; mayAskAgain: boolean }

function solverPrompt(draft: Draft, context: StepContext, { node, log, mayAskAgain }: SolverPromptOptions): string {
  const { prompts } = builtInPrompts(context.flow.language)
  const { question: words } = planOf(draft, node.id)
  const asked = userEntryOf(draft)
  const question =
    asked?.kind === 'text' && asked.attachments !== undefined ? withAttachments(asked.text, asked.attachments) : words
  const template = node.data.prompts.solver || prompts.rewooSolver
  const prompt = renderTemplate(template, { ...draft.variables, question, worker_log: log })
  const wanted = steerFor(draft, context.flow).map((line) => `\n\n${line}`)
  return `${prompt}${wanted.join('')}${mayAskAgain ? `\n\n${prompts.rewooReplanOffer}` : ''}`
}

type SolverContext = { node: PlanningNode; prompt: string; mayAskAgain: boolean }

/** The answer streams into the conversation, unless it turns out to ask for another plan. */
async function ask(
  draft: Draft,
  context: StepContext,
  { node, prompt, mayAskAgain }: SolverContext,
): Promise<StructuredResult | null> {
  const { id, data } = node
  const asked = userEntryOf(draft)
  const entryId = streams(draft, context.flow) ? nextEntryId(draft) : null
  const path = topFrame(draft).scope
  const say = (text: string, span: string) => {
    if (entryId !== null) context.emit({ type: 'token', node: id, path, span, entryId, text })
  }
  return askForOutput(draft, context, {
    output: data.output,
    ...(mayAskAgain ? { isOther: (text: string) => readReplan(text) !== null } : {}),
    node: id,
    settings: context.flow.modelOf(data.model),
    prompt: questionPrompt(context.flow.language, prompt, asked?.kind === 'text' ? attachedPictures(asked) : []),
    tools: [],
    purpose: { kind: 'reply', message: planOf(draft, id).question },
    ...(entryId === null ? {} : mayAskAgain ? { onText: heldBack(say) } : { entryId }),
  })
}

/** Passes text on from where it is certain that it is an answer. */
function heldBack(say: (text: string, span: string) => void): (text: string, span: string) => void {
  let held = ''
  let of = ''
  return (text, span) => {
    // Each call has a span of its own, so text that was buffered of the call before is dropped.
    if (of !== span) held = ''
    of = span
    if (held === ANSWERS) return say(text, span)
    held += text
    if (readReplan(held) !== null || held.trim().length < LEAST) return
    say(held, span)
    held = ANSWERS
  }
}

const ANSWERS = '\u0000'
/** So many characters tell an answer from a word that asks for another plan. */
const LEAST = 16

/** How much of a model's context the log may take. */
const SHARE = 0.75

/** Each step in plan order with a blank line between, after what earlier plans found; cut where it is too long for the model. */
function logOf(draft: Draft, context: StepContext, node: PlanningNode): string {
  const { steps, earlier } = planOf(draft, node.id)
  const budget = contextTokensOf(context.flow.modelOf(node.data.model)) * SHARE
  const render = (most: number) =>
    [
      ...(earlier === null ? [] : [cut(earlier.log, most, context.flow.language)]),
      ...steps.map((step) => stepLog(draft, context, { node, step, most })),
    ].join('\n\n')
  const whole = render(Infinity)
  const tokens = estimateTokens(whole)
  if (tokens <= budget) return whole
  const parts = steps.length + (earlier === null ? 0 : 1)
  return render(Math.floor(((whole.length / tokens) * budget) / parts))
}

type StepOfLog = { node: PlanningNode; step: PlannedStepState; most: number }

function stepLog(draft: Draft, context: StepContext, { node, step, most }: StepOfLog): string {
  const template = node.data.prompts.worker || builtInPrompts(context.flow.language).prompts.rewooWorker
  const { plan, tool, input, result } = step
  return renderTemplate(template, {
    ...draft.variables,
    thought: plan,
    call: `${tool}[${cut(textOf(result?.filled ?? input), most, context.flow.language)}]`,
    action_resp: cut(result?.evidence ?? '', most, context.flow.language),
  })
}

function cut(text: string, most: number, language: Language): string {
  return text.length <= most ? text : `${text.slice(0, most)}\n${resultNote(language, 'cutAway', { all: text.length })}`
}
