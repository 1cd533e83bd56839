/** `baton plan`: a planner's reply on standard input, its plan as one line of JSON. */
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTerminal, type Terminal } from './testing/terminal'

let terminal: Terminal
beforeEach(() => {
  terminal = openTerminal()
})
afterEach(() => terminal.close())

const plan = (args: readonly string[], stdin: readonly string[] | PassThrough) =>
  terminal.baton(['plan', ...args], { stdin })

test('a plan: its steps, with the registered spelling of the tools, on one line', async () => {
  const reply = ['Sure!', 'Plan: look it up', '#E1 = search[x €]', 'Plan: twice', '#E2 = Calc[#E1 + #E1]']
  const line = `${JSON.stringify({
    steps: [
      { id: 'E1', plan: 'look it up', tool: 'Search', input: 'x €', deps: [] },
      { id: 'E2', plan: 'twice', tool: 'Calc', input: '#E1 + #E1', deps: ['E1'] },
    ],
    error: null,
  })}\n`
  expect(await plan(['--tools', 'Search, Calc'], reply)).toEqual({ code: 0, out: line, notes: [] })
  expect(await plan(['--tools', 'Search', '--tools=Calc'], reply)).toEqual({ code: 0, out: line, notes: [] })
})

test('a fault is a verdict, not a failure: exit 0, kind, message and line', async () => {
  const { code, out, notes } = await plan(['--tools', 'Calc'], ['Plan: look it up', '#E1 = Search[x]'])
  expect([code, notes, JSON.parse(out)]).toEqual([
    0,
    [],
    {
      steps: [{ id: 'E1', plan: 'look it up', tool: 'Search', input: 'x', deps: [] }],
      error: {
        kind: 'unknown_tool',
        message: 'Line 2: there is no tool "Search" for #E1. Use one of: Calc.',
        line: 2,
      },
    },
  ])
})

test('without --tools any tool counts as known; nothing at all is no plan', async () => {
  expect(JSON.parse((await plan([], ['Plan: a', '#E1 = Anything[x]'])).out)).toMatchObject({ error: null })
  expect(JSON.parse((await plan([], [])).out)).toMatchObject({ steps: [], error: { kind: 'no_steps', line: null } })
})

test('a character that is cut between two chunks stays whole, and line ends of any kind are line ends', async () => {
  const stdin = new PassThrough()
  const bytes = Buffer.from('Plan: найти €\r\n#E1 = Поиск[цена €]')
  const ended = plan([], stdin)
  for (const byte of bytes) stdin.write(Uint8Array.of(byte))
  stdin.end()
  expect(JSON.parse((await ended).out)).toEqual({
    steps: [{ id: 'E1', plan: 'найти €', tool: 'Поиск', input: 'цена €', deps: [] }],
    error: null,
  })
})

test('an interrupt ends the wait for input', async () => {
  const ending = new AbortController()
  const ended = terminal.baton(['plan'], { stdin: new PassThrough(), signal: ending.signal })
  ending.abort()
  expect(await ended).toEqual({ code: 1, out: '', notes: ['It was stopped. (cancelled)'] })
})

test('an option that does not exist is wrong usage', async () => {
  expect((await plan(['--tool', 'x'], [])).code).toBe(2)
})
