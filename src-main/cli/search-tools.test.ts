/** `baton tools search`: candidates of a query as lines of JSON. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { flow, type FlowBuilder } from '../../src-shared/testing/flow-builder'
import { openTerminal, type Terminal } from './testing/terminal'

let terminal: Terminal
beforeEach(() => {
  terminal = openTerminal()
})
afterEach(() => terminal.close())

const TOOLS = {
  forecast: 'Tells the weather of a city.',
  mail: 'Sends a mail.',
  bank: 'Shows the balance of an account.',
}
const withTools = (builder: FlowBuilder) =>
  Object.entries(TOOLS).reduce(
    (drawn, [id, description]) =>
      drawn
        .node('code-tool', id, { description, code: 'export const run = () => 1' })
        .use('w', id, { enabled: id !== 'bank' }),
    builder,
  )
const desk = () =>
  withTools(
    flow('Desk')
      .start('a')
      .agent('a', { name: 'Helper' })
      .agent('b', { name: 'Clerk' })
      .handoff('a', 'b')
      .node('workbench', 'w', { name: 'Office', topK: 1, overrides: { mail: { name: 'send' } } })
      .node('workbench', 'c', { name: 'Clocks', mode: 'keyword' })
      .use('a', 'w')
      .use('b', 'c'),
  )
    .builtinTool('t')
    .use('c', 't')

const candidateSchema = z.strictObject({
  name: z.string(),
  pool: z.string(),
  similarity: z.number().min(0).max(1),
  rank: z.number(),
  kept: z.boolean(),
  reason: z.string(),
})
const search = async (query: string, ...more: string[]) => {
  const { code, out, notes } = await terminal.baton(['tools', 'search', terminal.file(desk().build()), query, ...more])
  const lines = out.split('\n').filter((line) => line !== '')
  return { code, notes, found: lines.map((line) => candidateSchema.parse(JSON.parse(line))) }
}

test('Workbench 20: every candidate with its pool, place, whether it is kept and why', async () => {
  const { code, notes, found } = await search('send a mail to the weather office')
  expect([code, notes]).toEqual([0, []])
  expect(found.map(({ similarity: _, ...candidate }) => candidate)).toEqual([
    { name: 'send', pool: 'Office', rank: 1, kept: true, reason: 'kept' },
    { name: 'forecast', pool: 'Office', rank: 2, kept: false, reason: 'beyond k' },
    { name: 'bank', pool: 'Office', rank: 3, kept: false, reason: 'disabled' },
  ])
})

test('of one pool, or of one agent', async () => {
  const named = async (...more: string[]) => (await search('time and date', ...more)).found.map(({ pool }) => pool)
  expect(await named('--pool', 'clocks')).toEqual(['Clocks'])
  expect(new Set(await named('--agent', 'Clerk'))).toEqual(new Set(['Clocks']))
  expect(new Set(await named('--agent', 'Helper'))).toEqual(new Set(['Office']))
})

test('an empty query finds nothing; names that nobody has are told', async () => {
  expect(await search('  ')).toEqual({ code: 0, notes: [], found: [] })
  const notes = async (...more: string[]) => (await search('x', ...more)).notes
  expect(await notes('--pool', 'Attic')).toEqual([
    'The flow has no tool pool "Attic". There is "Office", "Clocks". (not-found)',
  ])
  expect(await notes('--agent', 'Nobody')).toEqual([
    'Nobody in the flow is called "Nobody". Give the name of a node that uses a pool. (not-found)',
  ])
  expect(await notes('--agent', 'Clerk', '--pool', 'Office')).toEqual([
    '"Clerk" has no tool pool "Office". There is "Clocks". (not-found)',
  ])
})

test('a flow without a pool fails in words, wrong usage is 2', async () => {
  const file = terminal.file(flow('None').start('a').agent('a').build())
  expect(await terminal.baton(['tools', 'search', file, 'x'])).toEqual({
    code: 1,
    out: '',
    notes: ['The flow has no tool pool. Draw one, and join tools to it. (not-found)'],
  })
  expect((await terminal.baton(['tools', 'search', file])).code).toBe(2)
})

test.each([
  ['list', []],
  ['search', ['x']],
])('tools %s that is refused leaves no data folder', async (command, more) => {
  const drawn = flow('Served')
    .start('a')
    .agent('a', { name: 'Helper' })
    .node('workbench', 'w', { name: 'Office' })
    .node('mcp-server', 'm', { name: 'Files', transport: { type: 'http', url: 'https://tools.example/mcp' } })
    .use('a', 'w')
    .use('w', 'm')
  const { code, out, notes } = await terminal.baton(['tools', command, terminal.file(drawn.build()), ...more])
  expect([code, out, notes[0], notes[1]]).toEqual([
    1,
    '',
    'The flow wants to use what was not allowed:',
    '  --allow host:tools.example   (Files)',
  ])
  expect(existsSync(path.join(terminal.folder, 'data'))).toBe(false)
})
