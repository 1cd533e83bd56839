/** Decisions of all threads of a flow: in pages, each once, with the names of then, at a cost of the page alone. */
import path from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ENGLISH } from '../../src-shared/languages/translate'
import type { DecisionCursor } from '../../src-shared/rpc/kept-methods'
import { choiceWords } from '../../src-shared/run/words/decisions'
import { flow } from '../../src-shared/testing/flow-builder'
import { DECISIONS } from '../store/event-rows'
import { openTestCore, type TestCore } from '../testing/core-bench'

const drawn = flow('Desk')
  .start('a')
  .agent('a', { name: 'Front' })
  .agent('b', { name: 'Back' })
  .handoff('a', 'b', { condition: 'wants more' })
  .handoff('b', 'a', { condition: 'is done' })
  .build()

let bench: TestCore
beforeEach(async () => {
  bench = await openTestCore(drawn)
})
afterEach(() => bench.close())

const page = (after: DecisionCursor | null = null, limit = 100, flowId = drawn.id) =>
  bench.core().services.keeping.decisions({ flowId, after, limit })

/** Front hands over, then Back does, and so on. */
async function decide(thread: string, times: number) {
  for (let turn = 0; turn < times; turn += 1) {
    const name = turn % 2 === 0 ? 'transfer_Front_to_Back' : 'transfer_Back_to_Front'
    bench.server.reply({ calls: [{ name, arguments: {} }] }, { text: 'Here.' })
    await bench.turn(`Go on ${turn}`, thread)
  }
}

test('each decision of each thread comes once, by page, with what was chosen and how its node was called', async () => {
  await decide('one', 2)
  await decide('two', 1)
  const { decisions, next } = await page()
  expect(next).toBeNull()
  expect(
    decisions.map(({ threadId, turn, node, who, about, candidates, choice }) => ({
      ...{ threadId, turn, node, about },
      who: who?.name,
      candidates: candidates.map(({ name }) => name),
      choice: choiceWords(choice, ENGLISH),
    })),
  ).toEqual([
    { threadId: 'two', turn: 1, node: 'a', about: 'handoff', who: 'Front', ...handed('Back') },
    { threadId: 'one', turn: 2, node: 'b', about: 'handoff', who: 'Back', ...handed('Front') },
    { threadId: 'one', turn: 1, node: 'a', about: 'handoff', who: 'Front', ...handed('Back') },
  ])
  const first = await page(null, 2)
  const second = await page(first.next, 2)
  expect([...first.decisions, ...second.decisions]).toEqual(decisions)
  expect([first.decisions.length, second.next]).toEqual([2, null])
  expect((await page(null, 100, 'flow-other')).decisions).toEqual([])
})

function handed(to: string) {
  return { candidates: [to], choice: to }
}

test('what forks have copied stands where it was decided, and once where that is gone', async () => {
  await decide('one', 2)
  const { runner, threads } = bench.core().services
  const before = (await page()).decisions
  const forks = [await runner.fork({ threadId: 'one', turn: 3 }), await runner.fork({ threadId: 'one', turn: 3 })]
  expect((await page()).decisions).toEqual(before)
  threads.remove('one')
  const left = (await page()).decisions
  expect(left.map(({ threadId, turn }) => [threadId, turn])).toEqual([
    [forks[0], 2],
    [forks[0], 1],
  ])
  expect(left.map(({ span }) => span)).toEqual(before.map(({ span }) => span))
})

test('a page of copies alone leads on to the next one', async () => {
  await decide('one', 1)
  const { runner } = bench.core().services
  let last = 'one'
  for (let nth = 0; nth < 60; nth += 1) last = await runner.fork({ threadId: last, turn: 2 })
  const { decisions, next } = await page(null, 1)
  expect(decisions.map(({ threadId }) => threadId)).toEqual(['one'])
  expect((await page(next)).decisions).toEqual([])
})

test('a page is read from the indexes of decisions, and nothing is sorted', async () => {
  await decide('one', 1)
  const db = new Database(path.join(bench.dataDir, 'library.sqlite'), { readonly: true })
  const plan = db
    .prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${DECISIONS.replaceAll('?', '1')}`)
    .all()
    .map(({ detail }) => detail)
  db.close()
  expect(plan.join('\n')).not.toMatch(/TEMP B-TREE|SCAN (threads|events|runs)\b/)
})
