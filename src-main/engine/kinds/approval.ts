/** What an approval means at run time: a person is asked, what they filled in is kept as variables, and the baton goes on over the port of the answer. */
import { faultsOf } from '../../../src-shared/agents/prompts/misfit-words'
import { variableUnfit } from '../../../src-shared/agents/prompts/variable-words'
import { renderTemplate } from '../../../src-shared/agents/templates/template'
import { newId, type JsonObject } from '../../../src-shared/flow/records'
import { approvalKind, formVariables, type ApprovalData } from '../../../src-shared/kinds/approval'
import type { AnswerOf } from '../../../src-shared/run/log/questions'
import { defineRuntime } from '../contract/define-runtime'
import { stepName, type NodeQuestion, type Step, type StepContext } from '../contract/runtime'
import { step } from '../contract/step'
import { leadOn } from '../moves/after-reply'
import { wayParticipant } from '../moves/way-on'
import { topFrame, type Draft } from '../state/draft'
import type { ApprovalState } from '../state/approval-state'

export const approvalRuntime = defineRuntime(approvalKind, {
  setsVariables: true,
  participant: ({ id }) => wayParticipant(stepName.decide(id)),
  steps: ({ id, data }) => ({ [stepName.decide(id)]: decideStep(id, data), [stepName.assign(id)]: keepStep(id) }),
})

/** Runs twice at least, so that what is asked and until when is stored before anybody is asked. */
function decideStep(id: string, data: ApprovalData): Step {
  return step(async (draft, context) => {
    const frame = topFrame(draft)
    const { approval } = frame
    if (approval?.turn !== draft.turn.number) {
      frame.approval = newApproval(draft, context, data)
      return
    }
    if (isOfEarlierTry(context, data, approval)) {
      frame.approval = { ...approval, question: newId('q'), until: untilOf(context, data) }
      return
    }
    const answer = ask(draft, context, { id, form: data.form, approval })
    const { outcome, values = approval.values } = answer
    if (outcome === 'approved' && Object.keys(data.form).length > 0) {
      const given = formValues(data, values)
      const read = await readValues(context, data, given)
      if ('problem' in read)
        frame.approval = { ...approval, question: newId('q'), values: given, problem: read.problem }
      else {
        frame.approval = { ...approval, values: read.values }
        frame.todo = [stepName.assign(id), ...frame.todo.slice(1)]
      }
      return
    }
    delete frame.approval
    leadOn(draft, context, { id, port: outcome, reason: outcome })
  })
}

/** A step of its own, since those that set variables side by side wait for each other, and nobody is to wait for what another person is asked. */
function keepStep(id: string): Step {
  return step((draft, context) => {
    const frame = topFrame(draft)
    draft.variables = { ...draft.variables, ...frame.approval?.values }
    delete frame.approval
    leadOn(draft, context, { id, port: 'approved', reason: 'approved' })
  })
}

function newApproval(draft: Draft, { services }: StepContext, { message, form, timeout }: ApprovalData): ApprovalState {
  const { variables } = draft
  const known = formVariables(form).flatMap((name) => {
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined
    return value === undefined || value === null ? [] : [[name, value] as const]
  })
  return {
    turn: draft.turn.number,
    question: newId('q'),
    message: renderTemplate(message, variables),
    values: Object.fromEntries(known),
    until: untilOf({ services }, { timeout }),
    problem: null,
  }
}

function untilOf(
  { services }: Pick<StepContext, 'services'>,
  { timeout }: Pick<ApprovalData, 'timeout'>,
): string | null {
  return timeout === null ? null : new Date(services.now() + timeout * 1000).toISOString()
}

/** Whether it was asked before the turn failed that is tried again now: then there is the whole time to answer once more. */
function isOfEarlierTry({ triedAgainAt }: StepContext, { timeout }: ApprovalData, { until }: ApprovalState): boolean {
  return (
    triedAgainAt !== null && timeout !== null && until !== null && Date.parse(until) - timeout * 1000 < triedAgainAt
  )
}

type AskedApproval = { id: string; form: ApprovalData['form']; approval: ApprovalState }

function ask(draft: Draft, context: StepContext, { id, form, approval }: AskedApproval): AnswerOf<'approval'> {
  const { question, message, values, until, problem } = approval
  const asked: NodeQuestion<'approval'> = {
    id: question,
    node: id,
    path: topFrame(draft).scope,
    question: { kind: 'approval', message, form, values, until, problem },
  }
  const answer = context.ask<'approval'>([asked]).get(question)
  if (answer === undefined) throw new Error(`the question ${question} has no answer`)
  return answer
}

/** What the form asks for; anything else is nothing that was asked. */
function formValues({ form }: ApprovalData, given: JsonObject): JsonObject {
  const names = new Set(formVariables(form))
  return Object.fromEntries(Object.entries(given).filter(([name]) => names.has(name)))
}

/** What is kept, or why it cannot be. */
async function readValues(
  { flow, services, signal }: StepContext,
  { form }: ApprovalData,
  given: JsonObject,
): Promise<{ values: JsonObject } | { problem: string }> {
  const schema = { type: 'object', ...form }
  const { args: values, misfits } = await services.checkArguments(schema, given, signal)
  if (misfits.length > 0) return { problem: faultsOf(flow.language, misfits) }
  const { variables } = flow.settings
  for (const [name, value] of Object.entries(values)) {
    const declared = Object.hasOwn(variables, name) ? variables[name] : undefined
    const problem = declared === undefined ? null : variableUnfit(flow.language, { name, type: declared.type, value })
    if (problem !== null) return { problem }
  }
  return { values }
}
