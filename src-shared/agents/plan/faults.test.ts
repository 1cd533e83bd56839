/** What is wrong with a plan: the kind, the line, what the planner is told, and what is still read (ReWOO 2 to 5, 11, 12, 18, 19). */
import { expect, test } from 'vitest'
import { parsePlan } from './parse'
import { ONE_ACTION } from './plan'

function read(reply: string, tools?: readonly string[]): unknown {
  const { steps, error } = parsePlan(reply, { tools })
  return [error?.kind, error?.line, ...steps.map(({ id }) => id)]
}

test.each([
  ['nothing', '', ['no_steps', null]],
  ['a refusal', "I'm sorry, I cannot help with that.", ['no_steps', null]],
  ['a direct answer with the word in it', 'The best plan: none. The answer is 42.', ['no_steps', null]],
  ['a mention of evidence', 'As #E1 shows, the answer is 42.', ['no_steps', null]],
  ['thoughts that were cut off', '<think>Plan: a\n#E1 = T[x]', ['no_steps', null]],
  ['a single word', 'Plan', ['no_steps', null]],
  ['an empty list', '[]', ['no_steps', null]],
])('no_steps: %s', (_what, reply, fault) => {
  expect(read(reply)).toEqual(fault)
})

test.each([
  ['two plans, one action (RW-3)', 'Plan: a\nPlan: b\n#E1 = T[x]', [1, 'E1']],
  ['one plan, two actions', 'Plan: a\n#E1 = T[x]\n#E2 = T[y]', [3, 'E1', 'E2']],
  ['one plan, two actions on one line', 'Plan: a. #E1 = T[x], and #E2 = T[y]', [1, 'E1', 'E2']],
  ['as many plans as actions in the wrong order', 'Plan: a\n#E1 = T[x]\n#E2 = T[y]\nPlan: b', [3, 'E1', 'E2']],
  ['a closing plan without a call', 'Plan: a\n#E1 = T[x]\n\nPlan: now answer.', [4, 'E1']],
  ['plans alone', 'Plan: a\nPlan: b', [1]],
  ['actions alone', '#E1 = T[x]\n#E2 = T[y]', [1, 'E1', 'E2']],
  ['a label without its sign', 'Plan: a\nE1 = T[x]', [1]],
  ['a label without a number', 'Plan: a\n#E = T[x]', [1]],
  ['a label with letters behind the number', 'Plan: a\n#E1a = T[x]', [1]],
  ['a colon in the place of the equals sign', 'Plan: a\n#E1: T[x]', [1]],
  ['an arrow in the place of the equals sign', 'Plan: a\n#E1 -> T[x]', [1]],
  ['a call without a label', 'Plan: a\nT[x]', [1]],
  ['an introduction behind the label', 'Plan: I do it in one step.\nPlan 1: a\n#E1 = T[x]', [1, 'E1']],
])('plan_action_mismatch: %s', (_what, reply, [line, ...ids]) => {
  const { error } = parsePlan(reply)
  expect(read(reply)).toEqual(['plan_action_mismatch', line, ...ids])
  expect(error?.message).toContain(ONE_ACTION)
  expect(error?.message).toContain(`line ${line}`)
})

test.each([
  ['round brackets', 'Plan: a\n#E1 = T(x)\nPlan: b\n#E2 = T[y]', [2, 'E2']],
  ['round brackets on the line of the plan', 'Plan: a #E1 = T("x") Plan: b #E2 = T[y]', [1, 'E2']],
  ['round brackets with square ones inside', 'Plan: a\n#E1 = T(x[0])', [2]],
  ['full-width round brackets', 'Plan: a\n#E1 = T（x）', [2]],
  ['no brackets', 'Plan: a\n#E1 = T\nPlan: b\n#E2 = T[y]', [2, 'E2']],
  ['a value instead of a call', 'Plan: a\n#E1 = 42', [2]],
  ['nothing behind the sign', 'Plan: a\n#E1 =\n\nPlan: b\n#E2 = T[y]', [2, 'E2']],
  ['the next plan in the place of the tool', 'Plan: a\n#E1 =\nPlan: b\n#E2 = T[y]', [2, 'E2']],
  ['no tool', 'Plan: a\n#E1 = [x]', [2]],
  ['braces', 'Plan: a\n#E1 = T{"q": "x"}', [2]],
  [
    'a bracket that is never closed, although later ones would close it',
    'Plan: a\n#E1 = T[x\nPlan: b\n#E2 = T[#E1]',
    [2, 'E2'],
  ],
  ['a reply that was cut off in an input', 'Plan: a\n#E1 = T[x]\nPlan: b\n#E2 = T[half of', [4, 'E1']],
  ['two labels for one call', 'Plan: a\n#E1 = #E2 = T[x]', [2]],
  ['brackets behind backslashes', 'Plan: a\n#E1 = T\\[x\\]', [2]],
])('bad_tool_call: %s', (_what, reply, [line, ...ids]) => {
  expect(read(reply)).toEqual(['bad_tool_call', line, ...ids])
  expect(parsePlan(reply).error?.message).toMatch(new RegExp(`^Line ${line}: .*Write it as #E\\d+ = Tool\\[input\\]`))
})

test('duplicate_id: also where the two are written differently', () => {
  expect(read('Plan: a\n#E2 = T[x]\nPlan: b\n#E2 = T[y]')).toEqual(['duplicate_id', 4, 'E2', 'E2'])
  expect(read('Plan: a\n#E2 = T[x]\nPlan: b\n#e[02] = T[y]')).toEqual(['duplicate_id', 4, 'E2', 'E2'])
})

test('unknown_tool, unknown_reference and cycle leave a plan that can be shown and run', () => {
  const tools = ['T', 'LLM']
  expect(read('Plan: a\n#E1 = T[x]\nPlan: b\n#E2 = Fax[#E1]', tools)).toEqual(['unknown_tool', 4, 'E1', 'E2'])
  expect(read('Plan: a\n#E1 = T[#E5]', tools)).toEqual(['unknown_reference', 2, 'E1'])
  expect(parsePlan('Plan: a\n#E1 = T[#E5]').steps).toMatchObject([{ deps: ['E5'] }])
  expect(read('Plan: a\n#E1 = T[#E1]')).toEqual(['cycle', 2, 'E1'])
  expect(read('Plan: z\n#E4 = T[#E3]\nPlan: a\n#E1 = T[x]\nPlan: b\n#E2 = T[#E3]\nPlan: c\n#E3 = T[#E2 #E1]')).toEqual([
    'cycle',
    6,
    'E4',
    'E1',
    'E2',
    'E3',
  ])
  expect(read('Plan: a\n#E1 = T[#E2]\nPlan: b\n#E2 = T[x]')).toEqual([undefined, undefined, 'E1', 'E2'])
})

test('of several faults the one that is first in the list of kinds is told, of one kind the first in the reply', () => {
  const mismatch = '\n#E8 = T[x]'
  const badCall = '\nPlan: d\n#E4 = T(x)'
  const badCallToo = '\nPlan: e\n#E5 = T(x)'
  const duplicate = '\nPlan: f\n#E1 = T[x]'
  const unknown = 'Plan: a\n#E1 = Fax[#E9 #E1]'
  const kind = (reply: string) => parsePlan(reply, { tools: ['T'] }).error
  expect(kind(unknown + badCallToo + badCall + duplicate + mismatch)).toMatchObject({
    kind: 'plan_action_mismatch',
    line: 9,
  })
  expect(kind(unknown + badCallToo + badCall + duplicate)).toMatchObject({ kind: 'bad_tool_call', line: 4 })
  expect(kind(unknown + duplicate)).toMatchObject({ kind: 'duplicate_id', line: 4 })
  expect(kind(unknown)).toMatchObject({ kind: 'unknown_tool', line: 2 })
  expect(parsePlan(unknown).error).toMatchObject({ kind: 'unknown_reference', line: 2 })
})

test('lines are those of the reply as it came: with thoughts, fences, CRLF and prose', () => {
  expect(read('<think>\r\nhm\r\n</think>\r\nSure:\r\n```\r\nPlan: a\r\n#E1 = T(x)\r\n```')).toEqual([
    'bad_tool_call',
    7,
  ])
})

test('what the planner is told', () => {
  const messages = [
    'No.',
    '<think>Plan: hm',
    'Plan: find the capital\nE1 = T[x]\nPlan: b\n#E2 = T[y]',
    'Plan: a\n#E1 = T[x]\n#E2 = T[y]',
    'Plan: a\n#E1 = Search("x")',
    'Plan: a\n#E1 = T[x]\nPlan: a\n#E1 = T[x]',
    'Plan: a\n#E1 = Fax[x]',
    'Plan: a\n#E1 = T[#E7]',
    'Plan: a\n#E1 = T[#E2]\nPlan: b\n#E2 = T[#E1]',
    'Plan: a\n#E1 = T[#E1]',
  ].map((reply) => parsePlan(reply, { tools: ['T', 'Calc'] }).error?.message)
  expect(messages).toEqual([
    'The reply holds no plan. Write every step in two lines, "Plan: what to do" and directly below it "#E1 = Tool[input]".',
    'The reply breaks off in its thoughts and holds no plan. Write every step in two lines, "Plan: what to do" and directly below it "#E1 = Tool[input]".',
    'Each Plan should only correspond to only ONE action: the Plan in line 1 ("find the capital E1 = T[x]") has no action directly after it. What stands below, "E1 = T[", has another form. Write #E1 = Tool[input] below it, with a number of its own.',
    'Each Plan should only correspond to only ONE action: #E2 in line 3 has no Plan of its own. Write a line "Plan: what to do" directly before it.',
    'Line 2: the call "#E1 = Search("x")" cannot be read: its input stands in round brackets. Write it as #E1 = Tool[input], with the input in square brackets.',
    'Line 4: #E1 was given before. Give every step a number of its own.',
    'Line 2: there is no tool "Fax" for #E1. Use one of: T, Calc.',
    'Line 2: #E1 uses #E7, but no step gives #E7.',
    'Line 2: the steps wait for each other: #E1 needs #E2 needs #E1. Order them so that each uses only results of steps before it.',
    'Line 2: #E1 uses its own result. A step can only use results of other steps.',
  ])
})
