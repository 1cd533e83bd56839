/** What a participant's model is shown of the log: its view, and a summary in the place of what does not fit any more. */
import { toFault } from '../../../src-shared/run/log/reasons'
import { AppError } from '../../../src-shared/errors'
import { builtInPrompts, builtInText } from '../../../src-shared/agents/prompts'
import { estimateTokens } from '../../../src-shared/agents/texts/tokens'
import type { LogEntry } from '../../../src-shared/run/log/log'
import { roomIn } from '../../models/fit'
import type { ModelTool } from '../../models/contract/model'
import type { PromptMessage } from '../../models/contract/prompt'
import { tokensOfRequest } from '../../models/shorten'
import { callModel } from '../calls/call-model'
import { contextTokensOf } from '../log-views/context-tokens'
import { logOf, topFrame, type Draft } from '../state/draft'
import type { CompiledFlow, SpeakingParticipant, StepContext } from '../contract/runtime'
import { viewOf, type View } from '../log-views/view'
import { viewTexts } from '../log-views/view-texts'

/** `system`: instructions that stand for what is not shown. */
export type ShownLog = View & { system: readonly string[] }

/** A participant, and the tokens that its history may take. */
type Viewer = { participant: SpeakingParticipant; budget: number }

/** The part of the log that fits: after what was summarized, where something was. */
export function shownLog(draft: Draft, flow: CompiledFlow, { participant, budget }: Viewer): ShownLog {
  const { log, summary } = notSummarized(draft, participant.id)
  const text = summary === '' ? [] : [builtInText(flow.language, 'earlierSummary', { summary })]
  const taken = text.reduce((sum, one) => sum + estimateTokens(one), 0)
  return { ...view(log, draft, { flow, participant, budget: budget - taken }), system: text }
}

type ParticipantViewOptions = Viewer & { flow: CompiledFlow }

function view(log: readonly LogEntry[], draft: Draft, { flow, participant, budget }: ParticipantViewOptions): View {
  return viewOf(log, {
    scope: topFrame(draft).scope,
    viewer: participant.id,
    nameOf: flow.nameOf,
    hideTransit: participant.speaks.hidesTransit && flow.settings.swarm.hideTransit,
    budget,
    handedOn: builtInText(flow.language, 'handedToSupervisor'),
    ...viewTexts(flow.language),
  })
}

/** What is summarized belongs to one participant in one conversation. */
function summaryKey(draft: Draft, participant: string): string {
  return JSON.stringify([topFrame(draft).scope, participant])
}

/** The log after the last summary, and its text; the whole log where there is none, or where its end is not in this log. */
function notSummarized(draft: Draft, participant: string): { log: readonly LogEntry[]; summary: string } {
  const log = logOf(draft)
  const summary = draft.summaries[summaryKey(draft, participant)]
  const at = summary === undefined ? -1 : log.findLastIndex(({ id }) => id === summary.upTo)
  return summary === undefined || at === -1 ? { log, summary: '' } : { log: log.slice(at + 1), summary: summary.text }
}

/** After a cut so much of the budget is used, so that many a message fits before the next one. */
const KEPT_SHARE = 0.5

/** `instructions`: tokens of what is said besides the history. */
type SummaryRequest = { participant: SpeakingParticipant; instructions: number; tools: readonly ModelTool[] }

/**
 * Asks the model for a summary where the conversation is longer than it holds and the node or flow wants one. True: it was asked, or a limit
 * ended the turn, and the step ends, so that what was paid for is stored before the reply is asked for. A failure is a warning, and
 * the oldest part is left out without a word.
 */
export async function summarizes(draft: Draft, context: StepContext, asking: SummaryRequest): Promise<boolean> {
  const { participant, instructions } = asking
  const { flow } = context
  if (participant.settings.whenTooLong !== 'summarize') return false
  const budget = (await roomFor(context, asking)) - instructions
  if (!shownLog(draft, flow, { participant, budget }).isCut) return false
  const { log, summary: before } = notSummarized(draft, participant.id)
  const { from } = view(log, draft, { flow, participant, budget: budget * KEPT_SHARE })
  const last = log[from - 1]
  if (last === undefined) return false
  const left = view(log.slice(0, from), draft, { flow, participant, budget })
  const text = await summaryOf(draft, context, { participant, before, messages: left.messages })
  if (text === null) return true
  draft.summaries = { ...draft.summaries, [summaryKey(draft, participant.id)]: { upTo: last.id, text } }
  return true
}

/** Tokens for instructions and history: as set, or as the server said where that is less. */
async function roomFor(
  { services, flow }: StepContext,
  { participant: { settings }, tools }: SummaryRequest,
): Promise<number> {
  const model = services.resolveModel(settings, { rehearsal: flow.settings.rehearsal, language: flow.language })
  const known = (await model.contextTokens?.().catch(() => null)) ?? null
  const set = contextTokensOf(settings)
  if (known === null) return set
  const offered = tokensOfRequest({ prompt: { language: flow.language, system: [], history: [], after: [] }, tools })
  return Math.min(set, roomIn({ limit: known, maxTokens: settings.maxTokens }) - offered)
}

type SummarizedHistory = { participant: SpeakingParticipant; before: string; messages: readonly PromptMessage[] }

async function summaryOf(
  draft: Draft,
  context: StepContext,
  { participant, before, messages }: SummarizedHistory,
): Promise<string | null> {
  const { language } = context.flow
  const earlier = before === '' ? [] : [builtInText(language, 'earlierSummary', { summary: before })]
  try {
    const result = await callModel(draft, context, {
      node: participant.id,
      settings: participant.settings,
      prompt: { language, system: earlier, history: messages, after: [builtInPrompts(language).prompts.summarise] },
      tools: [],
      purpose: { kind: 'summarise' },
      role: 'summary',
    })
    return result === null ? null : result.reply.text.trim()
  } catch (cause) {
    if (!(cause instanceof AppError) || cause.code === 'cancelled') throw cause
    const name = participant.node.name
    const facts = { of: 'conversation' as const, name, ...toFault(cause) }
    context.emit({ type: 'warning', node: participant.id, code: 'no-summary', facts })
    return before
  }
}
