/** What a flow tool means at run time: one turn of its flow for each call, told inside the run that called it. */
import { builtInText } from '../../../src-shared/agents/prompts/index'
import { AppError } from '../../../src-shared/errors'
import { message } from '../../../src-shared/languages/translate'
import { heldFlow } from '../../../src-shared/flow/editing/embedded-flow'
import type { JsonObject, Language } from '../../../src-shared/flow/records'
import { misfit } from '../../../src-shared/flow/variables'
import { flowToolKind, MESSAGE_ARGUMENT, variablesOf } from '../../../src-shared/kinds/flow-tool'
import { defineRuntime } from '../contract/define-runtime'
import type { InnerProblem } from '../contract/runtime'

export const flowToolRuntime = defineRuntime(flowToolKind, {
  tool({ id, node }, flow) {
    const held = heldFlow(node)
    return async (args, { services, inside, signal }) => {
      if (held?.by !== 'value') throw new AppError('flow-has-problems', 'No flow is chosen.')
      const text = args[MESSAGE_ARGUMENT]
      if (typeof text !== 'string' || text.trim() === '')
        throw new AppError(
          'bad-input',
          message('"{name}" must be a text that says something.', { name: MESSAGE_ARGUMENT }),
        )
      const variables = variablesFrom(held.value, args)
      const turn = { holder: id, text, variables, inside, signal }
      const { said, problem, spent, asks } = await services.runFlow(held.value, turn)
      if (asks.length > 0) return { text: '', isError: false, spent, asks }
      const words = said.join('\n\n')
      if (problem === null) return { text: words, isError: false, spent }
      const { language } = flow
      const why = problemText(problem, language)
      const unfinished = builtInText(language, 'flowUnfinished', { name: flow.nameOf(id), problem: why })
      const before = words === '' ? '' : `\n\n${builtInText(language, 'saidBefore', { said: words })}`
      return { text: `${unfinished}${before}`, isError: true, spent }
    }
  },
})

/** Why the flow did not finish, for the model that called it. */
function problemText(problem: InnerProblem, language: Language): string {
  switch (problem.is) {
    case 'asks':
      return builtInText(language, 'flowAsks', { name: problem.name })
    case 'out-of-time':
      return builtInText(language, 'flowOutOfTime')
    case 'limit':
    case 'failed':
      return problem.message
  }
}

/** The arguments that are variables of the flow. Throws for values that do not fit. */
function variablesFrom(flow: JsonObject, args: JsonObject): JsonObject {
  const values: JsonObject = {}
  for (const [name, { type }] of Object.entries(variablesOf(flow))) {
    const value = Object.hasOwn(args, name) ? args[name] : undefined
    // Models that fill in every property say null for what they leave out.
    if (value === undefined || (value === null && type !== 'json')) continue
    const issue = misfit(name, type, value)
    if (issue !== null) throw new AppError('bad-input', issue)
    values[name] = value
  }
  return values
}
