/** What an export writes is loaded as a stranger's project loads it, and its graph does what the command line does with the same scripted models. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { Command, MemorySaver } from '@langchain/langgraph'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { z } from 'zod'
import type { Flow } from '../../src-shared/flow/records'
import { saveFlow } from '../../src-shared/flow/editing/save'
import { runEventSchema, type UnnumberedEvent } from '../../src-shared/run/log/events'
import { flow } from '../../src-shared/testing/flow-builder'
import { openTerminal, type Terminal } from '../cli/testing/terminal'
import { emptyState } from '../engine/state/state'
import type { createGraph as CreateGraph } from '../langgraph-server/index'
import { beginTranslation, translate } from '../run/execution/translate'
import { startModelServer, type ModelServer } from '../testing/model-server'
import { normalTraceSideBySide, withoutOpening } from '../testing/normal-trace'
import { exportProject } from './export-project'

vi.setConfig({ testTimeout: process.env['BATON_EXAMPLES'] === 'all' ? 300_000 : 60_000, hookTimeout: 120_000 })

const ROOT = path.resolve(import.meta.dirname, '../..')
const EXAMPLES = path.join(ROOT, 'resources/examples')

let folder = ''
let terminal: Terminal
let server: ModelServer
let createGraph: typeof CreateGraph
beforeAll(async () => {
  execFileSync(process.execPath, [path.join(ROOT, 'scripts/build.mjs'), 'engine'], { stdio: 'ignore' })
  folder = mkdtempSync(path.join(tmpdir(), 'baton-export-'))
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'), 'dir')
  terminal = openTerminal()
  server = await startModelServer()
  const flowText = readFileSync(path.join(EXAMPLES, 'hello.flow.json'), 'utf8')
  exportProject({ flowText, flowOf: () => null, folder, force: false })
  const engine: unknown = await import(/* @vite-ignore */ pathToFileURL(path.join(folder, 'baton/engine.js')).href)
  ;({ createGraph } = z.object({ createGraph: z.custom<typeof CreateGraph>() }).parse(engine))
})
afterAll(async () => {
  await server.close()
  terminal.close()
  rmSync(folder, { recursive: true, force: true })
})

const graphOf = (drawn: Flow | string, env = {}) =>
  createGraph({ flow: typeof drawn === 'string' ? drawn : saveFlow(drawn), env, checkpointer: new MemorySaver() })
type Graph = Awaited<ReturnType<typeof CreateGraph>>
const at = { configurable: { thread_id: 't' } }
const said = (content: string) => ({ messages: [{ role: 'user', content }] })

/** The events of one run, as a client reads them off LangGraph's stream. */
async function eventsOf(graph: Graph, input: unknown): Promise<UnnumberedEvent[]> {
  const translation = beginTranslation(emptyState())
  const events: UnnumberedEvent[] = []
  const stream = await graph.stream(input as never, { ...at, streamMode: ['updates', 'custom'] })
  for await (const chunk of stream) events.push(...translate(translation, chunk))
  return events
}

const messageSchema = z.object({ id: z.string(), type: z.string(), name: z.string().optional(), content: z.string() })
const stateSchema = z.object({ values: z.looseObject({ messages: z.array(messageSchema) }) })
const linesOf = async (graph: Graph) =>
  stateSchema.parse(await graph.getState(at)).values.messages.map(({ type, content }) => `${type}: ${content}`)

/** They take part of everything that is drawn; `BATON_EXAMPLES=all` plays the others too. */
const SOME = new Set(['code-review', 'research-plan', 'shop-workers', 'support-desk'])
const isPlayed = (name: string) => process.env['BATON_EXAMPLES'] === 'all' || SOME.has(name.replace('.flow.json', ''))

it('the port stands in one place, which the server and its client read; the page names scripts that are there', () => {
  const own = ['package.json', 'langgraph.json', 'src/dev.ts', 'src/talk.ts', 'src/port.ts', '.env.example']
  const text = (file: string) => readFileSync(path.join(folder, file), 'utf8')
  expect(own.filter((file) => text(file).includes('2024'))).toEqual(['src/port.ts', '.env.example'])
  for (const file of ['src/dev.ts', 'src/talk.ts']) expect(text(file)).toContain("import { port } from './port.js'")
  const { scripts } = z.object({ scripts: z.record(z.string(), z.string()) }).parse(JSON.parse(text('package.json')))
  const page = readFileSync(path.join(ROOT, 'docs/from-desktop-to-server.md'), 'utf8')
  const section = page.slice(page.indexOf("## LangGraph's server"), page.indexOf('## An OpenAI-compatible endpoint'))
  for (const told of [section, text('README.md')]) {
    const named = [...told.matchAll(/npm run (\w+)/g)].map(([, name = '']) => name)
    expect(new Set(named)).toEqual(new Set(['dev', 'talk']))
    expect(named.filter((name) => !(name in scripts))).toEqual([])
  }
})

it('each example gives the same trace as on the command line', async () => {
  const names = readdirSync(EXAMPLES).filter((name) => name.endsWith('.flow.json') && isPlayed(name))
  for (const name of names) {
    const file = path.join(EXAMPLES, name)
    const flowText = readFileSync(file, 'utf8')
    const { settings } = z
      .object({ settings: z.looseObject({ starters: z.array(z.unknown()).optional() }) })
      .parse(JSON.parse(flowText))
    // Programs of this machine do not go along.
    if (/"type":\s*"stdio"/.test(flowText)) continue
    const [starter] = settings.starters ?? []
    const text = typeof starter === 'string' ? starter : 'What time is it in Asia/Tokyo?'
    const { out } = await terminal.baton(['run', file, '-m', text, '--json', '--allow', 'all'])
    const told = out
      .trim()
      .split('\n')
      .map((line) => runEventSchema.parse(JSON.parse(line)))
    const graph = await graphOf(flowText)
    const events = await eventsOf(graph, said(text))
    // Reviewers and the steps of a plan run at once.
    expect([name, normalTraceSideBySide(withoutOpening(events))]).toEqual([
      name,
      normalTraceSideBySide(withoutOpening(told)),
    ])
  }
})

it('asks the model server that the environment names, streams its words, and keeps the conversation as messages', async () => {
  const graph = await graphOf(flow('Desk').start('a').agent('a', { name: 'Clerk' }).build(), {
    BATON_DEFAULT_URL: server.baseUrl,
    BATON_DEFAULT_KEY: 'key-of-the-server',
    BATON_DEFAULT_MODEL: 'm',
  })
  server.reply({ text: 'Good day.' }, { text: 'The key is key-of-the-server.' })
  const pieces: unknown[] = []
  for await (const chunk of await graph.stream(said('Hello') as never, { ...at, streamMode: 'messages' }))
    pieces.push(chunk)
  const words = z.array(z.tuple([messageSchema, z.looseObject({ langgraph_node: z.string() })])).parse(pieces)
  expect(words.map(([{ content }]) => content).join('')).toBe('Good day.')
  expect(new Set(words.map(([{ id }, { langgraph_node }]) => `${id} ${langgraph_node}`))).toEqual(
    new Set(['e2 think.a']),
  )
  await graph.invoke(said('And the key?') as never, at)
  // What is secret is taken out, as everywhere.
  expect(await linesOf(graph)).toEqual(
    ['human: Hello', 'ai: Good day.', 'human: And the key?', 'ai: The key is [secret].'].map((line) =>
      line.replace('[secret]', '***'),
    ),
  )
  expect(server.requests.map(({ authorization, model }) => `${authorization ?? ''} ${model}`)).toEqual([
    'Bearer key-of-the-server m',
    'Bearer key-of-the-server m',
  ])
  expect(server.violations).toEqual([])
})

const gate = () =>
  flow('Desk')
    .start('q')
    .node('approval', 'q', { name: 'Gate', message: 'Open?' })
    .agent('yes', { name: 'Yes' })
    .agent('no', { name: 'No' })
    .edge('next', { from: 'q', to: 'yes', port: 'approved' })
    .edge('next', { from: 'q', to: 'no', port: 'refused' })
    .build()

it('questions are interrupts: answered in a word or in full, asked again where the answer is none, dropped by a new message', async () => {
  const graph = await graphOf(gate())
  const interrupts = async () =>
    (await graph.getState(at)).tasks.flatMap(({ interrupts: found }) =>
      found.flatMap(({ value }) =>
        z
          .array(z.object({ id: z.string(), name: z.string(), text: z.string(), answers: z.array(z.string()) }))
          .parse(value),
      ),
    )
  await graph.invoke(said('Let me in') as never, at)
  const [asked] = await interrupts()
  expect(asked).toMatchObject({ name: 'Gate', text: 'The turn waits for you to approve or refuse:\n  Open?' })
  expect(asked?.answers.slice(0, 2)).toEqual(['approve', 'refuse'])
  for (const resume of ['perhaps', { kind: 'approval', outcome: 'timeout' }, 7, { id: 'other', answer: 'approve' }])
    await graph.invoke(new Command({ resume }), at)
  expect((await interrupts())[0]?.id).toBe(asked?.id)
  await graph.invoke(new Command({ resume: 'approve' }), at)
  expect((await linesOf(graph)).at(-1)).toMatch(/^ai: Rehearsal for Yes/)
  const second = { configurable: { thread_id: 'other' } }
  await graph.invoke(said('Let me in') as never, second)
  const open = z.object({ __interrupt__: z.array(z.object({ value: z.array(z.object({ id: z.string() })) })) })
  const dropped = open.parse(await graph.invoke(said('Hello?') as never, second))
  const id = dropped.__interrupt__[0]?.value[0]?.id
  const ended: unknown = await graph.invoke(new Command({ resume: { id, answer: { outcome: 'refused' } } }), second)
  expect(JSON.stringify(ended)).toContain('Rehearsal for No')
})

it("takes a history, variables of their types and no others, and lets no input write what is the engine's own", async () => {
  const drawn = flow('Desk')
    .start('a')
    .agent('a', { name: 'Clerk', prompt: 'You serve {who}.' })
    .variable('who', { type: 'string' })
    .build()
  const graph = await graphOf(drawn, { BATON_DEFAULT_URL: server.baseUrl, BATON_DEFAULT_MODEL: 'm' })
  server.reply({ text: 'Fine.' })
  const history = [
    { role: 'user', content: 'One' },
    // Ids of entries look like that too.
    { role: 'assistant', content: 'Two', id: 'e5c9a1f0-0000-4000-8000-000000000000' },
    { role: 'user', content: 'Then?' },
    { role: 'assistant', content: 'I look', tool_calls: [{ id: 'c1', name: 'look', args: {} }] },
    { role: 'tool', content: 'Found', tool_call_id: 'c1' },
    { role: 'user', content: [{ type: 'text', text: 'Three' }] },
  ]
  await graph.invoke(
    { messages: history, variables: { who: 'Ann' }, log: [{ wrong: true }], frames: 'wrong' } as never,
    at,
  )
  const asked = server.requests.at(-1)
  expect(asked?.system).toContain('You serve Ann.')
  expect(asked?.messages.filter(({ role }) => role !== 'system').map(({ content }) => content)).toEqual([
    'One',
    'Two',
    'Then?',
    'I look',
    'Three',
  ])
  const elsewhere = { configurable: { thread_id: 'wrong' } }
  await expect(graph.invoke({ ...said('Hello'), variables: { who: 7 } }, elsewhere)).rejects.toThrow('who')
  const picture = [{ role: 'user', content: [{ type: 'image_url', image_url: 'data:image/png;base64,AA==' }] }]
  await expect(graph.invoke({ messages: picture } as never, { configurable: { thread_id: 'p' } })).rejects.toThrow(
    'takes texts alone',
  )
})

it('says what a turn took beyond a budget with its last call, as on the command line', async () => {
  const over = (events: readonly UnnumberedEvent[]) =>
    events.flatMap((event) => (event.type === 'warning' && event.code === 'over-budget' ? [event.facts] : []))
  const usage = { input: 200, output: 37 }
  const drawn = flow('Desk')
    .start('a')
    .agent('a', { name: 'Clerk', budgetTokens: 100 })
    .settings({ limits: { tokens: 30, threadTokens: 300 } })
    .build()
  const env = { BATON_DEFAULT_URL: server.baseUrl, BATON_DEFAULT_MODEL: 'm' }
  const graph = await graphOf(drawn, env)
  server.reply({ text: 'Fine.', usage }, { text: 'Fine.', usage }, { text: 'Fine.', usage })
  const ofTurn = { of: 'turn', unit: 'tokens', name: 'Clerk', used: 237, most: 30 }
  const ofClerk = { ...ofTurn, of: 'node', most: 100 }
  expect(over(await eventsOf(graph, said('Hello')))).toEqual([ofTurn, ofClerk])
  expect(over(await eventsOf(graph, said('And now?')))).toEqual([
    ofTurn,
    { ...ofTurn, of: 'thread', used: 474, most: 300 },
    ofClerk,
  ])
  // Then the thread has nothing left, which is a limit and no warning.
  expect(over(await eventsOf(graph, said('Once more?')))).toEqual([])
  const options = ['--json', '--base-url', server.baseUrl, '--model', 'm']
  const { out } = await terminal.baton(['run', terminal.file(drawn), '-m', 'Hello', ...options])
  const lines = out.trim().split('\n')
  expect(over(lines.map((line) => runEventSchema.parse(JSON.parse(line))))).toEqual([ofTurn, ofClerk])
})

it('says so too of those who are asked side by side, and ends a turn that comes to one who has nothing left', async () => {
  const drawn = flow('Desk')
    .start('a')
    .agent('a', { name: 'Ada', prompt: 'You are Ada.' })
    .agent('b', { name: 'Bob', prompt: 'You are Bob.', budgetTokens: 15 })
    .agent('c', { name: 'Cid', prompt: 'You are Cid.', budgetThreadTokens: 30 })
    .use('a', 'b')
    .use('a', 'c')
  const usage = { input: 10, output: 10 }
  const asked = (name: string) => ({ name, arguments: { message: 'hello' } })
  server.on({ system: /You are Bob/ }, { text: 'Bob here.', usage })
  server.on({ system: /You are Cid/ }, { text: 'Cid here.', usage })
  server.on({ system: /You are Ada/, last: /hi/ }, { calls: [asked('ask_Bob'), asked('ask_Cid')], usage })
  server.on({ system: /You are Ada/ }, { text: 'Both are there.', usage })
  const graph = await graphOf(drawn.build(), { BATON_DEFAULT_URL: server.baseUrl, BATON_DEFAULT_MODEL: 'm' })
  const turn = async () => {
    const before = server.calls
    const events = await eventsOf(graph, said('hi'))
    const over = events.flatMap((event) =>
      event.type === 'warning' && event.code === 'over-budget' ? [`${event.facts.name}: ${event.facts.used}`] : [],
    )
    return { over, calls: server.calls - before }
  }
  expect(await turn()).toEqual({ over: ['Bob: 20'], calls: 4 })
  expect(await turn()).toEqual({ over: ['Bob: 20', 'Cid: 40'], calls: 4 })
  // Ada and Bob are asked, Cid is not, and the turn ends there.
  expect(await turn()).toEqual({ over: [], calls: 2 })
})

it('starts no program of the machine it was drawn on, and says so to the model', async () => {
  const transport = { type: 'stdio', command: 'some-server', args: [], env: {} }
  const drawn = flow('Desk')
    .start('a')
    .agent('a', { name: 'Clerk' })
    .node('mcp-server', 's', { name: 'Files', transport })
    .use('a', 's')
    .build()
  const events = await eventsOf(await graphOf(drawn), said('Hello'))
  expect(JSON.stringify(events)).toContain('is a program of the machine on which the flow was drawn')
})
