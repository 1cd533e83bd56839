/** The step in which a person approves a plan or edits it before it runs; without approval the turn ends. */
import { parsePlan } from '../../../src-shared/agents/plan/parse'
import { printPlan } from '../../../src-shared/agents/plan/print'
import type { AnswerOf } from '../../../src-shared/run/log/questions'
import { endTurn, type Draft } from '../state/draft'
import type { NodeQuestion, Step, StepContext } from '../contract/runtime'
import { planTools } from './plan-tools'
import { plannedSteps, type PlanningNode } from './planning'
import { eventPlace, goOnWith, planOf, placeOf, planStepName, setPlan, tellSteps } from '../tool-calls/plans'
import { step } from '../contract/step'

export function approveStep(node: PlanningNode): Step {
  return step((draft, context) => {
    decide(draft, context, node)
  })
}

/** Asks until the answer can be taken: an edited plan that does not hold is asked about again, with what is wrong with it. */
function decide(draft: Draft, context: StepContext, node: PlanningNode): void {
  tellSteps(draft, context, node.id)
  for (let problem: string | null = null; ;) {
    const answer = ask(draft, context, { node, problem })
    if (!answer.approved) return endTurn(draft)
    problem = answer.steps === undefined ? null : takeEdited(draft, context, { node, steps: answer.steps })
    if (problem === null) return goOnWith(draft, planStepName.work(node.id))
  }
}

type PlanAnswer = AnswerOf<'approve-plan'>

function ask(draft: Draft, context: StepContext, asking: { node: PlanningNode; problem: string | null }): PlanAnswer {
  const { id } = asking.node
  const { node, path, round } = eventPlace(draft, id)
  const { steps, turn } = planOf(draft, id)
  const questionId = `${turn}.${placeOf(draft, node)}.${round}`
  const asked: NodeQuestion<'approve-plan'> = {
    id: questionId,
    node,
    path,
    question: {
      kind: 'approve-plan',
      round,
      steps: steps.map(({ result: _result, ...step }) => step),
      problem: asking.problem,
    },
  }
  const answer = context.ask<'approve-plan'>([asked]).get(questionId)
  if (answer === undefined) throw new Error(`the question ${questionId} has no answer`)
  return answer
}

type StepsEdit = { node: PlanningNode; steps: NonNullable<PlanAnswer['steps']> }

/** Takes the steps as a person wrote them; what is wrong with them, or null. */
function takeEdited(draft: Draft, context: StepContext, { node, steps }: StepsEdit): string | null {
  const { id, data } = node
  const tools = planTools(context.flow, id, data)
  const read = parsePlan(printPlan(steps), { tools: tools.map(({ name }) => name) })
  // Its line numbers are those of the printed plan, which the person does not see.
  if (read.error !== null)
    return read.error.message.replace(/^Line \d+: (.)/, (_, first: string) => first.toUpperCase())
  setPlan(draft, id, { ...planOf(draft, id), steps: plannedSteps(read.steps, tools) })
  return null
}
