/** What checks of a conversation share: asking a model, telling what it decided, and what a check reads. */
import { kindOf } from '../../../src-shared/kinds'
import type { ModelPurpose, ModelSettings } from '../../models/contract/model'
import { questionPrompt } from '../../models/contract/prompt'
import { callModel, type CallResult } from './call-model'
import { tellDecision, type ToldDecision } from './decisions'
import { userEntryOf, wordsOf, type Draft } from '../state/draft'
import type { CompiledFlow, StepContext } from '../contract/runtime'

type Question = { node: string; role?: string; settings: ModelSettings; prompt: string; purpose: ModelPurpose }

/** One model call of a check; null: the turn has ended. */
export function askCheck(
  draft: Draft,
  context: StepContext,
  { prompt, ...question }: Question,
): Promise<CallResult | null> {
  return callModel(draft, context, { ...question, prompt: questionPrompt(context.flow.language, prompt), tools: [] })
}

type CheckReport = {
  node: string
  about: ToldDecision['about']
  asked: CallResult
  prompt: string
  candidates: string[]
} & Pick<ToldDecision, 'rule' | 'choice' | 'question'>

/** One trace entry for one decision: candidates, prompt, raw answer, the rule that fired, the choice. */
export function tellCheck(draft: Draft, context: StepContext, told: CheckReport): void {
  tellDecision(draft, context, { ...told, candidates: told.candidates.map((name) => ({ name })) })
}

/** Says that an answer was unclear and changed nothing. */
export function warnUnclear(context: StepContext, node: string, answer: string): void {
  const facts = { name: context.flow.nameOf(node), to: 'check' as const, answer: answer.slice(0, 200) }
  context.emit({ type: 'warning', node, code: 'unclear-answer', facts })
}

/** The words that are to be answered. */
export function messageText(draft: Draft): string {
  return wordsOf(userEntryOf(draft))
}

/** What the dialog is for, in the words that whoever brings it in reads. */
export function describeWatched(flow: CompiledFlow, dialog: string): string {
  const offers = flow.graph
    .into(dialog)
    .flatMap(({ edge, id }) =>
      flow.offersOf(edge.from.node).filter((one) => one.type === 'dialog' && one.edgeId === id),
    )
  const node = flow.graph.node(dialog)
  const own = node === undefined ? null : (kindOf(node)?.offer(node) ?? null)
  return offers.at(0)?.description ?? own?.description ?? flow.nameOf(dialog)
}
