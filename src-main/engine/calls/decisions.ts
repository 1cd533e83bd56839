/** Says in the trace what was decided: candidates, prompt, raw answer, the rule that fired, the choice, tries (DefaultWorker 16). */
import { newId } from '../../../src-shared/flow/records'
import type { Candidate, DecisionChoice, DecisionRule } from '../../../src-shared/run/log/decisions'
import type { DecisionQuestion } from '../../../src-shared/run/log/decision-questions'
import type { DecisionSubject } from '../../../src-shared/run/log/facts'
import type { CallResult } from './call-model'
import { topFrame, type Draft } from '../state/draft'
import type { StepContext } from '../contract/runtime'

export type ToldDecision = {
  node: string
  about: Exclude<DecisionSubject, 'other'>
  candidates: Candidate[]
  rule: Exclude<DecisionRule, { by: 'other' }>
  choice: Exclude<DecisionChoice, { is: 'other' }>
  prompt?: string | null
  /** The model call that answered; none: it was decided without one, or by a reply that is told anyway. */
  asked?: CallResult | null
  /** The raw answer, where it is not that of `asked`. */
  answer?: string | null
  tries?: number
  /** What the answer is read by, where the candidates do not say it. */
  question?: DecisionQuestion
  /** Where no model was asked. */
  ms?: number
  span?: string
  /** What code wrote to its console. */
  output?: string
  /** It was decided before the app was killed, and is told unless this very run has it. */
  isAgain?: boolean
}

/** One trace entry for one decision. */
export function tellDecision(draft: Draft, context: StepContext, told: ToldDecision): void {
  const { node, about, candidates, rule, choice, prompt = null, asked = null, tries = 1 } = told
  const answer = told.answer ?? asked?.reply.text ?? null
  const tellIt = told.isAgain === true ? context.emitAgain : context.emit
  const question = told.question === undefined ? {} : { question: told.question }
  const output = told.output === undefined ? {} : { output: told.output }
  tellIt({
    type: 'decision',
    node,
    path: topFrame(draft).scope,
    span: asked?.span ?? told.span ?? newId('s'),
    decision: { about, candidates, prompt, answer, rule, choice, tries, ...question, ...output },
    usage: asked?.usage ?? null,
    ms: asked?.ms ?? told.ms ?? 0,
  })
}

/** What was chosen, by name. */
export function named(...names: readonly string[]): { is: 'named'; names: string[] } {
  return { is: 'named', names: [...names] }
}
