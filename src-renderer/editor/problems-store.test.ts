/** What is told of a flow, and what is only needed because it was just drawn. */
import { expect, test } from 'vitest'
import { countedKey } from '../../src-shared/flow/checks/counted-models'
import { addNode, setNodeData } from '../../src-shared/flow/editing/edits'
import { saveFlow } from '../../src-shared/flow/editing/save'
import { flow } from '../../src-shared/testing/flow-builder'
import { createFlowStore, type FlowStore } from './flow-store'
import { createProblemsStore } from './problems-store'

/** Nothing happens by itself. */
const still = { now: () => 0, after: () => () => undefined }

function opened(built: ReturnType<typeof flow>): FlowStore {
  const backend = {
    save: () => new Promise<never>(() => undefined),
    read: () => new Promise<never>(() => undefined),
    saveCopy: () => new Promise<never>(() => undefined),
    keepVersion: () => new Promise<never>(() => undefined),
  }
  return createFlowStore({ stored: { id: 'f', revision: 1, text: saveFlow(built.build()) }, backend })
}

test('a node that was just drawn is not scolded until its field was left, or somebody wants to run', () => {
  const flows = opened(flow('F').start('a').agent('a'))
  const problems = createProblemsStore(flows, still)
  const told = () => problems.getState().all.map(({ code }) => code)
  const needed = () => [...problems.getState().needed.values()].flat().map(({ code }) => code)
  expect([told(), needed()]).toEqual([[], []])

  flows.edit('Add', (before) => addNode(before, { id: 'h', kind: 'http-tool', position: { x: 0, y: 0 } }))
  problems.checkNow()
  expect([told(), needed().sort()]).toEqual([[], ['no-url', 'unreachable']])
  expect([problems.getState().errors, problems.getState().blocking?.code]).toEqual([1, 'no-url'])

  // What is there and cannot be so is told at once.
  flows.edit('Change', (before) => setNodeData(before, 'h', { toolName: 'two words' }))
  problems.checkNow()
  expect(told()).toEqual(['bad-tool-name'])
  problems.leave('h', 'url')
  expect([told().sort(), needed()]).toEqual([['bad-tool-name', 'no-url'], ['unreachable']])
  problems.settle()
  expect([told().length, needed()]).toEqual([3, []])
})

test('what was there when the flow was opened is told, and an old place is not made new by leaving it', () => {
  const problems = createProblemsStore(
    opened(flow('F').start('a').agent('a').node('http-tool', 'h').use('a', 'h')),
    still,
  )
  expect(problems.getState().all.map(({ code }) => code)).toEqual(['no-url'])
  const before = problems.getState()
  problems.leave('h', 'url')
  expect(problems.getState()).toBe(before)
})

function large(): FlowStore {
  const drawn = flow('F').start('a0').node('http-tool', 'h').use('a0', 'h')
  for (let nth = 0; nth < 301; nth += 1) drawn.agent(`a${nth}`)
  return opened(drawn)
}

/** What is put off comes when the test says so; `next` says whether there was something. */
function steps() {
  let due: (() => void) | null = null
  return {
    clock: {
      now: () => 0,
      after: (_: number, run: () => void) => {
        due = run
        return () => {
          if (due === run) due = null
        }
      },
    },
    next(): boolean {
      const run = due
      due = null
      run?.()
      return run !== null
    },
  }
}

test('a large flow is seen before it is checked, a moment later in slices or when somebody asks', () => {
  const { clock, next } = steps()
  const later = createProblemsStore(large(), clock)
  let slices = 0
  while (later.getState().all.length === 0 && next()) slices += 1
  expect(slices).toBeGreaterThan(5)
  const found = later.getState()
  expect(found.all.map(({ code }) => code)).toContain('no-url')
  expect(next()).toBe(false)
  const asked = createProblemsStore(large(), still)
  expect(asked.checkNow()).toEqual(found)
  expect(asked.getState().needed.size).toBe(0)
})

test('an edit between the slices of a check begins another, and who asks meanwhile has the answer at once', () => {
  const { clock, next } = steps()
  const flows = large()
  const problems = createProblemsStore(flows, clock)
  const codes = () => problems.getState().all.map(({ code }) => code)
  next()
  next()
  flows.edit('Change', (before) => setNodeData(before, 'h', { url: 'http://127.0.0.1/', toolName: 'two words' }))
  while (next());
  expect([codes().includes('bad-tool-name'), codes().includes('no-url')]).toEqual([true, false])
  flows.edit('Change', (before) => setNodeData(before, 'h', { url: '', toolName: 'one_word' }))
  next()
  next()
  problems.checkNow()
  expect([codes().includes('bad-tool-name'), codes().includes('no-url')]).toEqual([false, true])
  const told = problems.getState()
  expect(next()).toBe(false)
  expect(problems.getState()).toBe(told)
})

test('a price that could not be looked up again stays as it was known', () => {
  const limits = { dollars: 1, threadDollars: null }
  const problems = createProblemsStore(opened(flow('F').start('a').agent('a').settings({ limits })), still)
  const told = () => problems.getState().all.filter(({ code }) => code === 'unknown-price').length
  const key = countedKey({ connection: 'default', model: '' })
  problems.setUnpriced(new Map([[key, 'some-model']]))
  expect(told()).toBe(1)
  problems.setUnpriced(new Map(), new Set([key]))
  expect(told()).toBe(1)
  problems.setUnpriced(new Map())
  expect(told()).toBe(0)
})
