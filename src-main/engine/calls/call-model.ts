/** One model call of a step: limits before it, events round it, usage after it. */
import { schemaOfKnown } from '../../../src-shared/json-schema/strict-schema'
import { AppError } from '../../../src-shared/errors'
import { newId } from '../../../src-shared/flow/records'
import type { NewRunEvent } from '../../../src-shared/run/log/events'
import type { CallPurpose } from '../../../src-shared/run/log/facts'
import { spendAt, spentOnCall, type Expense } from '../../../src-shared/run/log/expense'
import { costAt } from '../../../src-shared/providers/model-figures'
import type { Usage } from '../../../src-shared/run/log/usage'
import type { AnswerForm, ModelPurpose, ModelReply, ModelSettings, ModelTool } from '../../models/contract/model'
import { sizeOf, type Prompt } from '../../models/contract/prompt'
import { topFrame, type Draft } from '../state/draft'
import { endByLimit } from '../moves/moves'
import { budgetNotes, countsMoney, endsByBudget, timeLeft } from './budgets'
import { warnOfTools } from './tools-left'
import { usageOf } from './usage'
import type { CallUsage } from '../contract/call-usage'
import type { StepContext } from '../contract/runtime'
import { startTimeLimit } from '../../time-limit'

export type ModelCall = {
  /** The node that asks: its name is the speaker, its errors carry its id. */
  node: string
  settings: ModelSettings
  prompt: Prompt
  tools: readonly ModelTool[]
  /** None of them may be called in this reply. */
  toolsClosed?: boolean
  /** How often tools were called in this reply before. */
  toolRound?: number
  purpose: ModelPurpose
  /** The reply is JSON, which does not stream: half of it is nothing to read. */
  answer?: AnswerForm
  /** Which of the node's jobs asks, where it is not its reply: it has a name and a count of its own. */
  role?: string
  /** For replies that people read: the log entry that the text becomes. */
  entryId?: string
  isCut?: boolean
  /** What its events call it, where that is not what the model is asked for. */
  label?: CallPurpose
  /** Hears the text as it streams, in the place of the conversation. */
  onText?: (text: string, span: string) => void
  /** Calls of the same step that go on beside it and count against the turn's limit too. */
  underWay?: number
}

export type CallResult = { reply: ModelReply; span: string; ms: number; usage: Usage; spent: CallUsage }

/** Calls the model. Null: a limit of the turn was reached and the turn has ended. Throws AppError with `details.node`. */
export async function callModel(draft: Draft, context: StepContext, call: ModelCall): Promise<CallResult | null> {
  if (isOverLimit(draft, context, call)) return null
  const { flow, services, emit } = context
  const span = newId('s')
  const at = { node: call.node, path: topFrame(draft).scope, span }
  const counter = call.role === undefined ? call.node : `${call.node} ${call.role}`
  const nth = (draft.turn.calls[counter] ?? 0) + 1
  const time = timeLeft(draft, context, call.node)
  const seconds = startTimeLimit(time.ms, context.signal)
  const prompt = promptToSend(draft, context, call)
  const started = services.now()
  const purpose = call.label ?? call.purpose.kind
  let dropped = 0
  let sent: number | undefined
  try {
    const model = services.resolveModel(call.settings, { rehearsal: flow.settings.rehearsal, language: flow.language })
    emit({
      ...at,
      type: 'model.started',
      purpose,
      model: model.label,
      connection: model.connection ?? model.label,
      messages: sizeOf(prompt),
      dropped: call.isCut === true ? 1 : 0,
    })
    const { answer = helpOf(call.purpose) } = call
    const onToken = answer === undefined ? tokenListener(call, context, at) : undefined
    const reply = await model.call({
      prompt,
      tools: call.tools,
      toolsClosed: call.toolsClosed === true || call.tools.length === 0,
      toolRound: call.toolRound ?? 0,
      speaker: call.role === undefined ? flow.nameOf(call.node) : `${flow.nameOf(call.node)}: ${call.role}`,
      nth,
      asker: { node: call.node, purpose },
      purpose: call.purpose,
      ...(answer === undefined ? {} : { answer }),
      signal: seconds.signal,
      readPicture: ({ id }) => bytesOf(context, id),
      ...(onToken === undefined ? {} : { onToken }),
      onThought: ({ text, takesBack }) => emit({ ...at, type: 'thought', text, takesBack }),
      onAttempt(made) {
        sent = made.sources.length
        services.noteRequest(context.threadId, { ...made, span, asker: `${counter} ${purpose}` })
      },
      onRetry: (retry) => emit({ ...at, type: 'model.retry', ...retry }),
      onWait: (end) => services.noteWait(context.threadId, end),
      async onShortened({ left }) {
        dropped = left.length
        return []
      },
      onToolsLeft: (left) => warnOfTools({ draft, context, call }, left),
      onFallback: (fallback) => emit({ ...at, type: 'model.fallback', ...fallback }),
    })
    const ms = services.now() - started
    const usage = usageOf({ ...call, prompt }, reply)
    const spent = spentOn(reply, { usage, ms })
    const { end } = reply
    emit(finishedEvent({ ...at, purpose, usage, ms }, { reply, dropped, sent, dollars: spent.dollars }))
    if (end === 'length' || end === 'filter') warnOfEnd(context, call, end)
    if (spent.unpriced === 1 && countsMoney(draft, context, call.node)) warnUnpriced(context, call, reply.model)
    draft.turn.calls[counter] = (draft.turn.calls[counter] ?? 0) + 1
    countSpent(draft, call.node, spent)
    return { reply, span, ms, usage, spent }
  } catch (cause) {
    if (seconds.hasPassed()) {
      endByLimit(draft, flow, time.reached)
      return null
    }
    throw atNode(cause, call.node)
  } finally {
    seconds.end()
  }
}

type FinishedFacts = { reply: ModelReply; dropped: number; sent: number | undefined; dollars: number }
type FinishedEvent = Extract<NewRunEvent, { type: 'model.finished' }>

function finishedEvent(
  at: Pick<FinishedEvent, 'node' | 'path' | 'span' | 'purpose' | 'usage' | 'ms'>,
  { reply, dropped, sent, dollars }: FinishedFacts,
): FinishedEvent {
  const { thoughts = '', end, answeredBy } = reply
  return {
    ...at,
    type: 'model.finished',
    model: reply.model,
    ...(sent === undefined ? {} : { sent }),
    ...(thoughts.trim() === '' ? {} : { thoughts: shortThoughts(thoughts.trim()) }),
    ...(dropped === 0 ? {} : { dropped }),
    ...(answeredBy === undefined ? {} : { answeredBy }),
    ...(reply.price === undefined && reply.cost === undefined ? {} : { cost: dollars }),
    ...(end === undefined ? {} : { end }),
  }
}

type CallPlace = { node: string; path: string; span: string }

/** Who hears the words as they come; undefined: nobody. */
function tokenListener({ entryId, onText }: ModelCall, { emit }: StepContext, at: CallPlace) {
  if (onText === undefined && entryId !== undefined)
    return (text: string) => emit({ ...at, type: 'token', entryId, text })
  return onText && ((text: string) => onText(text, at.span))
}

/** What is extracted by a schema may be asked for by it too; what the user has not said yet is null then. */
function helpOf(purpose: ModelPurpose): AnswerForm | undefined {
  const schema = purpose.kind === 'extract' ? schemaOfKnown(purpose.schema) : null
  return schema === null ? undefined : { schema, how: 'help' }
}

/** A picture may be gone where a data folder lost a part. */
function bytesOf({ services, threadId }: StepContext, id: string): Uint8Array | null {
  try {
    const { body } = services.results.read(threadId, id)
    return typeof body === 'string' ? null : body
  } catch (cause) {
    if (cause instanceof AppError && cause.code === 'not-found') return null
    throw cause
  }
}

/** What is kept of thoughts: hours of them would fill the log, and the ends tell most. */
const THOUGHTS_KEPT = 20_000

function shortThoughts(thoughts: string): string {
  if (thoughts.length <= THOUGHTS_KEPT) return thoughts
  const half = THOUGHTS_KEPT / 2
  return `${thoughts.slice(0, half)}\n\n(${thoughts.length - THOUGHTS_KEPT} characters left out)\n\n${thoughts.slice(-half)}`
}

/** Says that a reply is not whole. */
function warnOfEnd({ flow, emit }: StepContext, { node, settings }: ModelCall, end: 'length' | 'filter'): void {
  const name = flow.nameOf(node)
  if (end === 'filter') emit({ type: 'warning', node, code: 'reply-filtered', facts: { name } })
  else emit({ type: 'warning', node, code: 'reply-cut-off', facts: { name, maxTokens: settings.maxTokens } })
}

/** Any failure as one that names the node where it happened. */
export function atNode(cause: unknown, node: string): unknown {
  if (!(cause instanceof AppError) || cause.details['node'] !== undefined) return cause
  return new AppError(cause.code, cause.said, { ...cause.details, node })
}

/** What a reply took. */
function spentOn({ price, cost, model }: ModelReply, { usage, ms }: { usage: Usage; ms: number }): Expense {
  const known = cost ?? (price === undefined ? undefined : costAt(price, usage))
  return spentOnCall({ usage, model, ms, ...(known === undefined ? {} : { cost: known }) })
}

/** Says that a budget of money does not hold: nobody knows what the calls cost. */
function warnUnpriced(context: StepContext, { node, settings }: ModelCall, model: string): void {
  const facts = { name: context.flow.nameOf(node), connection: settings.connection, model }
  context.warnOnce({ type: 'warning', node, code: 'budget-not-counted', facts })
}

/** Counts what a model call or a tool took to the turn, whose limits count it, and to the node that asked. */
export function countSpent({ turn }: Draft, node: string, spent: CallUsage): void {
  turn.modelCalls += spent.calls
  turn.input += spent.input
  turn.output += spent.output
  turn.estimated ||= spent.estimated === true
  turn.by = spendAt(turn.by ?? {}, node, spent)
}

/** Counts the time of a tool and what it spent itself. */
export function countTool(
  draft: Draft,
  node: string,
  { spent = NOTHING, ms }: { spent?: CallUsage; ms: number },
): void {
  countSpent(draft, node, { ...spent, ms })
}

const NOTHING: CallUsage = { calls: 0, input: 0, output: 0 }

/** A participant that nears the end of a budget is told with its own requests, not with checks, whose answers have a form. */
function promptToSend(draft: Draft, context: StepContext, { node, prompt, purpose, label }: ModelCall): Prompt {
  const isOwn = purpose.kind === 'plan' || (purpose.kind === 'reply' && label === undefined)
  const notes = isOwn ? budgetNotes(draft, context, node) : []
  return notes.length === 0 ? prompt : { ...prompt, after: [...prompt.after, ...notes] }
}

/** Ends the turn when model calls or a budget are used up. */
function isOverLimit(draft: Draft, context: StepContext, { node, underWay = 0 }: ModelCall): boolean {
  const { modelCalls } = context.flow.settings.limits
  if (draft.turn.modelCalls + underWay >= modelCalls)
    endByLimit(draft, context.flow, { limit: 'modelCalls', most: modelCalls })
  else endsByBudget(draft, context, node)
  return draft.turn.end !== null
}
