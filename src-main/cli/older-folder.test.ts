/**
 * A data folder that a build of long ago left, while facts of a run were still sentences: everything in it is read, and each thread goes on where
 * it stood. The fixtures are its two databases as SQL; nothing in them is ever edited.
 */
import { mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ENGLISH } from '../../src-shared/languages/translate'
import { openFlow } from '../../src-shared/flow/editing/open'
import { foldEvents } from '../../src-shared/run/fold/fold'
import { EMPTY_THREAD, turnsOf, type TurnView } from '../../src-shared/run/fold/fold-view'
import type { RunEvent } from '../../src-shared/run/log/events'
import { castOf } from '../../src-shared/run/sequence/sequence-cast'
import { sequenceOf } from '../../src-shared/run/sequence/sequence'
import { sequenceToMermaid } from '../../src-shared/run/sequence/sequence-mermaid'
import { choiceWords } from '../../src-shared/run/words/decisions'
import { warningWords } from '../../src-shared/run/words/warnings'
import { createCore, type Core } from '../core'
import { nodePlatform } from '../platform/node'
import { startModelServer, type ModelServer } from '../testing/model-server'
import { openTerminal, type Terminal } from './testing/terminal'

let terminal: Terminal
let server: ModelServer
beforeEach(async () => {
  server = await startModelServer()
  terminal = openTerminal()
  mkdirSync(path.join(terminal.folder, 'data'))
  for (const name of ['library', 'checkpoints']) {
    const database = new Database(path.join(terminal.folder, 'data', `${name}.sqlite`))
    database.exec(readFileSync(path.join(import.meta.dirname, 'fixtures', `older-${name}.sql`), 'utf8'))
    database.close()
  }
})
afterEach(async () => {
  expect(server.violations).toEqual([])
  await server.close()
  terminal.close()
})

/** What the app does with the folder. */
async function inApp<T>(work: (core: Core) => Promise<T>): Promise<T> {
  const dataDir = path.join(terminal.folder, 'data')
  const platform = nodePlatform({ host: 'web', dataDir })
  const core = await createCore({ dataDir, platform, models: undefined, allow: ['all'] })
  try {
    return await work(core)
  } finally {
    await core.close()
  }
}

/** Everything that is stored of a thread. */
async function toldOf({ services }: Core, threadId: string): Promise<RunEvent[]> {
  const told: RunEvent[] = []
  const stop = new AbortController()
  const database = new Database(path.join(terminal.folder, 'data/library.sqlite'), { readonly: true })
  const count: unknown = database
    .prepare('SELECT count(*) FROM events JOIN threads ON threads.number = events.thread WHERE threads.id = ?')
    .pluck()
    .get(threadId)
  database.close()
  for await (const { item } of services.events.follow(threadId, { after: null, signal: stop.signal })) {
    told.push(item)
    if (told.length === count) stop.abort()
  }
  return told
}

const itemWords = (turn: TurnView) =>
  turn.items.map((item) => {
    if (item.kind === 'message') return item.text
    if (item.kind === 'tool') return `${item.tool} = ${item.result ?? ''}`
    return item.kind === 'handoff' ? `${item.from} > ${item.to} ${item.by}` : item.kind
  })

/** The text of a flow in the library. */
async function flowText({ handlers }: Core, id: string): Promise<string> {
  const { text } = await handlers['flows.read']({ id }, { signal: new AbortController().signal })
  return text
}

/** A thread as the app shows it. */
async function shown(core: Core, { flowId, id }: { flowId: string; id: string }) {
  const opened = openFlow(JSON.parse(await flowText(core, flowId)))
  if (!opened.ok) throw new Error(opened.error.message)
  const turns = turnsOf(foldEvents(EMPTY_THREAD, await toldOf(core, id)))
  const facts = turns.flatMap(({ trace, plans }) => [
    ...trace.flatMap(({ step }) => {
      if (step.what === 'warning') return [warningWords(step.warning, ENGLISH)]
      return step.what === 'decision' ? [`${step.decision.about}: ${choiceWords(step.decision.choice, ENGLISH)}`] : []
    }),
    ...plans.flatMap(({ attempts }) => attempts.flatMap(({ error }) => (error === null ? [] : [error.kind]))),
  ])
  const diagram = sequenceToMermaid(sequenceOf(turns, castOf(opened.flow.nodes)), ENGLISH)
  const { signal } = new AbortController()
  const timeline = await core.handlers['threads.timeline']({ threadId: id, limit: 1000 }, { signal })
  return {
    said: turns.map((turn) => [turn.state, ...itemWords(turn)]),
    facts,
    arrows: diagram.split('\n').filter((line) => line.includes('>>')).length,
    steps: timeline.length,
  }
}

const NO_PLAN =
  'The reply holds no plan. Write every step in two lines, "Plan: what to do" and directly below it "#E1 = Tool[input]".'

it('every thread is listed and told: what was said, decided, planned and warned of', async () => {
  const threads = await inApp(async (core) => {
    const { signal } = new AbortController()
    const all: { [thread: string]: unknown } = {}
    for (const { id: flowId } of await core.handlers['flows.list']({}, { signal }))
      for (const { id } of await core.handlers['threads.list']({ flowId }, { signal }))
        all[id] = await shown(core, { flowId, id })
    return all
  })
  expect(threads).toEqual(TABLE)
})

it('each thread goes on where it stood: a plan that waits, a turn that failed, one that was left, and talks', async () => {
  const files = await inApp(async (core) => {
    const texts = await Promise.all(['plans', 'desk', 'graph', 'swarm'].map((id) => flowText(core, id)))
    return texts.map((text, index) => terminal.file(text, `${index}.flow.json`))
  })
  const [plans = '', desk = '', graph = '', swarm = ''] = files
  const line = ['--base-url', server.baseUrl, '--model', 'm', '--api-key', 'k', '--allow', 'all']
  const run = (file: string, ...rest: string[]) => terminal.baton(['run', file, ...rest, ...line])

  const waiting = await run(plans, '--thread', 'waits')
  expect([waiting.code, waiting.notes.slice(0, 3)]).toEqual([
    2,
    ['The turn waits for you to approve its plan:', '  #E1 = Search[a]  step 1', '  #E2 = Calc[#E1]  step 2'],
  ])
  server.reply({ text: 'Both are known.' })
  expect(await run(plans, '--thread', 'waits', '--answer', 'approve')).toEqual({
    code: 0,
    out: 'Both are known.\n',
    notes: [],
  })
  expect(server.requests.at(-1)?.last).toContain('Calc(Search(a))')

  server.reply({ text: 'Hello at last.' })
  expect(await run(desk, '--thread', 'failed')).toMatchObject({ code: 0, out: 'Hello at last.\n' })

  server.reply({ text: 'It is price(a).' }, { text: 'Bye.' })
  expect(await run(swarm, '--thread', 'left')).toMatchObject({ code: 0, out: 'It is price(a).\nBye.\n' })

  server.reply({ text: '0' }, { text: 'A red one, then.' })
  expect(await run(desk, '--thread', 'desk', '-m', 'red')).toMatchObject({ code: 0, out: 'A red one, then.\n' })
  server.reply({ text: '1' }, { text: 'Paid.' })
  expect(await run(graph, '--thread', 'graph', '-m', 'I pay')).toMatchObject({ code: 0, out: 'Paid.\n' })
  expect(
    server.requests
      .at(-1)
      ?.messages.map(({ content }) => content)
      .join('\n'),
  ).toContain('Sold.')

  const after = await inApp(async (core) => {
    const places = { waits: 'plans', failed: 'desk', left: 'swarm', desk: 'desk', graph: 'graph' }
    const states = Object.entries(places).map(async ([id, flowId]) => {
      const { said } = await shown(core, { flowId, id })
      return [id, said.map(([state]) => state).join(' ')]
    })
    return Object.fromEntries(await Promise.all(states)) as unknown
  })
  expect(after).toEqual({
    waits: 'done',
    failed: 'done',
    left: 'done',
    desk: 'done done done done',
    graph: 'done done done',
  })
})

const TABLE = {
  desk: {
    said: [
      ['done', 'price?', 'price = price(cake)', 'A cake is 12.'],
      ['done', 'order', 'make_order = The conversation was handed to ORDER.', 'verdict', 's > d model', 'Which cake?'],
      ['done', 'and the weather?', 'verdict', 'stay'],
    ],
    facts: ['dialog: ORDER', 'switch: stay', 'Host got an unclear answer to its check, so the dialog goes on: "stay"'],
    arrows: 8,
    steps: 14,
  },
  done: { said: [['done', 'What?', 'note', 'The answer.']], facts: ['no_steps'], arrows: 2, steps: 7 },
  failed: { said: [['failed', 'hello', 'error']], facts: [], arrows: 1, steps: 2 },
  faulty: {
    said: [['done', 'What?', 'no plan']],
    facts: [`Planner answers without a plan, since none could be made: ${NO_PLAN}`, 'no_steps', 'no_steps'],
    arrows: 2,
    steps: 5,
  },
  graph: {
    said: [
      ['done', 'I buy it', 'verdict', 'g > m intent', 'Sold.', 'm > g returns'],
      ['done', 'what else?', 'verdict', 'g > m intent', '0', 'm > g returns'],
    ],
    facts: ['intent: buy', 'intent: others'],
    arrows: 4,
    steps: 8,
  },
  // Nobody has looked after it yet.
  left: { said: [['running', 'price', 'price = price(a)']], facts: [], arrows: 3, steps: 4 },
  limit: {
    said: [
      [
        'limit',
        'price',
        'price = price(a)',
        'price = price(b)',
        'price = Error: no more tool calls in this reply.',
        'note',
      ],
    ],
    facts: [],
    arrows: 7,
    steps: 7,
  },
  swarm: {
    said: [
      [
        'done',
        'polish',
        'transfer_Writer_to_nested_chat_Writer_1 = The conversation was handed to Polish.',
        'verdict',
        'w > n model',
        'Make a rhyme\nContext:\npolish',
        'n > a recipient',
        'Roses are red.',
        'a > n returns',
        'verdict',
        'A rhyme.',
        'n > w returns',
        'verdict',
        'Here it is.',
        'w > b after-work',
        'verdict',
        'B says bye.',
      ],
    ],
    facts: ['handoff: Polish', 'summary: ', 'after-work: B', 'after-work: revert-to-user'],
    arrows: 6,
    steps: 12,
  },
  waits: { said: [['waiting', 'Which?']], facts: [], arrows: 0, steps: 3 },
}
