import { afterEach, expect, test } from 'vitest'
import { createClient } from '../../../src-shared/rpc/client'
import { contract } from '../../../src-shared/rpc/contract'
import type { Handlers } from '../../../src-shared/rpc/define'
import { memoryLinkPair } from '../../../src-shared/rpc/link'
import { serve } from '../../../src-shared/rpc/serve'
import type { RepeatedCall } from '../../../src-shared/run/log/repeats'
import { createRunOverlay } from '../../editor/canvas/run-overlay'
import { createRunStore } from './run-store'
import { eventually } from '../../../src-shared/testing/eventually'

const mail: RepeatedCall = {
  ...{ id: 'c1', node: 'a', path: 'main', tool: 'send_mail', toolNode: 'm', arguments: '{}', effect: 'writes' },
  ...{ inside: null, times: 1, result: null },
}

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** A core in which thread `t1` is open. What it is asked waits until `go` lets it, where `isHeld`. */
async function setUp({ repeated, isHeld }: { repeated: RepeatedCall[]; isHeld?: boolean }) {
  const calls: string[] = []
  const held: (() => void)[] = []
  const pass = (what: string): Promise<void> => {
    calls.push(what)
    return new Promise((resolve) => (isHeld === true ? void held.push(resolve) : resolve()))
  }
  const handlers: Partial<Handlers<typeof contract>> = {
    async *'app.changes'(_input, { signal }) {
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      yield* []
    },
    async *'threads.follow'(_input, { signal }) {
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      yield* []
    },
    'threads.list': async () => [],
    'runs.repeats': async ({ how }) => {
      await pass(`repeats ${how}`)
      return { calls: repeated }
    },
    'runs.again': async ({ threadId, turn }) => {
      await pass(`again ${threadId} ${turn}`)
      return { runId: 'r2', threadId: 't2' }
    },
    'threads.fork': async ({ threadId, turn }) => {
      await pass(`fork ${threadId} ${turn}`)
      return { threadId: 't2' }
    },
    'plans.rerun': async ({ decisions }) => {
      await pass(`rerun ${JSON.stringify(decisions)}`)
      return { runId: 'r2', threadId: 't2' }
    },
  }
  const pair = memoryLinkPair()
  const stopServing = serve({ contract, handlers: handlers as Handlers<typeof contract> }, pair.server)
  const client = createClient(contract, pair.client)
  const run = createRunStore({
    client,
    flowId: 'flow',
    overlay: createRunOverlay(),
    memory: { read: () => '', write: () => undefined },
    frame: () => () => undefined,
    beforeRun: async () => undefined,
    guard: (_verb, act) => act(),
    onError: () => undefined,
  })
  closers.push(run.start(), stopServing, () => client.close())
  await eventually(() => expect(run.getState().threads).not.toBe(null))
  run.openThread('t1')
  return { run, calls, go: () => held.shift()?.() }
}

const plan = { turn: 1, node: 'p', round: 1, edits: [{ id: 'E1', input: 'tea' }] }
const shown = (run: Awaited<ReturnType<typeof setUp>>['run']): (string | null)[] => {
  const { threadId, repeating } = run.getState()
  return [threadId, repeating?.verb ?? null]
}

test('what is pressed twice makes one thread', async () => {
  const { run, calls, go } = await setUp({ repeated: [], isHeld: true })
  const presses = [run.forkAfter(1), run.forkAfter(1), run.again(1, null)]
  expect(await Promise.all(presses.slice(1))).toEqual(['cancelled', 'cancelled'])
  await eventually(() => expect(calls).toEqual(['fork t1 2']))
  go()
  expect([await presses[0], run.getState().threadId]).toEqual([null, 't2'])
  const again = run.forkAfter(1)
  await eventually(() => expect(calls).toEqual(['fork t1 2', 'fork t2 2']))
  go()
  expect(await again).toBe(null)
})

test('who does not decide on the calls of a plan after all keeps the plan as it is being edited', async () => {
  const { run, calls } = await setUp({ repeated: [mail] })
  const begun = run.planAgain(plan)
  await eventually(() => expect(shown(run)).toEqual(['t1', 'plan']))
  run.repeats.decide(null)
  expect([await begun, shown(run), calls]).toEqual(['cancelled', ['t1', null], ['repeats plan']])
  const next = run.planAgain(plan)
  await eventually(() => expect(shown(run)).toEqual(['t1', 'plan']))
  run.repeats.decide([{ id: 'c1', choice: 'again' }])
  expect([await next, shown(run)]).toEqual([null, ['t2', null]])
  expect(calls.at(-1)).toBe('rerun [{"id":"c1","choice":"again"}]')
})

test('who opens another thread is asked nothing of the one before', async () => {
  const { run, calls, go } = await setUp({ repeated: [mail], isHeld: true })
  const early = run.again(1, null)
  await eventually(() => expect(calls).toEqual(['repeats again']))
  run.openThread('t3')
  go()
  expect([await early, shown(run)]).toEqual(['cancelled', ['t3', null]])

  const late = run.again(1, null)
  await eventually(() => expect(calls).toHaveLength(2))
  go()
  await eventually(() => expect(shown(run)).toEqual(['t3', 'again']))
  run.openThread('t4')
  expect([await late, shown(run), calls]).toEqual(['cancelled', ['t4', null], ['repeats again', 'repeats again']])
})
