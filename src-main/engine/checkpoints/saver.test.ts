/** What BatonSaver adds to the official suite: differences, forks, sharing a file, retention, the index, and what it all costs. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { AIMessage, HumanMessage } from '@langchain/core/messages'
import type { RunnableConfig } from '@langchain/core/runnables'
import { Annotation, Command, END, interrupt, MemorySaver, START, StateGraph } from '@langchain/langgraph'
import { type Checkpoint, emptyCheckpoint, uuid6 } from '@langchain/langgraph-checkpoint'
import Database from 'better-sqlite3'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { someRuns } from '../../../src-shared/testing/some-runs'
import { bytesOnDisk, converse, measureStorage } from './checkpoints.bench-data'
import { BatonSaver } from './index'

let folder = ''
let file = ''
const open: BatonSaver[] = []
function openSaver(options: { cachedThreads?: number; keepWrites?: boolean } = {}): BatonSaver {
  const saver = new BatonSaver({ file, ...options })
  open.push(saver)
  return saver
}
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'baton-saver-'))
  file = path.join(folder, 'checkpoints.db')
})
afterEach(() => {
  for (const saver of open.splice(0)) saver.close()
  rmSync(folder, { recursive: true })
})

const thread = (thread_id: string, checkpoint_id?: string): RunnableConfig => ({
  configurable: { thread_id, checkpoint_ns: '', checkpoint_id },
})

type Values = { log: unknown[]; variables: unknown; tasks?: unknown }
type Step = {
  parent: number
  saver: number
  change: 'append' | 'replace last' | 'cut' | 'rewrite' | 'nothing'
  entries: unknown[]
  variables: unknown
}

/** The values of a child, made as a reducer makes them: a new array, the same entries. */
function change(before: Values, step: Step): Values {
  const log = {
    append: [...before.log, ...step.entries],
    'replace last': [...before.log.slice(0, -1), ...step.entries],
    cut: before.log.slice(0, Math.ceil(before.log.length / 2)),
    rewrite: step.entries,
    nothing: before.log,
  }[step.change]
  return { log, variables: step.variables }
}

const plain = fc.jsonValue({ maxDepth: 2 }).map((value): unknown => JSON.parse(JSON.stringify(value)))
const entries = fc.array(fc.record({ id: fc.string(), text: fc.string({ minLength: 200, maxLength: 300 }) }), {
  maxLength: 4,
})
const steps = fc.array(
  fc.record({
    parent: fc.nat(),
    saver: fc.nat(2),
    change: fc.constantFrom('append', 'append', 'append', 'replace last', 'cut', 'rewrite', 'nothing'),
    entries,
    variables: plain,
  }),
  { minLength: 1, maxLength: 60 },
)

/** Puts a tree of checkpoints through several savers on one file; `parent` 0 to 2 in 3 goes on from the newest. */
async function putTree(savers: readonly BatonSaver[], given: readonly Step[]): Promise<Checkpoint[]> {
  const stored: Checkpoint[] = []
  for (const [index, step] of given.entries()) {
    const parent = step.parent % 3 < 2 ? stored.at(-1) : stored[step.parent % Math.max(1, stored.length)]
    const saver = savers[step.saver % savers.length]
    if (saver === undefined) continue
    // What LangGraph would hold: sometimes the values that were put, sometimes those that were read.
    const held = parent && (index % 2 === 0 ? parent : (await saver.getTuple(thread('t', parent.id)))?.checkpoint)
    const before: Values = { log: asArray(held?.channel_values.log), variables: null }
    const version = Math.max(0, ...Object.values(parent?.channel_versions ?? {}).map(Number)) + 1
    const channel_values: Record<string, unknown> = change(before, step)
    const channel_versions = { log: version, variables: version, [`branch:to:node${index % 3}`]: version }
    const checkpoint: Checkpoint = {
      ...emptyCheckpoint(),
      id: uuid6(index),
      channel_values,
      channel_versions: { ...parent?.channel_versions, ...channel_versions },
      versions_seen: {
        ...parent?.versions_seen,
        [`node${index % 4}`]: { [`branch:to:node${index % 3}`]: version, '>odd': version, '=odd': 1 },
      },
    }
    await saver.put(thread('t', parent?.id), checkpoint, { source: 'loop', step: index, parents: {} }, channel_versions)
    stored.push({ ...checkpoint, channel_values: structuredClone(channel_values) })
  }
  return stored
}

function asArray(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}

async function readAll(
  saver: BatonSaver,
  threadId: string,
  ids: readonly string[],
): Promise<(Checkpoint | undefined)[]> {
  return Promise.all(ids.map((id) => saver.get(thread(threadId, id))))
}

describe('storing by difference', () => {
  test(
    'every checkpoint of any tree reads back as it was put, from any saver on the file',
    { timeout: 120_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(steps, async (given) => {
          file = path.join(folder, `${uuid6(0)}.db`)
          const savers = [openSaver(), openSaver(), openSaver({ cachedThreads: 0 })]
          const stored = await putTree(savers, given)
          const ids = stored.map(({ id }) => id)
          for (const saver of [...savers, openSaver()]) expect(await readAll(saver, 't', ids)).toEqual(stored)
          await savers[0]?.copyThread('t', 'copy')
          expect(await readAll(openSaver(), 'copy', ids)).toEqual(stored)
          for (const saver of open.splice(0)) saver.close()
        }),
        { numRuns: someRuns(60) },
      )
    },
  )

  test('an append stores the new entry only, and a read from a cold saver is whole', async () => {
    const saver = openSaver()
    await converse(saver, { threadId: 't', firstTurn: 1, turns: 20, charactersPerMessage: 1000 })
    const database = new Database(file)
    const items = database.prepare('SELECT count(*) FROM item').pluck().get()
    const chains = database.prepare('SELECT count(*) FROM chain').pluck().get()
    const pending = database.prepare('SELECT count(*) FROM pending').pluck().get()
    database.close()
    expect({ items, chains, pending }).toEqual({ items: 40, chains: 1, pending: 0 })
    expect(await openSaver().get(thread('t'))).toEqual(await saver.get(thread('t')))
  })

  test('values that JSON cannot hold come back whole, as state and as pending writes', async () => {
    const values = {
      message: [new HumanMessage('hello'), new AIMessage('hi')],
      bytes: new Uint8Array([0, 255, 128]),
      map: new Map([['a', new Set([1])]]),
      nothing: { inner: undefined },
    }
    const versions = Object.fromEntries(Object.keys(values).map((name) => [name, 1]))
    const checkpoint: Checkpoint = { ...emptyCheckpoint(), channel_values: values, channel_versions: versions }
    const saver = openSaver()
    const config = await saver.put(thread('t'), checkpoint, { source: 'input', step: -1, parents: {} }, versions)
    await saver.putWrites(config, Object.entries(values), 'task')
    const tuple = await openSaver().getTuple(config)
    expect(tuple?.checkpoint).toEqual(checkpoint)
    expect(tuple?.pendingWrites).toEqual(Object.entries(values).map(([channel, value]) => ['task', channel, value]))
  })

  test('serialized objects in plain state are data: nothing is revived from them', async () => {
    const inert = {
      lc: 1,
      type: 'constructor',
      id: ['langchain_core', 'messages', 'HumanMessage'],
      kwargs: { content: 'x' },
    }
    const saver = openSaver()
    const checkpoint: Checkpoint = {
      ...emptyCheckpoint(),
      channel_values: { variables: inert },
      channel_versions: { variables: 1 },
    }
    const config = await saver.put(
      thread('t'),
      checkpoint,
      { source: 'input', step: -1, parents: {} },
      { variables: 1 },
    )
    expect((await saver.get(config))?.channel_values).toStrictEqual({ variables: inert })
  })
})

describe('the cache', () => {
  test('hands out nothing that could change it', async () => {
    const saver = openSaver()
    await converse(saver, { threadId: 't', firstTurn: 1, turns: 3, charactersPerMessage: 1000 })
    const before = await openSaver().get(thread('t'))
    const values = (await saver.get(thread('t')))?.channel_values
    const log = asArray(values?.log)
    const [entry] = log
    expect(() => Object.assign(entry ?? {}, { text: 'forged' })).toThrow(TypeError)
    log.length = 0
    Object.assign(values?.variables ?? {}, { last: 'forged' })
    expect(await saver.get(thread('t'))).toEqual(before)
  })

  test('sees what another instance wrote in between', async () => {
    const [one, two] = [openSaver(), openSaver()]
    await converse(one, { threadId: 't', firstTurn: 1, turns: 2, charactersPerMessage: 600 })
    await converse(two, { threadId: 't', firstTurn: 3, turns: 2, charactersPerMessage: 600 })
    await converse(one, { threadId: 't', firstTurn: 5, turns: 1, charactersPerMessage: 600 })
    await two.deleteThread('t')
    expect(await one.get(thread('t'))).toBeUndefined()
    await converse(two, { threadId: 't', firstTurn: 9, turns: 1, charactersPerMessage: 600 })
    expect(asArray((await one.get(thread('t')))?.channel_values.log)).toMatchObject([
      { id: 'user-9' },
      { id: 'supervisor-1' },
    ])
  })
})

describe('LangGraph on it', () => {
  const State = Annotation.Root({ log: Annotation<string[]>({ reducer: (a, b) => [...a, ...b], default: () => [] }) })
  const long = (text: string) => text.repeat(300)

  test('interrupt, resume, time travel and update work as with the memory saver', async () => {
    const outcomes = []
    for (const checkpointer of [openSaver(), new MemorySaver()]) {
      const graph = new StateGraph(State)
        .addNode('ask', () => ({ log: [long('q'), `${interrupt('name?')}`, `${interrupt('age?')}`] }))
        .addNode('answer', ({ log }) => ({ log: [long('a') + log.length] }))
        .addEdge(START, 'ask')
        .addEdge('ask', 'answer')
        .addEdge('answer', END)
        .compile({ checkpointer })
      const config = { configurable: { thread_id: 't', turn: 1 }, durability: 'sync' as const }
      await graph.invoke({ log: [long('u')] }, config)
      await graph.invoke(new Command({ resume: 'Ann' }), config)
      const waiting = (await graph.getState(config)).tasks.map(({ name, interrupts }) => [
        name,
        interrupts.map(({ value }): unknown => value),
      ])
      await graph.invoke(new Command({ resume: '41' }), config)
      await graph.updateState(config, { log: [long('edit')] }, 'answer')
      const history = await collect(graph.getStateHistory(config))
      const asked = history.find(({ next }) => next[0] === 'answer')
      const forked = await graph.invoke(null, {
        ...config,
        configurable: { ...config.configurable, ...asked?.config.configurable },
      })
      const states = await collect(graph.getStateHistory({ configurable: { thread_id: 't' } }))
      outcomes.push({
        waiting,
        forked,
        states: states.map(({ values, next, metadata }): unknown => [values, next, metadata]),
      })
    }
    expect(outcomes[0]).toEqual(outcomes[1])
  })
})

describe('retention', () => {
  test('keeps every step of the newest turns, the last of the others, and all they need', async () => {
    const saver = openSaver()
    await converse(saver, { threadId: 't', firstTurn: 1, turns: 40, charactersPerMessage: 1000 })
    await converse(saver, { threadId: 'other', firstTurn: 1, turns: 2, charactersPerMessage: 1000 })
    const before = await saver.timeline('t')
    const wanted = before.filter((entry, index) => Number(entry.turn) > 37 || before[index - 1]?.turn !== entry.turn)
    const ids = wanted.map(({ checkpointId }) => checkpointId)
    const values = await readAll(saver, 't', ids)
    const size = bytesOnDisk(file)
    expect(await saver.thin({ threadId: 't', keepLastTurns: 3 })).toEqual({ removed: 37 * 4, kept: 37 + 15 })
    expect((await saver.timeline('t')).map(({ checkpointId }) => checkpointId)).toEqual(ids)
    expect((await saver.timeline('t'))[20]?.parentId).toBe(ids[21])
    for (const reader of [saver, openSaver()]) expect(await readAll(reader, 't', ids)).toEqual(values)
    expect(bytesOnDisk(file)).toBeLessThan(size * 0.7)
    await converse(saver, { threadId: 't', firstTurn: 41, turns: 1, charactersPerMessage: 1000 })
    expect(asArray((await openSaver().get(thread('t')))?.channel_values.log)).toHaveLength(82)
    expect(await saver.timeline('other')).toHaveLength(10)
    expect(await saver.thin({ threadId: 't', keepLastTurns: 100 })).toMatchObject({ removed: 0 })
  })

  test('keeps the last checkpoint of every branch', async () => {
    const saver = openSaver()
    await converse(saver, { threadId: 't', firstTurn: 1, turns: 1, charactersPerMessage: 1000 })
    const [, middle] = await saver.timeline('t')
    const parent = await saver.get(thread('t', middle?.checkpointId))
    const branch: Checkpoint = {
      ...emptyCheckpoint(),
      id: uuid6(9),
      channel_values: { log: [{ text: 'other'.repeat(200) }] },
      channel_versions: { ...parent?.channel_versions, log: 99 },
    }
    await saver.put(thread('t', middle?.checkpointId), branch, { source: 'fork', step: 9, parents: {} }, { log: 99 })
    const [tip, last] = await saver.timeline('t')
    await saver.thin({ threadId: 't', keepLastTurns: 0 })
    expect((await saver.timeline('t')).map(({ checkpointId }) => checkpointId)).toEqual([
      tip?.checkpointId,
      last?.checkpointId,
    ])
    expect((await saver.get(thread('t', branch.id)))?.channel_values).toMatchObject(branch.channel_values)
    expect(asArray((await saver.get(thread('t', last?.checkpointId)))?.channel_values.log)).toHaveLength(2)
  })

  test('a deleted thread leaves nothing', async () => {
    const saver = openSaver()
    await converse(saver, { threadId: 't', firstTurn: 1, turns: 3, charactersPerMessage: 1000 })
    await saver.deleteThread('t')
    const database = new Database(file)
    const counts = ['track', 'checkpoint', 'pending', 'chain', 'item', 'value'].map((table) =>
      database.prepare(`SELECT count(*) FROM ${table}`).pluck().get(),
    )
    database.close()
    expect({ counts, threads: await saver.threads() }).toEqual({ counts: [0, 0, 0, 0, 0, 0], threads: [] })
  })
})

describe('copying a thread', () => {
  test('up to a checkpoint gives a thread that ends there and goes its own way', async () => {
    const saver = openSaver()
    await converse(saver, { threadId: 't', firstTurn: 1, turns: 5, charactersPerMessage: 1000 })
    const upto = (await saver.timeline('t')).find(({ turn }) => turn === 3)?.checkpointId ?? ''
    await saver.copyThread('t', 'fork', upto)
    expect(await saver.get(thread('fork'))).toEqual(await saver.get(thread('t', upto)))
    await converse(saver, { threadId: 'fork', firstTurn: 90, turns: 1, charactersPerMessage: 1000 })
    await saver.deleteThread('t')
    const log = asArray((await openSaver().get(thread('fork')))?.channel_values.log)
    expect(log).toMatchObject([1, 2, 3, 90].flatMap((turn) => [{ id: `user-${turn}` }, {}]))
    await expect(saver.copyThread('fork', 'fork')).rejects.toMatchObject({ code: 'conflict' })
    await expect(saver.copyThread('t', 'x')).rejects.toMatchObject({ code: 'not-found' })
    await expect(saver.copyThread('fork', 'x', 'none')).rejects.toMatchObject({ code: 'not-found' })
  })
})

describe('the index', () => {
  test('names steps, turns and nodes, page by page', async () => {
    const saver = openSaver()
    await converse(saver, { threadId: 't', firstTurn: 7, turns: 2, charactersPerMessage: 10 })
    const all = await saver.timeline('t')
    expect(all.map(({ step, source, nodes, turn }) => [step, source, nodes, turn])).toEqual([
      [8, 'loop', ['turn_end'], 8],
      [7, 'loop', ['supervisor'], 8],
      [6, 'loop', ['turn_start'], 8],
      [5, 'loop', [], 8],
      [4, 'input', [], 8],
      [3, 'loop', ['turn_end'], 7],
      [2, 'loop', ['supervisor'], 7],
      [1, 'loop', ['turn_start'], 7],
      [0, 'loop', [], 7],
      [-1, 'input', [], 7],
    ])
    expect(all.map(({ parentId }) => parentId)).toEqual([...all.slice(1).map(({ checkpointId }) => checkpointId), null])
    expect(await saver.timeline('t', { limit: 3, before: all[1]?.checkpointId ?? '' })).toEqual(all.slice(2, 5))
    expect(await saver.threads()).toEqual([
      { threadId: 't', checkpointId: all[0]?.checkpointId, lastActivity: all[0]?.at, turn: 8, step: 8 },
    ])
  })

  test('lists checkpoints without reading what they hold', async () => {
    const saver = openSaver()
    await converse(saver, { threadId: 't', firstTurn: 1, turns: 20, charactersPerMessage: 1000 })
    const all = await saver.timeline('t')
    const other = new Database(file)
    other.exec("DELETE FROM item; DELETE FROM value; UPDATE checkpoint SET head = ''")
    other.close()
    expect([all.length, await saver.timeline('t')]).toEqual([100, all])
  })
})

test('storage per byte said, before and after thinning', { timeout: 60_000 }, async () => {
  const figures = await measureStorage(file, 300)
  expect(figures.bytesPerByteSaid).toBeLessThan(3)
  expect(figures.bytesPerByteThinned).toBeLessThan(1.7)
})
