/** Words on their way to a window: joined where they come quickly, and all of them, in their order. */
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { RunEvent } from '../../../src-shared/run/log/events'
import { joinTokens } from './join-tokens'

const at = { runId: 'r', at: '2026-01-01T00:00:00.000Z', node: 'a', path: 'main', span: 's' }
const token = (seq: number, text: string, entryId = 'e1'): RunEvent => ({ ...at, seq, type: 'token', entryId, text })
const note = (seq: number): RunEvent => ({ runId: 'r', seq, at: at.at, type: 'run.resumed' })

/** Gives each event after so many ms. */
async function* timed(...events: readonly (readonly [ms: number, event: RunEvent])[]) {
  for (const [ms, item] of events) {
    if (ms > 0) await wait(ms)
    yield { id: `${item.seq}`, item }
  }
}

/** Longer than any test. */
const LONG = 1_000_000

const brief = (item: RunEvent) => (item.type === 'token' ? `${item.entryId}: ${item.text}` : item.type)

async function heard(pauseMs: number, ...events: readonly (readonly [number, RunEvent])[]): Promise<string[]> {
  const found: string[] = []
  for await (const { id, item } of joinTokens(timed(...events), pauseMs)) found.push(`${id} ${brief(item)}`)
  return found
}

it('the first piece goes at once, those after it together under the id of the last', async () => {
  expect(await heard(LONG, [0, token(1, 'Go')], [0, token(2, 'od ')], [0, token(3, 'day')])).toEqual([
    '1 e1: Go',
    '3 e1: od day',
  ])
  expect(await heard(1, [0, token(1, 'Go')], [100, token(2, 'od')])).toEqual(['1 e1: Go', '2 e1: od'])
})

it('nothing else waits or is overtaken, and replies are not mixed', async () => {
  expect(
    await heard(
      LONG,
      [0, token(1, 'a')],
      [0, token(2, 'b')],
      [0, note(3)],
      [0, token(4, 'c')],
      [0, token(5, 'x', 'e2')],
      [0, token(6, 'y', 'e2')],
    ),
  ).toEqual(['1 e1: a', '2 e1: b', '3 run.resumed', '4 e1: c', '6 e2: xy'])
})

it('what waits is passed on while nothing more comes, and a failure comes after it', async () => {
  const told: string[] = []
  async function* endless() {
    yield { id: '1', item: token(1, 'a') }
    yield { id: '2', item: token(2, 'b') }
    await wait(200)
    throw new Error('the link is gone')
  }
  const reading = async () => {
    for await (const { id } of joinTokens(endless())) told.push(id)
  }
  await expect(reading()).rejects.toThrow('the link is gone')
  expect(told).toEqual(['1', '2'])
})

it('who stops listening stops the source', async () => {
  let isOver = false
  async function* source() {
    try {
      for (let seq = 1; ; seq += 1) {
        yield { id: `${seq}`, item: token(seq, 'a') }
        await wait(1)
      }
    } finally {
      isOver = true
    }
  }
  for await (const { id } of joinTokens(source())) if (Number(id) > 3) break
  await expect.poll(() => isOver).toBe(true)
})
