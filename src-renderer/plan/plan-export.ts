/** A plan on its way out: as Markdown to read, as Mermaid to draw. */
import { planToMarkdown, planToMermaid, type ShownStep } from '../../src-shared/agents/plan/export'
import type { PlanStepView } from '../../src-shared/run/fold/fold-view'
import { stepsToShow, type ThreadPlan } from './shown-steps'

export function markdownOf({ plan, turn }: ThreadPlan): string {
  const answer = plan.solved?.answer
  return planToMarkdown(stepsToShow(plan).map(exported), {
    question: turn.input ?? undefined,
    answer,
  })
}

export function mermaidOf({ plan }: ThreadPlan): string {
  return planToMermaid(stepsToShow(plan).map(exported))
}

function exported(step: PlanStepView): ShownStep {
  const { id, plan, tool, input, deps, state, filled, evidence, ms } = step
  return {
    ...{ id, plan, tool, input, deps, state },
    filled: filled ?? undefined,
    evidence: evidence ?? undefined,
    durationMs: ms ?? undefined,
  }
}
