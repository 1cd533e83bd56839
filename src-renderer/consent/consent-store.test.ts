import { afterEach, expect, test } from 'vitest'
import { AppError } from '../../src-shared/errors'
import { asWritten } from '../../src-shared/languages/translate'
import { createClient } from '../../src-shared/rpc/client'
import { contract, type ConsentView } from '../../src-shared/rpc/contract'
import type { Handlers } from '../../src-shared/rpc/define'
import { memoryLinkPair } from '../../src-shared/rpc/link'
import { serve } from '../../src-shared/rpc/serve'
import { createConsentStore, declinedVerb } from './consent-store'
import { eventually } from '../../src-shared/testing/eventually'

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** A core with a gate; `uses` is what the flow as it is saved would use. */
function setUp(...uses: string[]) {
  const core = { uses, allowed: new Set<string>(), calls: [] as string[], onAllow: () => undefined as unknown }
  const view = (value: string): ConsentView => {
    const named = { type: 'host' as const, value, content: value, hash: value, key: `host:${value}` }
    return { ...named, nodes: [], byHand: false, allowed: core.allowed.has(value) }
  }
  const handlers: Partial<Handlers<typeof contract>> = {
    'consents.read': async () => core.uses.map(view),
    'consents.allow': async ({ hashes }) => {
      core.onAllow()
      if (hashes.some((hash) => !core.uses.includes(hash)))
        throw new AppError('not-found', asWritten('The flow changed.'))
      for (const hash of hashes) core.allowed.add(hash)
      return {}
    },
    'consents.revoke': async ({ hashes }) => {
      for (const hash of hashes) core.allowed.delete(hash)
      return {}
    },
  }
  const pair = memoryLinkPair()
  const stopServing = serve({ contract, handlers: handlers as Handlers<typeof contract> }, pair.server)
  const client = createClient(contract, pair.client)
  closers.push(stopServing, () => client.close())
  const store = createConsentStore({ client, flowId: 'flow' })
  /** Runs with what is named here, as a core would. */
  const run = async (needs: () => readonly string[] = () => core.uses): Promise<string> => {
    core.calls.push('run')
    const items = needs().flatMap((value) => (core.allowed.has(value) ? [] : [{ key: `host:${value}`, hash: value }]))
    if (items.length > 0) throw new AppError('consent-needed', asWritten('Not allowed.'), { flowId: 'flow', items })
    return 'done'
  }
  const asked = () => eventually(() => expect(store.getState().asking?.isAllowing).toBe(false))
  const shown = () => {
    const { asking } = store.getState()
    const values = (items: readonly ConsentView[] = []) => items.map(({ value }) => value)
    return { new: values(asking?.items), before: values(asking?.before), hasChanged: asking?.hasChanged }
  }
  return { core, store, run, asked, shown }
}

test('what is refused waits for the person and is done again', async () => {
  const { core, store, run, asked, shown } = setUp('a', 'b')
  core.allowed.add('a')
  const done = store.guard('send', run)
  await asked()
  expect(shown()).toEqual({ new: ['b'], before: ['a'], hasChanged: false })
  await store.allow()
  expect([await done, core.calls, store.getState().asking]).toEqual(['done', ['run', 'run'], null])
  expect(store.getState().items?.every(({ allowed }) => allowed)).toBe(true)
  await store.revoke(['a'])
  expect(store.getState().items?.map(({ allowed }) => allowed)).toEqual([false, true])
})

test('nothing is asked for when nothing is missing, and other errors are none of its business', async () => {
  const { store } = setUp()
  expect(await store.guard('send', async () => 1)).toBe(1)
  const failing = async () => Promise.reject(new AppError('run-active', asWritten('It runs.')))
  await expect(store.guard('send', failing)).rejects.toMatchObject({ code: 'run-active' })
  const refusal = new AppError('consent-needed', asWritten('At the point of use.'), {
    place: '10.0.0.1:80',
    item: 'host:10.0.0.1',
  })
  await expect(store.guard('send', async () => Promise.reject(refusal))).rejects.toMatchObject({
    message: 'At the point of use.',
  })
})

test('cancelled, it is declined and nothing was allowed', async () => {
  const { core, store, run, asked } = setUp('a')
  const done = store.guard('retry', run).catch((cause: unknown) => cause)
  await asked()
  store.cancel()
  const error = await done
  expect([error instanceof AppError && declinedVerb(error), core.calls, [...core.allowed]]).toEqual([
    'retry',
    ['run'],
    [],
  ])
})

test('a flow that changes while it is asked about is shown as it is now', async () => {
  const { core, store, run, asked, shown } = setUp('a')
  const done = store.guard('send', run)
  await asked()
  core.uses = ['b']
  await store.allow()
  expect(shown()).toEqual({ new: ['b'], before: [], hasChanged: true })
  core.onAllow = () => (core.uses = ['b', 'c'])
  await store.allow()
  await asked()
  expect(shown()).toEqual({ new: ['c'], before: ['b'], hasChanged: true })
  await store.allow()
  expect([await done, [...core.allowed]]).toEqual(['done', ['b', 'c']])
})

test('a turn of an older drawing asks for what it uses, or says that it cannot', async () => {
  const { core, store, run, asked, shown } = setUp('a', 'b')
  const done = store.guard('retry', () => run(() => ['a']))
  await asked()
  expect(shown()).toEqual({ new: ['a'], before: [], hasChanged: false })
  await store.allow()
  expect(await done).toBe('done')
  core.uses = ['b']
  await expect(store.guard('retry', () => run(() => ['old']))).rejects.toMatchObject({
    code: 'consent-needed',
    details: { isOlder: true },
  })
})

test('what cannot be allowed says why and still waits', async () => {
  const { core, store, run, asked } = setUp('a')
  const done = store.guard('send', run)
  await asked()
  core.onAllow = () => {
    throw new AppError('storage', asWritten('The library cannot be written.'))
  }
  await store.allow()
  expect(store.getState().asking?.error).toEqual(asWritten('The library cannot be written.'))
  core.onAllow = () => undefined
  await store.allow()
  expect(await done).toBe('done')
})
