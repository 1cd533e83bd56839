/** Results of calls that a person looks at before the model does: the calls have run and do not run again, and their results wait in the frame. */
import type { Offer } from '../../../src-shared/agents/offers/offers'
import type { LogCall } from '../../../src-shared/run/log/log'
import type { ResultDecision } from '../../../src-shared/run/log/questions'
import { named, tellDecision } from '../calls/decisions'
import type { NodeQuestion, StepContext } from '../contract/runtime'
import { topFrame, type Draft } from '../state/draft'
import type { AnsweredCall, DecidingState } from '../state/state'
import type { CallRecord } from './call-tool'

/** A reply whose calls are answered. */
type AnsweredReply = {
  id: string
  entry: string
  calls: readonly { place: number; call: LogCall; offer: Pick<Offer, 'target'> | null }[]
}

/** A result that is held, with the question of it. */
export type HeldResult = { place: number; node: string; answer: AnsweredCall; question: NodeQuestion<'hold-result'> }

/** The results of a reply that nobody has looked at. */
export function heldResults(draft: Draft, reply: AnsweredReply, { answers }: DecidingState): HeldResult[] {
  const { id: node, entry, calls } = reply
  const path = topFrame(draft).scope
  return calls.flatMap(({ place, call, offer }): HeldResult[] => {
    const answer = answers[place]
    if (answer?.held !== true) return []
    const { name: tool, arguments: args } = call
    const { text, isError } = answer
    const about = { tool, toolNode: offer?.target ?? '', arguments: args, text, isError, problem: null }
    const question = {
      id: `${entry}.${place}.result`,
      node,
      path,
      question: { kind: 'hold-result', ...about },
    } as const
    return [{ place, node, answer, question }]
  })
}

/** The result as the model reads it. */
export function released(
  draft: Draft,
  context: StepContext,
  { node, answer, question }: HeldResult,
  decision: ResultDecision,
): AnsweredCall {
  const { held: _held, ...known } = answer
  tellHeld(draft, context, { node, tool: question.question.tool, decision })
  return { ...known, ...asReleased(known, decision) }
}

/** Says in the trace what became of a result that was held. */
export function tellHeld(
  draft: Draft,
  context: StepContext,
  { node, tool, decision }: { node: string; tool: string; decision: ResultDecision },
): void {
  const rule = { by: 'held', tool, became: decision.is } as const
  tellDecision(draft, context, { node, about: 'tools', candidates: [], rule, choice: named(tool), tries: 0 })
}

/** What a model reads of it. What is kept whole of it, pictures among it, goes with words that were taken away. */
export function asReleased<Kept>(
  { text, kept }: { text: string; kept: readonly Kept[] },
  decision: ResultDecision,
): { text: string; kept: Kept[] } {
  if (decision.is === 'keep') return { text, kept: [...kept] }
  return { text: decision.is === 'edit' ? decision.text : '', kept: [] }
}

/** Whether a person looks at a result first: not at one that was taken from before, nor where the tool was not called. */
export function isResultHeld(
  { flow }: StepContext,
  { place: { node, toolNode }, takenFrom, isRefused }: CallRecord,
): boolean {
  return takenFrom === undefined && isRefused !== true && flow.holds.has(node, toolNode)
}
