/**
 * A message that is said while a turn works, at every call of a model or tool of every kind of step: after the turn, at its next step, or instead.
 * Nothing is lost, doubled or left open, and the strictest server takes the history. By default one of the three for each scene and each of some examples, at one call; `BATON_STEPS=all` tries all.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openFlow } from '../../src-shared/flow/editing/open'
import { saveFlow } from '../../src-shared/flow/editing/save'
import { readSettings, SAY_WHEN, type SayWhen } from '../../src-shared/flow/records'
import { isFleeting, isTerminal } from '../../src-shared/run/log/event-types'
import type { RunEvent } from '../../src-shared/run/log/events'
import { loadExamples } from '../flows/examples'
import { ownEntry } from './conversation'
import { openTestCore, type TestCore } from '../testing/core-bench'
import { yesTo } from '../testing/say-yes'
import { startShop, type Shop } from '../testing/shop'
import { askedOf, drawScene, SCENES, type Scene, type SceneReply } from '../testing/step-scenes'
import type { ServerReply } from '../testing/model-reply'
import { eventually } from '../../src-shared/testing/eventually'

const TRIES_ALL = process.env['BATON_STEPS'] === 'all'

/** Of how a message can be said: by default one, which is not the same in all scenes. */
const waysOf = (index: number) => SAY_WHEN.filter((_when, at, { length }) => TRIES_ALL || at === index % length)

const LATER = 'and now?'

let test: TestCore
let shop: Shop
/** Called at each call of a model or tool, with its number; true: it is never answered. */
let onCall: () => boolean = () => false

beforeAll(async () => {
  shop = await startShop(() => (onCall() ? 'unanswered' : 'answered'))
})
afterAll(() => shop.close())

function replyOf(reply: SceneReply, hangs: boolean): ServerReply {
  if (hangs) return 'said' in reply ? { pieces: ['cut~', reply.said], hangAfter: 1 } : { hang: true }
  if ('calls' in reply) return { calls: reply.calls }
  if ('call' in reply) return { calls: [{ name: reply.call, arguments: reply.arguments ?? {} }] }
  return { text: 'said' in reply ? reply.said : reply.text }
}

async function open(scene: Scene): Promise<void> {
  onCall = () => false
  test = await openTestCore(drawScene(scene, shop.url), {
    recordsPart: true,
    script: (request) => replyOf(scene.answer(askedOf(request)), onCall()),
  })
}

/** Plays the scene's message; `say` is called at each call, with its number. */
async function play(scene: Scene, thread: string, say: (nth: number) => boolean): Promise<number> {
  const { runner, threads } = test.core().services
  const drawn = drawScene(scene, shop.url)
  threads.createThread({ flowId: drawn.id, id: thread })
  for (const text of scene.before ?? []) expect((await test.turn(text, thread)).outcome.state).toBe('finished')
  let calls = 0
  onCall = () => {
    calls += 1
    return say(calls)
  }
  const turn = { flowId: drawn.id, flowText: saveFlow(drawn), revision: null, threadId: thread, text: scene.message }
  const { done } = await runner.start(turn)
  const outcome = await done
  if (outcome.state === 'finished' && outcome.question !== undefined) {
    // What waits answers no question.
    const waiting = runner.queue.list(thread).length
    await (
      await runner.answer({ threadId: thread, ...yesTo(outcome.question) })
    ).done
    expect(waiting).toBeLessThanOrEqual(1)
  }
  return calls
}

/** Everything that waited has begun its turn, and that is over. */
async function settled(thread: string): Promise<void> {
  const { runner, threads } = test.core().services
  await eventually(() => {
    expect(runner.queue.list(thread)).toEqual([])
    expect(threads.read(thread).state).not.toBe('running')
  })
}

function eventsOf(thread: string): RunEvent[] {
  const { events, threads } = test.core().services
  const turns = Array.from({ length: threads.read(thread).turns }, (_, index) => index + 1)
  return turns.flatMap((turn) => events.eventsOfTurn(thread, turn))
}

/** Each call of the log has one result, in its own conversation and before the next call of the same id. */
async function expectWhole(thread: string, said: readonly string[]): Promise<void> {
  const { log, turn } = await test.state(thread)
  const told = eventsOf(thread)
  const known = new Set(log.map(({ id }) => id))
  // What flows said that run as tools is told, and in no log.
  const ids = told.flatMap((event) => {
    if (event.type !== 'entry') return []
    return ownEntry(event).length > 0 || known.has(event.entry.id) ? [event.entry.id] : []
  })
  expect([thread, ids.toSorted()]).toEqual([thread, log.map(({ id }) => id).toSorted()])
  const open: string[] = []
  for (const entry of log) {
    if (entry.kind === 'calls') open.push(...entry.calls.map(({ id }) => `${entry.scope} ${id}`))
    if (entry.kind !== 'result') continue
    const at = open.indexOf(`${entry.scope} ${entry.callId}`)
    expect([thread, entry.callId, at]).not.toEqual([thread, entry.callId, -1])
    open.splice(at, 1)
  }
  expect([thread, open]).toEqual([thread, []])
  const words = log.flatMap((entry) => (entry.kind === 'text' && entry.author === 'user' ? [entry.text] : []))
  expect([thread, words]).toEqual([thread, said])
  expect([thread, turn.end?.reason ?? 'waiting']).not.toEqual([thread, 'spoken'])
  const ends = Map.groupBy(told, ({ runId }) => runId)
  for (const [run, events] of ends) expect([thread, run, events.filter(isTerminal).length]).toEqual([thread, run, 1])
}

/** What is said at the nth call of the scene. */
async function sayAt(scene: Scene, nth: number, when: SayWhen): Promise<void> {
  const thread = `${when}-${nth}`
  const { queue } = test.core().services.runner
  const added: Promise<string>[] = []
  await play(scene, thread, (call) => {
    if (call !== nth) return false
    added.push(queue.add({ threadId: thread, when, text: LATER, attachments: [], to: null }))
    return when === 'instead'
  })
  await Promise.all(added)
  await settled(thread)
  await expectWhole(thread, [...(scene.before ?? []), scene.message, LATER])
}

describe.each(SCENES.map((scene, index) => [scene.name, scene, index] as const))('%s', (_name, scene, index) => {
  let count = 0
  beforeAll(async () => {
    await open(scene)
    count = await play(scene, 'whole', () => false)
  })
  afterEach(() => {
    expect(test.server.violations).toEqual([])
  })
  afterAll(() => test.close())

  it.each(waysOf(index))(
    '%s, at every call',
    async (when) => {
      for (let nth = 1; nth <= count; nth += 1)
        // One call for each, which are not the same in all scenes.
        if (TRIES_ALL || nth === 1 + ((index + SAY_WHEN.indexOf(when)) % count)) await sayAt(scene, nth, when)
    },
    120_000,
  )
})

/** They take part of everything that is drawn. */
const SOME: readonly string[] = ['code-review', 'research-plan', 'shop-workers', 'support-desk']
const PLAYED = loadExamples().filter(({ id }) => TRIES_ALL || SOME.includes(id))

it('plays examples that are there', () => {
  expect(PLAYED.length).toBeGreaterThanOrEqual(SOME.length)
})

const EXAMPLES = PLAYED.map(({ text }, index) => {
  const opened = openFlow(text)
  if (!opened.ok) throw new Error(opened.error.message)
  return [opened.flow.name, opened.flow, index] as const
})

describe.each(EXAMPLES)('the example %s', (_name, drawn, index) => {
  const message = readSettings(drawn).starters[0] ?? 'hello'
  let count = 0

  /** A place in the turn for each: near its beginning, in its middle, near its end. */
  const placeOf = (when: SayWhen) => Math.ceil((count * (SAY_WHEN.indexOf(when) + 0.5)) / SAY_WHEN.length)

  /** Plays the starter on the rehearsal model; `say` is called at each stored event, with its number. */
  async function rehearse(thread: string, say: (nth: number) => void): Promise<number> {
    const { runner, threads } = test.core().services
    threads.createThread({ flowId: drawn.id, id: thread })
    let told = 0
    const listen = (event: RunEvent): void => {
      if (isFleeting(event)) return
      told += 1
      say(told)
    }
    const turn = { flowId: drawn.id, flowText: saveFlow(drawn), revision: null, threadId: thread, text: message }
    const outcome = await (await runner.start({ ...turn, listen })).done
    expect([thread, outcome.state]).toEqual([thread, 'finished'])
    if (outcome.state === 'finished' && outcome.question !== undefined)
      await (
        await runner.answer({ threadId: thread, ...yesTo(outcome.question) })
      ).done
    return told
  }

  beforeAll(async () => {
    test = await openTestCore(drawn, { recordsPart: true, connections: () => [] })
    count = await rehearse('whole', () => undefined)
  })
  afterAll(() => test.close())

  it.each(waysOf(index))(
    '%s, at every step',
    async (when) => {
      const { queue } = test.core().services.runner
      const places = TRIES_ALL ? Array.from({ length: count - 1 }, (_, at) => at + 1) : [placeOf(when)]
      for (const nth of places) {
        const thread = `${when}-${nth}`
        const added: Promise<string>[] = []
        await rehearse(thread, (told) => {
          if (told === nth) added.push(queue.add({ threadId: thread, when, text: LATER, attachments: [], to: null }))
        })
        await Promise.all(added)
        await settled(thread)
        await expectWhole(thread, [message, LATER])
      }
    },
    120_000,
  )
})
