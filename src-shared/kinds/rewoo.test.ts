/** The checks of a planning node. */
import { ENGLISH } from '../languages/translate'
import { expect, it } from 'vitest'
import { checkFlow } from '../flow/checks/check'
import { flow } from '../testing/flow-builder'

it('an edited prompt must keep its slots', () => {
  const prompts = { planner: 'Plan!', solver: 'Answer {question}', worker: '{thought} {action_resp}', reformat: '' }
  const drawn = flow('P').start('p').node('rewoo', 'p', { prompts }).builtinTool('t').use('p', 't').build()
  const problems = checkFlow(drawn)
  expect(
    problems
      .filter(({ code }) => code === 'lost-slot')
      .map(({ severity, field, message }) => [severity, field, ENGLISH.message(message).split('.')[0]]),
  ).toEqual([
    ['error', 'prompts', 'Planner: The prompt lost {tool_description}, and nothing works without it'],
    ['warning', 'prompts', 'Solver: The prompt lost {worker_log}'],
  ])
})

it('there must be something to plan with', () => {
  const problems = (data: { modelTool?: string }) =>
    checkFlow(flow('P').start('p').node('rewoo', 'p', data).build()).map(({ code }) => code)
  expect([problems({}), problems({ modelTool: '' })]).toEqual([[], ['no-tools']])
})
