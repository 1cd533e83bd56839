/** A plan that waits for a person: its steps as they are being edited, and the answer that comes of them. */
import { offersOf } from '../../src-shared/agents/offers/offers'
import type { FlowGraph } from '../../src-shared/flow/graph'
import { rewooSchema } from '../../src-shared/kinds/rewoo'
import type { AnswerOf, QuestionOf } from '../../src-shared/run/log/questions'

/** A step of the plan as it is being edited. */
export type StepDraft = { id: string; plan: string; tool: string; input: string; isRemoved: boolean }

/** A plan that somebody is asked about; `given`: the answer that could not be taken. */
export type PlanToApprove = { node: string; question: QuestionOf<'approve-plan'>; given: PlanAnswer | null }
type PlanAnswer = AnswerOf<'approve-plan'>

/** The steps to edit; after an answer that could not be taken, as that had them. */
export function draftOf({ question, given }: PlanToApprove): StepDraft[] {
  const before = given?.steps
  const known = new Map(before?.map((step) => [step.id, step]))
  return question.steps.map(({ id, plan, tool, input }) => {
    const edited = known.get(id) ?? { plan, tool, input }
    return {
      id,
      plan: edited.plan,
      tool: edited.tool,
      input: edited.input,
      isRemoved: before !== undefined && !known.has(id),
    }
  })
}

/** The answer of an edited plan; of one that is as it was asked, a plain approval. */
export function answerOf({ question }: PlanToApprove, draft: readonly StepDraft[]): PlanAnswer {
  const steps = draft
    .filter(({ isRemoved }) => !isRemoved)
    .map(({ id, plan, tool, input }) => ({ id, plan, tool, input }))
  const isSame = draft.every(({ id, tool, input, isRemoved }) => {
    const step = question.steps.find((asked) => asked.id === id)
    return !isRemoved && step?.tool === tool && step.input === input
  })
  return { kind: 'approve-plan', approved: true, ...(isSame ? {} : { steps }) }
}

/** The names that a step's tool may have, as the flow is drawn now; empty where that is not known, as inside a sub-flow. */
export function toolsOnOffer(graph: FlowGraph, nodeId: string): string[] {
  const parsed = rewooSchema.safeParse(graph.flow.nodes[nodeId]?.data)
  if (!parsed.success) return []
  const drawn = offersOf(graph, nodeId).flatMap(({ type, enabled, name }) => (type === 'tool' && enabled ? [name] : []))
  const own = parsed.data.modelTool.trim()
  return own === '' || drawn.includes(own) ? drawn : [...drawn, own]
}
