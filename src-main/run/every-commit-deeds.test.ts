/**
 * A program that is killed after any of the transactions of what a person does with a thread between its turns: leaves it, begins a turn again, decides
 * what becomes of it with another drawing. The thread is whole whenever that falls, what it left is as it was, and who does the same once more has in
 * the end what there would have been. By default some transactions of some deeds; `BATON_COMMITS=all` tries all.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { saveFlow } from '../../src-shared/flow/editing/save'
import { eventually } from '../../src-shared/testing/eventually'
import { flow } from '../../src-shared/testing/flow-builder'
import type { ForkChanges } from '../../src-shared/run/log/fork-changes'
import { manualClock } from '../clock'
import { createCore, type Core } from '../core'
import { BatonSaver } from '../engine/checkpoints'
import { readState } from '../engine/state/read-state'
import { nodePlatform } from '../platform/node'
import { leaveAsKilled, watchCommits } from '../testing/commits'
import { eventsOfThread, faultsOfThread } from '../testing/hostile-faults'
import { startModelServer, type ModelServer } from '../testing/model-server'
import { layNewCheckpoints, layNewLibrary } from '../testing/new-library'
import { normalTrace } from '../testing/normal-trace'
import { plan } from '../testing/plan-bench'
import { yesTo } from '../testing/say-yes'
import { askedOf, replyOf } from '../testing/step-scenes'
import { startShop, type Shop } from '../testing/shop'
import type { Settlement } from './verbs/settle-thread'

const TRIES_ALL = process.env['BATON_COMMITS'] === 'all'
/** Of a deed by default. */
const SOME = 2

let folder: string
let server: ModelServer
let shop: Shop

beforeEach(async () => {
  clock = manualClock()
  folder = mkdtempSync(path.join(tmpdir(), 'baton-deeds-'))
  server = await startModelServer()
  server.on({}, (request) => {
    const { toolResults, toolNames, text } = askedOf(request)
    if (text.includes('MARK-PLAN')) return { text: plan('LLM[think]', 'price[#E1]') }
    return replyOf(toolResults === 0 && text.includes('pay') ? { call: toolNames[0] ?? 'none' } : { said: 'Done.' })
  })
  shop = await startShop()
})
afterEach(async () => {
  await server.close()
  await shop.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Stands, but for the deed that waits. */
let clock = manualClock()

const openIn = (dataDir: string) =>
  createCore({
    dataDir,
    clock,
    platform: nodePlatform({ host: 'cli', dataDir }),
    models: { baseUrl: server.baseUrl, apiKey: 'test-key', model: 'test-model' },
    allow: ['all'],
  })

const TRUNK = 't'

/** How the drawing is by then: as it was, with another prompt, or with somebody else in the place of whoever has the baton. `plan`: another one, whose planner works; `timed`: one that asks for a minute. */
type Drawing = 'old' | 'new' | 'gone' | 'plan' | 'timed'

const drawing = (address: string, how: Drawing) => {
  if (how === 'plan')
    return flow('Desk')
      .start('p')
      .node('rewoo', 'p', { name: 'Planner', prompts: { planner: 'MARK-PLAN {tool_description}' } })
      .httpTool('price', { toolName: 'price', url: address })
      .use('p', 'price')
      .build()
  if (how === 'timed')
    return flow('Desk')
      .start('q')
      .node('approval', 'q', { name: 'Gate', message: 'Open?', timeout: 60 })
      .agent('y', { name: 'Open', prompt: 'MARK-Y' })
      .agent('l', { name: 'Late', prompt: 'MARK-L' })
      .edge('next', { from: 'q', to: 'y', port: 'approved' })
      .edge('next', { from: 'q', to: 'l', port: 'timeout' })
      .build()
  const last = how === 'gone' ? 'y' : 'z'
  return flow('Desk')
    .variable('paid', { type: 'number', default: 0 })
    .start('a')
    .agent('a', { name: 'Clerk', prompt: 'MARK-A ${paid}' })
    .agent(last, { name: 'Last', prompt: how === 'new' ? 'MARK-Z anew' : 'MARK-Z ${paid}' })
    .next('a', last)
    .httpTool('pay', { toolName: 'pay', url: address, method: 'POST', needsApproval: true })
    .use(last, 'pay')
    .build()
}

const now = (how: Drawing = 'old') => {
  const drawn = drawing(shop.url, how)
  return { drawn, flowText: saveFlow(drawn), revision: null }
}

type MessageRequest = { core: Core; threadId: string; text: string; how?: Drawing }

async function say({ core, threadId, text, how = 'old' }: MessageRequest): Promise<void> {
  const { drawn, ...drawnNow } = now(how)
  await (
    await core.services.runner.start({ ...drawnNow, flowId: drawn.id, threadId, text })
  ).done
}

/** Goes on with what was left, and says yes to what is asked. */
async function goOn({ services: { runner, threads } }: Core, threadId: string, how: Drawing = 'old'): Promise<void> {
  for (let step = 0; step < 10; step += 1) {
    const [waiting] = runner.waiting(threadId)
    const isLeft = threads.newestRun(threadId)?.state === 'interrupted' && waiting === undefined
    if (isLeft) await (await runner.resume({ ...now(how), threadId })).done
    else if (waiting !== undefined) await (await runner.answer({ threadId, ...yesTo(waiting) })).done
    else return
  }
  throw new Error('It does not come to its end.')
}

/** The thread that left the trunk; null: there is none. */
function forkIn({ services: { threads } }: Core): string | null {
  return threads.list(now().drawn.id).find(({ forkedFrom }) => forkedFrom !== null)?.id ?? null
}

type Deed = {
  name: string
  /** What there is before. */
  before: (core: Core) => Promise<void>
  /** What is done, or what of it is not done yet. */
  does: (core: Core) => Promise<void>
  /** The trunk stays as it was. */
  leaves?: true
  /** Who has the baton by then is shown once that is done again, or with the next message. */
  tellsLate?: true
}

const two = async (core: Core): Promise<void> => {
  for (const text of ['Hello', 'And you?']) await say({ core, threadId: TRUNK, text })
}
const asking = async (core: Core): Promise<void> => {
  await say({ core, threadId: TRUNK, text: 'Hello' })
  await say({ core, threadId: TRUNK, text: 'pay' })
}
const CHANGES: ForkChanges = {
  edits: [
    { what: 'variable', name: 'paid', value: 7 },
    { what: 'holder', node: 'z' },
  ],
  drawing: null,
  substitutes: {},
}

/** Leaves the trunk where nothing did yet, and says something in the thread that did. */
async function leaves(core: Core, leave: () => Promise<string>, text?: string): Promise<void> {
  const threadId = forkIn(core) ?? (await leave())
  await goOn(core, threadId)
  const { turns } = core.services.threads.read(threadId)
  if (text !== undefined && turns < 2) await say({ core, threadId, text })
  await goOn(core, threadId)
}

type Settling = { how: Settlement; drawn: Drawing; substitutes?: { [node: string]: string } }

const settles =
  ({ how, drawn, substitutes }: Settling): Deed['does'] =>
  async (core) => {
    const request = { threadId: TRUNK, how, now: now(drawn), ...(substitutes === undefined ? {} : { substitutes }) }
    const { threads, runner } = core.services
    const { turns, holder } = threads.read(TRUNK)
    // Where others stand for who is gone there is nothing more to ask a person.
    if (turns < 3 && !Object.values(substitutes ?? {}).includes(holder ?? '')) await runner.settle(request)
    await goOn(core, TRUNK, drawn)
    if (threads.read(TRUNK).turns < 3) await say({ core, threadId: TRUNK, text: 'Bye', how: drawn })
    await goOn(core, TRUNK, drawn)
  }

const deeds = (): Deed[] => [
  {
    name: 'leaves before a turn, with other values and another speaker',
    before: two,
    does: (core) =>
      leaves(
        core,
        () => core.services.runner.fork({ threadId: TRUNK, turn: 2, changes: CHANGES, now: now() }),
        'Well?',
      ),
    leaves: true,
  },
  {
    name: 'leaves where a turn waits for an answer',
    before: asking,
    does: (core) =>
      leaves(core, async () => {
        const events = eventsOfThread(core, TRUNK)
        const { runId, seq } = events.findLast(({ type }) => type === 'question') ?? expect.unreachable()
        return core.services.runner.forkAt({ threadId: TRUNK, runId, seq, now: now() })
      }),
    leaves: true,
  },
  {
    name: 'begins a turn again with other words',
    before: two,
    does: (core) =>
      leaves(
        core,
        async () => {
          const turn = { ...now(), threadId: TRUNK, turn: 2, text: 'Well?', changes: CHANGES }
          const { threadId, done } = await core.services.runner.again(turn)
          await done
          return threadId
        },
        'Well?',
      ),
    leaves: true,
  },
  {
    name: 'lets the time of a question pass',
    async before(core) {
      await say({ core, threadId: TRUNK, text: 'Open it', how: 'timed' })
      clock.advance(120_000)
    },
    async does(core) {
      const { deadlines, runner, threads } = core.services
      deadlines.keep(() => true)
      await eventually(() => expect([runner.waiting(TRUNK), threads.activeRun(TRUNK)]).toEqual([[], null]))
      await goOn(core, TRUNK, 'timed')
    },
  },
  {
    name: 'runs a plan again',
    before: (core) => say({ core, threadId: TRUNK, text: 'What is it worth?', how: 'plan' }),
    does: (core) =>
      leaves(core, async () => {
        const { threadId, done } = await core.services.runner.rerunPlan({
          threadId: TRUNK,
          turn: 1,
          node: 'p',
          round: 1,
          edits: [{ id: 'E1', evidence: 'by hand' }],
        })
        await done
        return threadId
      }),
    leaves: true,
  },
  { name: 'keeps the drawing of a thread that asks', before: asking, does: settles({ how: 'pin', drawn: 'new' }) },
  { name: 'ends the turn of a thread that asks', before: asking, does: settles({ how: 'end', drawn: 'new' }) },
  {
    name: 'goes on with another drawing where a thread asks',
    before: asking,
    does: settles({ how: 'move', drawn: 'new' }),
  },
  {
    name: 'lets another node stand for one that is gone',
    before: two,
    does: settles({ how: 'move', drawn: 'gone', substitutes: { z: 'y' } }),
    tellsLate: true,
  },
  {
    name: 'goes on with another drawing, which was kept before, where a thread asks',
    async before(core) {
      await asking(core)
      await core.services.runner.settle({ threadId: TRUNK, how: 'pin', now: now('new') })
    },
    does: settles({ how: 'move', drawn: 'new' }),
  },
]

/** The threads in the end: what was said, what variables are, who has the baton. */
async function whole(core: Core, dataDir: string) {
  const threads = core.services.threads.list(now().drawn.id)
  const all = await Promise.all(
    threads.map(async ({ id, holder, forkedFrom, hasOwnDrawing }) => {
      const events = eventsOfThread(core, id)
      const state = await stateOf(dataDir, id)
      const entries = events.flatMap((event) => (event.type === 'entry' ? normalTrace([event]) : []))
      const told = [...new Set(entries.map((entry) => JSON.stringify(entry).replaceAll(/\bcall_\d+_\d+\b/g, '#')))]
      return { isFork: forkedFrom !== null, holder, hasOwnDrawing, told, variables: state.variables }
    }),
  )
  return all.toSorted((one, other) => Number(one.isFork) - Number(other.isFork))
}

async function stateOf(dataDir: string, threadId: string) {
  const saver = new BatonSaver({ file: path.join(dataDir, 'checkpoints.sqlite') })
  try {
    return await readState(saver, threadId)
  } finally {
    saver.close()
  }
}

/** What is wrong with any thread as it stands. */
async function faults(core: Core, dataDir: string): Promise<string[]> {
  const threads = core.services.threads.list(now().drawn.id)
  const all = await Promise.all(
    threads.map(async ({ id: thread, holder }) => {
      const state = await stateOf(dataDir, thread)
      const held = state.frames.at(-1)?.node ?? null
      const isOver = core.services.threads.newestRun(thread)?.state === 'finished'
      const shown = holder === held || !isOver ? [] : [`${thread}: ${held} has the baton, and ${holder} is shown`]
      return [...shown, ...(await faultsOfThread(core, { thread, state, events: eventsOfThread(core, thread) }))]
    }),
  )
  return all.flat()
}

/** By default every fourth one. */
const DONE = deeds().flatMap(({ name }, index) => (TRIES_ALL || index % 4 === 0 ? [[name, index] as const] : []))

it.each(DONE)(
  'whoever %s, killed after any transaction',
  async (_name, index) => {
    const { before, does, leaves: isLeft, tellsLate } = deeds()[index] ?? expect.unreachable()
    const first = path.join(folder, 'first')
    mkdirSync(first)
    layNewLibrary(first)
    layNewCheckpoints(path.join(first, 'checkpoints.sqlite'))
    const core = await openIn(first)
    core.services.threads.createThread({ flowId: now().drawn.id, id: TRUNK })
    await before(core)
    const trunk = JSON.stringify(eventsOfThread(core, TRUNK))
    const watch = watchCommits(first, folder)
    await does(core).finally(watch.end)
    const undisturbed = await whole(core, first)
    expect(await faults(core, first)).toEqual([])
    await core.close()
    const { copies } = watch
    const each = Math.max(1, Math.floor(copies.length / SOME))
    const some = TRIES_ALL ? copies : copies.filter((_, at) => at % each === index % each)
    for (const copy of some) {
      leaveAsKilled(copy)
      const again = await openIn(copy)
      try {
        const before = (await faults(again, copy)).filter((one) => tellsLate !== true || !one.endsWith('is shown'))
        expect([copy, before]).toEqual([copy, []])
        if (isLeft === true) expect(JSON.stringify(eventsOfThread(again, TRUNK))).toBe(trunk)
        await does(again)
        expect([copy, await whole(again, copy), await faults(again, copy)]).toEqual([copy, undisturbed, []])
      } finally {
        await again.close()
      }
    }
    expect(server.violations).toEqual([])
  },
  600_000,
)
