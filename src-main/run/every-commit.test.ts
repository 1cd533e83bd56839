/**
 * A program that is killed after any of the transactions of a turn: whoever goes on has the same conversation in the end, with every question and every
 * answer to it told once. By default some transactions of some scenes; `BATON_COMMITS=all` tries all of them, of each scene.
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Flow } from '../../src-shared/flow/records'
import { createCore, type Core } from '../core'
import { BatonSaver } from '../engine/checkpoints'
import { readState } from '../engine/state/read-state'
import { nodePlatform } from '../platform/node'
import { leaveAsKilled, watchCommits } from '../testing/commits'
import { startModelServer, type ModelServer } from '../testing/model-server'
import { layNewCheckpoints, layNewLibrary } from '../testing/new-library'
import { GATED, playToEnd, THREAD, wholeOf } from '../testing/played-scenes'
import { startShop, type Shop } from '../testing/shop'
import { askedOf, drawScene, replyOf, SCENES } from '../testing/step-scenes'

const TRIES_ALL = process.env['BATON_COMMITS'] === 'all'
/** Of a scene by default. */
const SOME = 2

let folder: string
let server: ModelServer
let shop: Shop

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'baton-commits-'))
  server = await startModelServer()
  shop = await startShop()
})
afterEach(async () => {
  await server.close()
  await shop.close()
  rmSync(folder, { recursive: true, force: true })
})

const openIn = (dataDir: string) =>
  createCore({
    dataDir,
    platform: nodePlatform({ host: 'cli', dataDir }),
    models: { baseUrl: server.baseUrl, apiKey: 'test-key', model: 'test-model' },
    allow: ['all'],
  })

async function whole(core: Core, dataDir: string) {
  const saver = new BatonSaver({ file: path.join(dataDir, 'checkpoints.sqlite') })
  try {
    return await wholeOf(core, await readState(saver, THREAD))
  } finally {
    saver.close()
  }
}

/** By default every third one, the one of its own among them. */
const PLAYED = [GATED, ...SCENES].filter((_, at) => TRIES_ALL || at % 3 === 0)

describe.each(PLAYED.map((scene, index) => [scene.name, scene, index] as const))('%s', (_name, scene, index) => {
  it('killed after any transaction', async () => {
    server.on({}, (request) => replyOf(scene.answer(askedOf(request))))
    const drawn = drawScene(scene, shop.url)
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
