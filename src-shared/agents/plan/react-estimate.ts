/** What the tokens of a plan come to against an agent that calls the same tools one by one (ReAct): an estimate, with its formula in words. */
import { message as sentence, type Message } from '../../languages/translate'

/** A plan that ran, counted. */
export type CountedPlan = {
  /** Tokens of the planner's first prompt: instructions, tools and conversation. */
  base: number
  /** In the order of the plan: tokens of what was written to call the tool, and of what came back. */
  steps: readonly { call: number; found: number }[]
  answer: number
}

/** What an agent would take: how often its model is called, what is sent to it and what it writes. */
export type ReactEstimate = {
  calls: number
  /** The first prompt, once for every call. */
  prompts: number
  /** Calls and results of earlier steps, once for every call after them. */
  again: number
  /** What the model writes: a call for each step, and the answer. */
  written: number
  total: number
}

/**
 * The tokens that an agent would take which calls one tool at a time. Before call k it is sent its first prompt and whatever
 * the steps before k wrote and found: the sum over k = 1 ... n+1 of base + (steps before k). It then writes a call, or in the
 * end the answer.
 */
export function estimateReact({ base, steps, answer }: CountedPlan): ReactEstimate {
  const calls = steps.length + 1
  const prompts = calls * base
  const again = steps.reduce((sum, { call, found }, index) => sum + (steps.length - index) * (call + found), 0)
  const written = steps.reduce((sum, { call }) => sum + call, 0) + answer
  return { calls, prompts, again, written, total: prompts + again + written }
}

/** The formula with its numbers, for a person. */
export function reactFormula(estimate: ReactEstimate, base: number): Message[] {
  const { calls, prompts, again, written } = estimate
  return [
    sentence('{calls, number} calls, each sent the first prompt of {base, number} tokens: {prompts, number}', {
      calls,
      base,
      prompts,
    }),
    sentence('What each step wrote and found, sent again with every later call: {again, number}', { again }),
    sentence('What the model writes, a call for each step and the answer: {written, number}', { written }),
  ]
}
