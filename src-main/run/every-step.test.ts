/**
 * Every kind of step, ended in every way while a model or a tool keeps it waiting: stopped, left with its process, cut off from
 * its server, at a limit. Each run has exactly one terminal event, and the thread takes the next message. By default each call is met
 * in one way or another, each type of event once, and one node of each kind is gone; `BATON_STEPS=all` tries every way at all calls,
 * each node that is gone at each of them, and a new message after each, not some.
 */
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { isTerminal } from '../../src-shared/run/log/event-types'
import type { RunEvent } from '../../src-shared/run/log/events'
import { blocksRunning, checkFlow } from '../../src-shared/flow/checks/check'
import { removeElements } from '../../src-shared/flow/editing/edits'
import { saveFlow } from '../../src-shared/flow/editing/save'
import { BatonSaver } from '../engine/checkpoints'
import { planStepName } from '../engine/tool-calls/plans'
import { stepName } from '../engine/state/step-names'
import { openTestCore, type TestCore } from '../testing/core-bench'
import type { ServerReply } from '../testing/model-reply'
import { yesTo } from '../testing/say-yes'
import { startShop, type Shop } from '../testing/shop'
import { askedOf, drawScene, SCENES, type Scene, type SceneReply } from '../testing/step-scenes'
import type { RunOutcome, StartedRun } from './execution/execution'

/** All kinds of steps, and those that wait for nobody, so that nothing can happen while they run. */
const KINDS = Object.values({ ...stepName, ...planStepName }).map((name) => kindOf(name('x')))
const AT_ONCE = ['chats', 'talk', 'ask', 'answer', 'map', 'item', 'approve', 'decide', 'assign', 'open']

/** Steps that run within branches alone, which is what timelines call them. */
const WITHIN_BRANCHES = ['answer', 'item']

const TRIES_ALL = process.env['BATON_STEPS'] === 'all'

/** Whether the next message is also sent, where something was tried again and where nothing was: by default after some calls. */
const isTriedAnew = (nth: number) => TRIES_ALL || nth % 4 === 1

/** Types of events at which a run of any scene was stopped, and kinds of nodes that were gone from any. */
const stoppedAt = new Set<RunEvent['type']>()
const goneOf = new Set<string>()
const visited = new Set<string>()
const waited = new Set<string>()

let test: TestCore
let shop: Shop
let asked: CallWatch

beforeAll(async () => {
  shop = await startShop(() => {
    const fate = asked.next(false)
    if (fate === null) return 'answered'
    return fate === 'lost' ? 'cut' : 'unanswered'
  })
})
afterAll(() => shop.close())
function kindOf(step: string): string {
  return step.slice(0, step.indexOf('.'))
}

/** What becomes of a call: it never answers, or its server is gone in the middle of it. Null: it is answered. */
type CallFate = 'hang' | 'lost' | null

/** The calls to models and tools from now on, and what becomes of the nth. */
type CallWatch = {
  count: number
  next: (isSaid: boolean) => CallFate
  /** Resolves when the nth call has come: whether its answer is words that stream. */
  come: Promise<boolean>
}

function asking(nth: number, fate: CallFate): CallWatch {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const state: CallWatch = {
    count: 0,
    come: promise,
    next(isSaid) {
      state.count += 1
      if (state.count !== nth) return null
      resolve(isSaid)
      return fate
    },
  }
  return state
}

/** All calls are answered. */
const undisturbed = () => asking(0, null)

/** Words that are cut begin with this, so that they are known when they come. */
const CUT = 'cut~'

function replyOf(reply: SceneReply, fate: CallFate): ServerReply {
  if (fate === null) {
    if ('calls' in reply) return { calls: reply.calls }
    if ('call' in reply) return { calls: [{ name: reply.call, arguments: reply.arguments ?? {} }] }
    return { text: 'said' in reply ? reply.said : reply.text }
  }
  if ('said' in reply) {
    const pieces = [CUT, reply.said]
    return fate === 'hang' ? { pieces, hangAfter: 1 } : { pieces, cutAfter: 1 }
  }
  return fate === 'hang' ? { hang: true } : { status: 400 }
}

async function open(scene: Scene): Promise<void> {
  asked = undisturbed()
  test = await openTestCore(drawScene(scene, shop.url), {
    script(request) {
      const reply = scene.answer(askedOf(request))
      return replyOf(reply, asked.next('said' in reply))
    },
  })
}

type PlayedRun = { outcome: RunOutcome; runs: readonly string[] }
type Case = { thread: string; asked: CallWatch; modelCalls?: number; hear?: (event: RunEvent) => void }

/** Makes the scene's thread, and runs its message; a question is answered with yes. `runs`: every run of that. */
async function play(scene: Scene, { thread, modelCalls, hear, ...armed }: Case): Promise<PlayedRun> {
  const { runner, threads } = test.core().services
  const drawn = drawScene(scene, shop.url, modelCalls)
  threads.createThread({ flowId: drawn.id, id: thread })
  asked = undisturbed()
  for (const text of scene.before ?? []) expect((await test.turn(text, thread)).outcome.state).toBe('finished')
  asked = armed.asked
  const runs: string[] = []
  const of = async ({ runId, done }: StartedRun): Promise<RunOutcome> => {
    runs.push(runId)
    return done
  }
  const turn = { flowId: drawn.id, flowText: saveFlow(drawn), revision: null, threadId: thread, text: scene.message }
  const outcome = await of(await runner.start({ ...turn, ...(hear === undefined ? {} : { listen: hear }) }))
  if (outcome.state !== 'finished' || outcome.question === undefined) return { outcome, runs }
  const answer = { threadId: thread, ...yesTo(outcome.question) }
  return { outcome: await of(await runner.answer(answer, hear)), runs }
}

/** Plays until the nth call hangs, and what streamed before it did was heard. `run`: the run that is under way. */
async function playUntilHung(scene: Scene, { thread, nth }: { thread: string; nth: number }) {
  const armed = asking(nth, 'hang')
  const cut = Promise.withResolvers<undefined>()
  let run = ''
  const playing = play(scene, {
    thread,
    asked: armed,
    hear(event) {
      run = event.runId
      if (event.type === 'token' && event.text.includes(CUT)) cut.resolve(undefined)
    },
  })
  const isSaid = await armed.come
  if (isSaid) await cut.promise
  await noteWaiting(thread)
  return { playing, run, isSaid }
}

/** Opens the scene and plays it undisturbed: the number of calls that it makes, and the types of its events. */
async function openAndCount(scene: Scene): Promise<{ count: number; types: ReadonlySet<RunEvent['type']> }> {
  await open(scene)
  const whole = undisturbed()
  const types = new Set<RunEvent['type']>()
  const { outcome, runs } = await play(scene, { thread: 'whole', asked: whole, hear: ({ type }) => types.add(type) })
  expect(outcome).toEqual({ state: 'finished', limit: null })
  expectEnded('whole', runs)
  for (const step of await stepsOf('whole')) visited.add(kindOf(step))
  expect(whole.count).toBeGreaterThan(0)
  return { count: whole.count, types }
}

async function stepsOf(thread: string): Promise<string[]> {
  const saver = new BatonSaver({ file: path.join(test.dataDir, 'checkpoints.sqlite') })
  try {
    return (await saver.timeline(thread)).flatMap(({ nodes }) => nodes)
  } finally {
    saver.close()
  }
}

/** Notes the step that the thread is in the middle of. */
async function noteWaiting(thread: string): Promise<void> {
  const { frames, branches } = await test.state(thread)
  const stacks = Object.values(branches)
  if (stacks.length > 0) waited.add(kindOf(stepName.branch('')))
  for (const stack of stacks.length > 0 ? stacks : [frames])
    for (const step of stack.at(-1)?.todo.slice(0, 1) ?? []) waited.add(kindOf(step))
}

function expectEnded(thread: string, runs: readonly string[]): void {
  const { events, threads } = test.core().services
  expect(runs.map((run) => events.events(run).filter(isTerminal).length)).toEqual(runs.map(() => 1))
  expect(['idle', 'failed', 'waiting']).toContain(threads.read(thread).state)
}

/** The next message is answered. */
async function expectUsable(thread: string): Promise<void> {
  asked = undisturbed()
  const { outcome, events } = await test.turn('and now?', thread)
  expect([thread, outcome.state, events.filter(isTerminal).length]).toEqual([thread, 'finished', 1])
}

describe.each(SCENES.map((scene, index) => [scene.name, scene, index] as const))('%s', (_name, scene, index) => {
  let count = 0
  const allCalls = () => Array.from({ length: count }, (_, at) => at + 1)
  /** The calls at which it ends in ways that cost more: by default every fourth one, for one way the last among them, for the other the second before it. */
  const someCalls = (way: 0 | 2) => allCalls().filter((nth) => TRIES_ALL || (count - nth) % 4 === way % count)
  let types: ReadonlySet<RunEvent['type']> = new Set()

  beforeAll(async () => {
    ;({ count, types } = await openAndCount(scene))
  })
  afterEach(() => {
    expect(test.server.violations).toEqual([])
  })
  afterAll(() => test.close())

  it('stopped at every call', async () => {
    // By default those at which it is not left; between them they come to wait in every step.
    const left = count === 1 || TRIES_ALL ? [] : someCalls(0)
    for (const nth of allCalls().filter((one) => !left.includes(one))) {
      const thread = `stop-${nth}`
      const { playing, run, isSaid } = await playUntilHung(scene, { thread, nth })
      await test.core().services.runner.stop(run)
      const { outcome, runs } = await playing
      expect([nth, outcome]).toEqual([nth, { state: 'stopped' }])
      // What people have read stays said.
      const { log } = await test.state(thread)
      expect([nth, log.some((entry) => entry.kind === 'text' && entry.text === CUT)]).toEqual([nth, isSaid])
      expectEnded(thread, runs)
      if (isTriedAnew(nth)) await expectUsable(thread)
    }
  })

  it('left at every call, with its process: it goes on to its end; or the next message is answered', async () => {
    const threads = someCalls(0).flatMap((nth) => (isTriedAnew(nth) ? [`on-${nth}`, `new-${nth}`] : [`on-${nth}`]))
    const playing: Promise<PlayedRun>[] = []
    for (const thread of threads)
      playing.push((await playUntilHung(scene, { thread, nth: Number(thread.split('-')[1]) })).playing)
    await test.restart()
    const left = await Promise.all(playing)
    expect(left.map(({ outcome }) => outcome.state)).toEqual(threads.map(() => 'left'))
    for (const [index, thread] of threads.entries()) {
      asked = undisturbed()
      if (thread.startsWith('on-')) {
        const { outcome } = await test.resume(thread)
        expect([thread, outcome]).toMatchObject([thread, { state: 'finished', limit: null }])
        expectEnded(thread, left[index]?.runs ?? [])
      }
      if (isTriedAnew(Number(thread.split('-')[1]))) await expectUsable(thread)
    }
  })

  it('cut off from its server at every call: tried again it comes to its end; or the next message is answered', async () => {
    for (const nth of someCalls(2))
      for (const thread of isTriedAnew(nth) ? [`again-${nth}`, `next-${nth}`] : [`again-${nth}`]) {
        const { outcome, runs } = await play(scene, { thread, asked: asking(nth, 'lost') })
        // A tool that cannot be reached is a result, a summary that cannot be written is empty.
        expect(['failed', 'finished']).toContain(outcome.state)
        expectEnded(thread, runs)
        asked = undisturbed()
        if (outcome.state === 'failed' && thread.startsWith('again-')) {
          const again = await test.resume(thread)
          expect([thread, again.outcome.state]).toEqual([thread, 'finished'])
        }
        if (isTriedAnew(nth)) await expectUsable(thread)
      }
  })

  it('cut off at every call, and tried again with a flow that lacks a node: never an internal error', async () => {
    const drawn = drawScene(scene, shop.url)
    const lacking = Object.keys(drawn.nodes).map((gone) => ({
      gone,
      kind: drawn.nodes[gone]?.kind ?? '',
      changed: removeElements(drawn, { nodes: [gone] }),
    }))
    const runnable = lacking.filter((one) => !blocksRunning(checkFlow(one.changed)))
    for (const [index, { gone, kind, changed }] of runnable.entries()) {
      if (goneOf.has(kind) && !TRIES_ALL) continue
      goneOf.add(kind)
      const first = TRIES_ALL ? 1 : (index % count) + 1
      for (let nth = first; nth <= (TRIES_ALL ? count : first); nth += 1) {
        const thread = `${gone}-${nth}`
        const { outcome } = await play(scene, { thread, asked: asking(nth, 'lost') })
        if (outcome.state !== 'failed') continue
        asked = undisturbed()
        const again = await test.resume(thread, changed)
        expect([thread, again.outcome.state, again.events.filter(isTerminal).length]).toEqual([thread, 'finished', 1])
        await expectUsable(thread)
      }
    }
  }, 120_000)

  it('at a limit before every call of a model', async () => {
    for (const modelCalls of TRIES_ALL ? allCalls() : [index % 2 === 0 ? 1 : count]) {
      const thread = `limit-${modelCalls}`
      const { outcome, runs } = await play(scene, { thread, asked: undisturbed(), modelCalls })
      expect([thread, outcome.state]).toEqual([thread, 'finished'])
      if (modelCalls === 1) expect(outcome).not.toMatchObject({ limit: null })
      expectEnded(thread, runs)
      await expectUsable(thread)
    }
  })

  it('stopped at the first event of each type', async () => {
    for (const type of types) {
      if (stoppedAt.has(type) && !TRIES_ALL) continue
      stoppedAt.add(type)
      let hasStopped = false
      const hear = (event: RunEvent): void => {
        if (event.type !== type || hasStopped) return
        hasStopped = true
        void test.core().services.runner.stop(event.runId)
      }
      const { outcome, runs } = await play(scene, { thread: type, asked: undisturbed(), hear })
      expect(['stopped', 'finished']).toContain(outcome.state)
      expectEnded(type, runs)
      await expectUsable(type)
    }
  })
})

describe('the scenes', () => {
  it('come through every kind of step, and wait in each that can be waited in', () => {
    expect([...visited, ...WITHIN_BRANCHES].toSorted()).toEqual(KINDS.toSorted())
    expect([...waited, ...AT_ONCE].toSorted()).toEqual(KINDS.toSorted())
  })
})
