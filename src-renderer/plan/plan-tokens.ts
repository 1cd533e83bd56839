/** What a plan took in tokens, and what an agent that calls the same tools one by one would have taken. */
import { estimateReact, type ReactEstimate } from '../../src-shared/agents/plan/react-estimate'
import { estimateTokens } from '../../src-shared/agents/texts/tokens'
import type { PlanStepView, PlanView, TurnView, Usage } from '../../src-shared/run/fold/fold-view'

export type PlanTokens = {
  planner: number
  /** What steps took that asked a model themselves. */
  steps: number
  solver: number
  total: number
  /** Some of them were estimated, since the model server did not say. */
  isEstimated: boolean
  /** Tokens of the planner's first prompt. */
  base: number
  /** Null until the plan was answered. */
  react: ReactEstimate | null
}

/** The tokens of a plan; null before its planner was asked. */
export function tokensOf(plan: PlanView, { trace }: Pick<TurnView, 'trace'>): PlanTokens | null {
  const usageOf = (span: string | undefined): Usage | null =>
    trace.findLast((row) => row.span === span && row.step.what === 'model')?.usage ?? null
  const asked = plan.attempts.map(({ span }) => usageOf(span))
  const base = asked[0]?.input ?? 0
  if (base === 0) return null
  const planner = asked.reduce((sum, usage) => sum + sumOf(usage), 0)
  const steps = plan.steps.reduce((sum, { usage }) => sum + sumOf(usage), 0)
  const solved = usageOf(plan.solved?.span)
  const solver = sumOf(solved)
  const answer = solved?.output ?? 0
  const react = solved === null ? null : estimateReact({ base, steps: plan.steps.map(countStep), answer })
  const isEstimated = [...asked, solved, ...plan.steps.map(({ usage }) => usage)].some(
    (usage) => usage?.estimated === true,
  )
  return { planner, steps, solver, total: planner + steps + solver, isEstimated, base, react }
}

/** The call as the planner wrote it: an agent would not write the evidence out again. */
function countStep({ plan, tool, input, evidence }: PlanStepView): { call: number; found: number } {
  return { call: estimateTokens(`${plan}\n${tool}[${input}]`), found: estimateTokens(evidence ?? '') }
}

function sumOf(usage: Usage | null): number {
  return usage === null ? 0 : usage.input + usage.output
}
