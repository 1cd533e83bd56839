/** Ids of checkpoints contain the time of whoever wrote them: a clock that is set back, or behind that of another process, changes no order. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Annotation, END, START, StateGraph } from '@langchain/langgraph'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BatonSaver } from './index'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'baton-clock-'))
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(folder, { recursive: true })
})

const HOUR = 3_600_000
const State = Annotation.Root({
  said: Annotation<string[]>({ reducer: (before, more) => [...before, ...more], default: () => [] }),
})

/** Says a message; the graph answers it. */
async function say(saver: BatonSaver, message: string, thread_id = 't'): Promise<string[]> {
  const graph = new StateGraph(State)
    .addNode('answer', ({ said }) => ({ said: [`re ${said.at(-1) ?? ''}`] }))
    .addEdge(START, 'answer')
    .addEdge('answer', END)
    .compile({ checkpointer: saver })
  const { said } = await graph.invoke({ said: [message] }, { configurable: { thread_id, turn: message } })
  return said
}

test('a thread goes on from what was written last, and its past keeps its order', async () => {
  const file = path.join(folder, 'checkpoints.db')
  const [saver, other] = [new BatonSaver({ file }), new BatonSaver({ file, cachedThreads: 0 })]
  try {
    const now = Date.now()
    await say(saver, 'one')
    vi.setSystemTime(now - HOUR)
    await say(other, 'two')
    vi.setSystemTime(now + HOUR)
    await say(saver, 'three')
    vi.setSystemTime(now - 2 * HOUR)
    expect(await say(other, 'four')).toEqual(['one', 're one', 'two', 're two', 'three', 're three', 'four', 're four'])

    const order = ['four', 'three', 'two', 'one'].flatMap((turn) => [turn, turn, turn])
    const past = await saver.timeline('t')
    expect(past.map(({ turn }) => turn)).toEqual(order)
    expect(past.map(({ parentId }) => parentId)).toEqual([
      ...past.slice(1).map(({ checkpointId }) => checkpointId),
      null,
    ])
    const at = past[4]?.checkpointId ?? ''
    expect((await saver.timeline('t', { before: at })).map(({ turn }) => turn)).toEqual(order.slice(5))
    const listed = async (before?: string) => {
      const found: unknown[] = []
      const options = before === undefined ? {} : { before: { configurable: { checkpoint_id: before } } }
      for await (const { checkpoint } of saver.list({ configurable: { thread_id: 't' } }, options))
        found.push(checkpoint.id)
      return found
    }
    const ids = past.map(({ checkpointId }) => checkpointId)
    expect(await listed()).toEqual(ids)
    expect(await listed(at)).toEqual(ids.slice(5))
    expect((await saver.threads()).map(({ checkpointId }) => checkpointId)).toEqual([ids[0]])

    await saver.thin({ threadId: 't', keepLastTurns: 1 })
    expect((await saver.timeline('t')).map(({ turn }) => turn)).toEqual(['four', 'four', 'four', 'three', 'two', 'one'])
  } finally {
    saver.close()
    other.close()
  }
})

test('so it does where another thread wrote much since', async () => {
  const saver = new BatonSaver({ file: path.join(folder, 'checkpoints.db'), cachedThreads: 0 })
  try {
    const now = Date.now()
    await say(saver, 'one')
    vi.setSystemTime(now - HOUR)
    await say(saver, 'two')
    for (let nth = 0; nth < 30; nth += 1) await say(saver, `other ${nth}`, 'u')
    expect(await say(saver, 'three')).toEqual(['one', 're one', 'two', 're two', 'three', 're three'])
  } finally {
    saver.close()
  }
})
