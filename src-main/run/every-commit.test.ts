/**
 * A program that is killed after any of the transactions of a turn: whoever goes on has the same conversation in the end, with every question and every
 * answer to it told once. By default some transactions of some scenes; `BATON_COMMITS=all` tries all of them, of each scene.
 */
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { saveFlow } from '../../src-shared/flow/editing/save'
import type { Flow } from '../../src-shared/flow/records'
import { flow } from '../../src-shared/testing/flow-builder'
import type { RunEvent } from '../../src-shared/run/log/events'
import { createCore, type Core } from '../core'
import { BatonSaver } from '../engine/checkpoints'
import { readState } from '../engine/state/read-state'
import { nodePlatform } from '../platform/node'
import { leaveAsKilled, watchCommits } from '../testing/commits'
import { eventsOfThread, faultsOfThread } from '../testing/hostile-faults'
import { startModelServer, type ModelServer } from '../testing/model-server'
import { layNewCheckpoints, layNewLibrary } from '../testing/new-library'
import { normalTrace } from '../testing/normal-trace'
import { yesTo } from '../testing/say-yes'
import { askedOf, drawScene, replyOf, SCENES, type Scene } from '../testing/step-scenes'

const TRIES_ALL = process.env['BATON_COMMITS'] === 'all'
/** Of a scene by default. */
const SOME = 2

let folder: string
let server: ModelServer
const shop = createServer((_request, response) => response.end('12 euro'))

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'baton-commits-'))
  server = await startModelServer()
  shop.listen(0, '127.0.0.1')
  await once(shop, 'listening')
})
afterEach(async () => {
  await server.close()
  shop.closeAllConnections()
  shop.close()
  rmSync(folder, { recursive: true, force: true })
})

const shopAddress = () => {
  const at = shop.address()
  return `http://127.0.0.1:${typeof at === 'object' && at !== null ? at.port : 0}/`
}

const openIn = (dataDir: string) =>
  createCore({
    dataDir,
    platform: nodePlatform({ host: 'cli', dataDir }),
    models: { baseUrl: server.baseUrl, apiKey: 'test-key', model: 'test-model' },
    allow: ['all'],
  })

const THREAD = 't'

/** Says what is not said yet, goes on with what was left or says something else, and answers with yes what is asked, until nothing is left to do. */
async function playToEnd(
  { services: { runner, threads } }: Core,
  drawn: Flow,
  texts: readonly string[],
  how: 'continue' | 'message',
) {
  const now = { flowText: saveFlow(drawn), revision: null, threadId: THREAD }
  for (let step = 0; step < 20; step += 1) {
    const newest = threads.newestRun(THREAD)
    const [waiting] = runner.waiting(THREAD)
    const text = texts[threads.read(THREAD).turns]
    const isLeft = newest?.state === 'interrupted' && waiting === undefined
    if (isLeft && how === 'message') await (await runner.start({ ...now, flowId: drawn.id, text: 'never mind' })).done
    else if (isLeft) await (await runner.resume(now)).done
    else if (waiting !== undefined) await (await runner.answer({ threadId: THREAD, ...yesTo(waiting) })).done
    else if (text !== undefined) await (await runner.start({ ...now, flowId: drawn.id, text })).done
    else return
  }
  throw new Error('It does not come to its end.')
}

/** The conversation in the end, with what was asked and answered, each once however often it was told again. */
async function whole(core: Core, dataDir: string) {
  const events = eventsOfThread(core, THREAD)
  const saver = new BatonSaver({ file: path.join(dataDir, 'checkpoints.sqlite') })
  const state = await readState(saver, THREAD)
  saver.close()
  return {
    entries: entriesOf(events),
    variables: state.variables,
    unanswered: idsOf(events, 'question').filter((id) => !idsOf(events, 'answer').includes(id)),
    faults: await faultsOfThread(core, { thread: THREAD, state, events }),
  }
}

/** In the order of their text: what is done side by side comes as it comes. */
function entriesOf(events: readonly RunEvent[]): string[] {
  const entries = new Map(events.flatMap((event) => (event.type === 'entry' ? [[event.entry.id, event]] : [])))
  return [...entries.values()]
    .flatMap((event) => normalTrace([event]))
    .map((entry) => JSON.stringify(entry).replaceAll(NAMED_BY_CHANCE, '#'))
    .toSorted()
}

/** The test's model numbers its calls; what happens within one is named after it. */
const NAMED_BY_CHANCE = /\bcall_\d+_\d+\b|\bin[0-9a-f]{12}\b/g

function idsOf(events: readonly RunEvent[], type: 'question' | 'answer'): string[] {
  return [...new Set(events.flatMap((event) => (event.type === type ? [event.id] : [])))]
}

/** What scenes of steps do not ask: whether a call may be made, and an approval with what follows from it. */
const gated: Scene = {
  name: 'a call that a person allows, and an approval that decides what follows',
  draw: (shop) =>
    flow('Gated')
      .variable('paid', { type: 'number', default: 0 })
      .start('a')
      .agent('a', { name: 'Clerk', prompt: 'MARK-A' })
      .httpTool('pay', { toolName: 'pay', url: shop, method: 'POST', needsApproval: true })
      .use('a', 'pay')
      .node('approval', 'q', { name: 'Gate', message: 'Book it?' })
      .node('set-variables', 'v', { name: 'Count', set: [{ name: 'paid', value: '${paid} + 1' }] })
      .agent('z', { name: 'Last', prompt: 'MARK-Z ${paid}' })
      .handoff('a', 'q')
      .edge('next', { from: 'q', to: 'v', port: 'approved' })
      .next('v', 'z'),
  message: 'pay',
  answer({ text, toolResults, toolNames }) {
    if (text.includes('MARK-Z')) return { said: text.includes('MARK-Z 1') ? 'Booked once.' : 'Booked more than once.' }
    if (toolResults === 0) return { call: 'pay' }
    return { call: toolNames.find((name) => name.startsWith('transfer_')) ?? 'none' }
  },
}

/** By default every third one, the one of its own among them. */
const PLAYED = [gated, ...SCENES].filter((_, at) => TRIES_ALL || at % 3 === 0)

describe.each(PLAYED.map((scene, index) => [scene.name, scene, index] as const))('%s', (_name, scene, index) => {
  it('killed after any transaction', async () => {
    server.on({}, (request) => replyOf(scene.answer(askedOf(request))))
    const drawn = drawScene(scene, shopAddress())
    const texts = [...(scene.before ?? []), scene.message]
    const { copies, undisturbed } = await undisturbedPlay(drawn, texts)
    expect([undisturbed.faults, undisturbed.unanswered]).toEqual([[], []])
    expect(copies.length).toBeGreaterThan(SOME)
    const each = Math.floor(copies.length / SOME)
    const some = TRIES_ALL ? copies : copies.filter((_, at) => at % each === index % each)
    for (const [nth, copy] of some.entries()) {
      const other = `${copy}-other`
      cpSync(copy, other, { recursive: true })
      // By default it is gone on with after one of them, and something else is said after the next.
      if (TRIES_ALL || nth % 2 === 0)
        expect({ copy, ...(await playedOn(copy, drawn, texts, 'continue')) }).toEqual({ copy, ...undisturbed })
      if (TRIES_ALL || nth % 2 === 1)
        expect([copy, (await playedOn(other, drawn, texts, 'message')).faults]).toEqual([copy, []])
    }
    expect(server.violations).toEqual([])
  }, 600_000)
})

/** Plays a turn without a kill; what is stored after each of its transactions. */
async function undisturbedPlay(drawn: Flow, texts: readonly string[]) {
  const first = path.join(folder, 'first')
  mkdirSync(first)
  layNewLibrary(first)
  layNewCheckpoints(path.join(first, 'checkpoints.sqlite'))
  const core = await openIn(first)
  core.services.threads.createThread({ flowId: drawn.id, id: THREAD })
  const { copies, end } = watchCommits(first, folder)
  try {
    await playToEnd(core, drawn, texts, 'continue')
    return { copies, undisturbed: await whole(core, first) }
  } finally {
    end()
    await core.close()
  }
}

async function playedOn(dataDir: string, drawn: Flow, texts: readonly string[], how: 'continue' | 'message') {
  leaveAsKilled(dataDir)
  const core = await openIn(dataDir)
  try {
    await playToEnd(core, drawn, texts, how)
    return await whole(core, dataDir)
  } finally {
    await core.close()
  }
}
