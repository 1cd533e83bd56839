/** Part `storage`: what a long thread costs on disk and in time, and how fast its lists open. */
import { statSync } from 'node:fs'
import Database from 'better-sqlite3'
import { BatonSaver } from '../src-main/engine/checkpoints'
import { databases, openBaton, type BatonContender } from './baton-thread'
import { median, type Figure, type Report } from './figures'
import type { ModelServer } from './processes'
import { words } from './words'

/** Characters of a message, each way. */
const LENGTH = 1024
const ROUNDS = 3
/** As the preference `keepStepsOfTurns` has it by default. */
const KEPT_TURNS = 50

export type StorageSizes = { turns: number; threads: number; contextTokens: number | null }

type Times = { early: number[]; late: number[] }
type Bytes = { checkpoints: number; library: number }

/** One thread of many turns with every step kept; its last turns alternate with turns 6 to 15 of young threads elsewhere. */
export async function measureStorage(server: ModelServer, sizes: StorageSizes): Promise<Report> {
  const baseUrl = server.baseUrl(LENGTH)
  const old = await openBaton({ baseUrl, contextTokens: sizes.contextTokens })
  const young = await openBaton({ baseUrl, contextTokens: sizes.contextTokens })
  try {
    for (let turn = 1; turn <= 20; turn += 1) await young.turn(words(LENGTH, turn), 'warm-up')
    const times = await converse(old, young, sizes.turns)
    const lists = await measureLists(old, young, sizes.threads)
    const figures = [...growth(times, sizes.turns), ...(await onDisk(old, sizes.turns)), ...lists]
    const window = sizes.contextTokens === null ? 'the default window' : `a window of ${sizes.contextTokens} tokens`
    const setting = `${sizes.turns} turns of ${LENGTH} bytes each way in one thread, ${window} of history sent`
    return { title: 'What a long thread costs', setting, figures }
  } finally {
    await old.close()
    await young.close()
  }
}

async function converse(old: BatonContender, young: BatonContender, turns: number): Promise<Times> {
  const times: Times = { early: [], late: [] }
  const lastOnes = turns - 10 * ROUNDS
  for (let turn = 1; turn <= lastOnes; turn += 1) await old.turn(words(LENGTH, turn))
  for (let round = 0; round < ROUNDS; round += 1) {
    const thread = `young-${round}`
    for (let turn = 1; turn <= 5; turn += 1) await young.turn(words(LENGTH, turn), thread)
    for (let turn = 6; turn <= 15; turn += 1) {
      times.early.push(await young.turn(words(LENGTH, turn), thread))
      times.late.push(await old.turn(words(LENGTH, lastOnes + round * 10 + turn)))
    }
  }
  return times
}

function growth({ early, late }: Times, turns: number): Figure[] {
  const from = `median of ${late.length} turns`
  return [
    { what: 'turn 10', value: median(early), unit: 'ms', from },
    { what: `turn ${turns}`, value: median(late), unit: 'ms', from },
    { what: `turn ${turns} / turn 10`, value: median(late) / median(early), unit: 'times', most: 1.5 },
  ]
}

async function onDisk(old: BatonContender, turns: number): Promise<Figure[]> {
  const files = databases(old.folder)
  const said = turns * LENGTH * 2
  const running = sizesOf(files)
  await old.closeCore()
  for (const file of Object.values(files)) emptyLog(file)
  const kept = sizesOf(files)
  const saver = new BatonSaver({ file: files.checkpoints })
  const begun = performance.now()
  await saver.thin({ threadId: 'bench', keepLastTurns: KEPT_TURNS })
  await saver.reclaim()
  const ms = performance.now() - begun
  saver.close()
  const thinned = sizesOf(files)
  return [
    ...diskFigures('every step kept', kept, { said, most: 6 }),
    {
      what: 'every step kept: sum with the logs of a running app',
      value: sum(running) / said,
      unit: 'bytes per byte said',
    },
    ...diskFigures('last step of old turns', thinned, { said, most: 2 }),
    { what: `thinning ${turns} turns at once`, value: ms, unit: 'ms' },
  ]
}

function diskFigures(name: string, bytes: Bytes, { said, most }: { said: number; most: number }): Figure[] {
  const unit = 'bytes per byte said'
  const from = `${(said / 1e6).toFixed(2)} MB said`
  return [
    { what: `${name}: checkpoints`, value: bytes.checkpoints / said, unit, most, from },
    { what: `${name}: library with events`, value: bytes.library / said, unit },
    { what: `${name}: sum`, value: sum(bytes) / said, unit },
  ]
}

/** A database with its write-ahead log. */
function sizeOf(file: string): number {
  return ['', '-wal'].reduce(
    (bytes, suffix) => bytes + (statSync(file + suffix, { throwIfNoEntry: false })?.size ?? 0),
    0,
  )
}

function sizesOf({ checkpoints, library }: { checkpoints: string; library: string }): Bytes {
  return { checkpoints: sizeOf(checkpoints), library: sizeOf(library) }
}

function sum({ checkpoints, library }: Bytes): number {
  return checkpoints + library
}

function emptyLog(file: string): void {
  const database = new Database(file)
  database.pragma('wal_checkpoint(TRUNCATE)')
  database.close()
}

/** The lists as the interface asks for them: a thousand threads of one turn each, and a thread's newest thousand checkpoints. */
async function measureLists(old: BatonContender, young: BatonContender, threads: number): Promise<Figure[]> {
  for (let thread = 0; thread < threads; thread += 1) await young.turn(words(100, thread), `list-${thread}`)
  const context = { signal: new AbortController().signal }
  const list = await timesOf(async () => {
    const found = await young.core.handlers['threads.list']({ flowId: 'bench' }, context)
    return found.length
  })
  const timeline = await timesOf(async () => {
    const found = await old.core.handlers['threads.timeline']({ threadId: 'bench', limit: 1000 }, context)
    return found.length
  })
  return [
    { what: `list of ${list.count} threads`, value: list.ms, unit: 'ms', most: 100 },
    { what: `timeline of ${timeline.count} checkpoints`, value: timeline.ms, unit: 'ms', most: 100 },
  ]
}

async function timesOf(read: () => Promise<number>): Promise<{ ms: number; count: number }> {
  const times: number[] = []
  let count = 0
  for (let nth = 0; nth < 9; nth += 1) {
    const begun = performance.now()
    count = await read()
    times.push(performance.now() - begun)
  }
  return { ms: median(times), count }
}
