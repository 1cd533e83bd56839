/** The plan as JSON: what is accepted as one, and its faults. */
import { expect, test } from 'vitest'
import { parsePlan, planSoFar } from './parse'

const item = (id: string, input: unknown = 'x') => ({
  plan: `do ${id}`,
  evidence: { placeholder: `#${id}`, tool: 'T', tool_input: input },
})
const step = (id: string, input = 'x', deps: string[] = []) => ({ id, plan: `do ${id}`, tool: 'T', input, deps })
const LIST = [item('E1'), item('E2', 'about #E1')]
const STEPS = [step('E1'), step('E2', 'about #E1', ['E1'])]
const TEXT = JSON.stringify(LIST)
const PRETTY = JSON.stringify(LIST, null, 2)

test.each([
  ['bare', TEXT],
  ['pretty, with CRLF', PRETTY.replaceAll('\n', '\r\n')],
  ['in a fence', `\`\`\`json\n${PRETTY}\n\`\`\``],
  ['in a fence amid prose', `Here is [the] plan {as asked}:\n\n\`\`\`\n${PRETTY}\n\`\`\`\nGood luck!`],
  ['below a heading that looks like a label', `Plan:\n${PRETTY}`],
  ['behind thoughts that hold another', `<think>[${JSON.stringify(item('E9'))}]</think>\n${TEXT}`],
  ['in an object', JSON.stringify({ steps: LIST })],
  ['of objects on lines of their own', LIST.map((one) => JSON.stringify(one)).join('\n')],
  [
    'in which each object has its own fence',
    LIST.map((one) => `Step {now}:\n\`\`\`json\n${JSON.stringify(one)}\n\`\`\``).join('\n'),
  ],
  ['with trailing commas', PRETTY.replaceAll('\n  }', ',\n  }').replace(/\n\]$/, ',\n]')],
])('accepts a list %s', (_what, reply) => {
  expect(parsePlan(reply)).toEqual({ steps: STEPS, error: null })
})

test('inputs: texts as written, anything else as JSON text; none is empty; references of all texts within count', () => {
  const inputs = [' "q" ', ['#E1', { a: ['#E2', 1] }], { q: '#E1', n: 2 }, 7, true, null]
  const list = inputs.map((input, index) => item(`E${index + 1}`, input))
  expect(parsePlan(JSON.stringify(list)).steps.map(({ input, deps }) => [input, deps])).toEqual([
    [' "q" ', []],
    ['["#E1",{"a":["#E2",1]}]', ['E1', 'E2']],
    ['{"q":"#E1","n":2}', ['E1']],
    ['7', []],
    ['true', []],
    ['', []],
  ])
})

test('a single step needs no list; placeholders may lack the sign; a list with one evidence is that evidence', () => {
  const one = { plan: 'do E1', evidence: [{ placeholder: 'e[1]', tool: ' T ', tool_input: 'x' }] }
  expect(parsePlan(`Sure: ${JSON.stringify(one)}`)).toEqual({ steps: [step('E1')], error: null })
})

test('a plan in texts that holds such JSON as an input stays a plan in texts', () => {
  const reply = `Plan: a\n#E1 = T[${TEXT}]`
  expect(parsePlan(reply).steps).toEqual([{ id: 'E1', plan: 'a', tool: 'T', input: TEXT, deps: ['E1', 'E2'] }])
})

test('faults, each with its line', () => {
  const fault = (list: unknown, tools?: string[]) => {
    const { error } = parsePlan(JSON.stringify(list, null, 2), { tools })
    return [error?.kind, error?.line]
  }
  const bare = { plan: 'no action' }
  const doubled = { plan: 'two', evidence: [item('E2').evidence, item('E3').evidence] }
  expect(fault([item('E1'), bare])).toEqual(['plan_action_mismatch', 10])
  expect(fault([item('E1'), doubled])).toEqual(['plan_action_mismatch', 10])
  expect(fault([{ plan: 'a', evidence: { tool: 'T' } }])).toEqual(['bad_tool_call', 2])
  expect(fault([{ plan: 'a', evidence: { placeholder: '#E1', tool: '' } }])).toEqual(['bad_tool_call', 2])
  expect(fault([{ plan: 'a', evidence: { placeholder: 'first', tool: 'T' } }])).toEqual(['bad_tool_call', 2])
  expect(fault([{ plan: 'a', evidence: 'T[x]' }])).toEqual(['bad_tool_call', 2])
  expect(fault([item('E1'), item('E1')])).toEqual(['duplicate_id', 10])
  expect(fault([item('E1')], ['U'])).toEqual(['unknown_tool', 2])
  expect(fault([item('E1', '#E1')])).toEqual(['cycle', 2])
  const cut = parsePlan(TEXT.slice(0, -20))
  expect([cut.error?.kind, cut.error?.line, cut.steps]).toEqual(['bad_tool_call', 1, STEPS.slice(0, 1)])
  const cutLine = parsePlan(
    LIST.map((one) => JSON.stringify(one))
      .join('\n')
      .slice(0, -20),
  )
  expect([cutLine.error?.kind, cutLine.error?.line, cutLine.steps]).toEqual(['bad_tool_call', 2, STEPS.slice(0, 1)])
})

test('JSON that is nested beyond measure is a bad call and no crash', () => {
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
  const reply = `[{"plan":"a","evidence":{"placeholder":"#E1","tool":"T","tool_input":${deep}}}]`
  expect(parsePlan(reply).error?.kind).toBe('bad_tool_call')
})

test('while it streams, the objects that are complete are steps', () => {
  const lines = PRETTY.split('\n')
  const counts = lines.map((_, index) => planSoFar(`${lines.slice(0, index + 1).join('\n')}\n`).length)
  expect(counts).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2])
})
