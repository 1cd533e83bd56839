import { expect, test } from 'vitest'
import { describeLink } from '../testing/link-conformance'
import { createProbe, probeContract } from '../testing/link-probe'
import { createClient } from './client'
import { memoryLinkPair, whenOpen } from './link'
import type { LinkState } from './link'
import { serve } from './serve'
import { stream, defineContract } from './define'
import { z } from 'zod'

describeLink('one process', async (service) => {
  let pair = memoryLinkPair()
  serve(service, pair.server)
  return {
    link: pair.client,
    async reload() {
      pair.drop()
      pair = memoryLinkPair()
      serve(service, pair.server)
      return pair.client
    },
    async drop() {
      pair.drop()
      await Promise.resolve()
      pair.reopen()
    },
    async close() {
      pair.client.close()
    },
  }
})

test('A call over a link that is down fails at once, a stream waits for it to open.', async () => {
  const probe = createProbe()
  const pair = memoryLinkPair()
  serve(probe.service, pair.server)
  pair.drop()
  const client = createClient(probeContract, pair.client)
  await expect(client.call('probe.nothing', {})).rejects.toMatchObject({ code: 'disconnected' })
  const numbers: number[] = []
  const over = new Promise<void>((resolve) => {
    client.stream('probe.count', { to: 3 }, { onItem: (item) => numbers.push(item.number), onEnd: resolve })
  })
  pair.reopen()
  await over
  expect(numbers).toEqual([1, 2, 3])
})

test('A closed link stays closed, and its streams end with an error.', async () => {
  const probe = createProbe()
  const pair = memoryLinkPair()
  serve(probe.service, pair.server)
  const client = createClient(probeContract, pair.client)
  const states: LinkState[] = []
  pair.client.onState((state) => states.push(state))
  const error = new Promise((resolve) => {
    client.stream('probe.follow', {}, { onItem: () => undefined, onError: resolve })
  })
  await probe.noted('follow after nothing')
  client.close()
  pair.reopen()
  expect(await error).toMatchObject({ code: 'disconnected' })
  expect(states).toEqual(['open', 'closed'])
  await probe.noted('left follow')
})

test('A stopped service answers nothing more and aborts what it was doing.', async () => {
  const probe = createProbe()
  const pair = memoryLinkPair()
  const stop = serve(probe.service, pair.server)
  const client = createClient(probeContract, pair.client)
  const call = client.call('probe.wait', { label: 'a' }).catch((error: unknown) => error)
  await probe.noted('wait a')
  stop()
  await probe.noted('aborted a')
  pair.drop()
  expect(await call).toMatchObject({ code: 'disconnected' })
})

test('An id that is used twice at once is refused, and the first request is aborted.', async () => {
  const probe = createProbe()
  const pair = memoryLinkPair()
  serve(probe.service, pair.server)
  const frames: unknown[] = []
  pair.client.onFrame((frame) => frames.push(frame))
  const ask = { kind: 'call', id: 1, name: 'probe.wait', input: { label: 'a' } } as const
  pair.client.send(ask)
  pair.client.send(ask)
  await probe.noted('aborted a')
  await whenOpen(pair.client)
  await createClient(probeContract, pair.client)
    .call('probe.nothing', {})
    .catch(() => undefined)
  expect(frames[0]).toEqual({
    kind: 'error',
    id: 1,
    error: {
      code: 'bad-input',
      message: 'The id 1 was used for two requests at once.',
      said: { text: 'The id {id} was used for two requests at once.', values: { id: 1 } },
    },
  })
})

test('A long name is not sent back whole, and deep input is refused in words.', async () => {
  const pair = memoryLinkPair()
  serve(createProbe().service, pair.server)
  const frames: unknown[] = []
  const answered = new Promise<void>((resolve) => {
    pair.client.onFrame((frame) => {
      frames.push(frame)
      if (frames.length === 2) resolve()
    })
  })
  pair.client.send({ kind: 'call', id: 1, name: 'x'.repeat(1_000_000), input: {} })
  let deep: unknown = 1
  for (let level = 0; level < 1000; level += 1) deep = [deep]
  pair.client.send({ kind: 'call', id: 2, name: 'probe.nothing', input: { deep } })
  await answered
  expect(frames).toEqual([
    {
      kind: 'error',
      id: 1,
      error: {
        code: 'unknown-method',
        message: `Baton's core has no method “${'x'.repeat(100)}…”. Update Baton, then try again.`,
        said: {
          text: "Baton's core has no method “{name}”. Update Baton, then try again.",
          values: { name: `${'x'.repeat(100)}…` },
        },
      },
    },
    {
      kind: 'error',
      id: 2,
      error: {
        code: 'bad-input',
        message: expect.stringMatching(/nested more than 100 levels deep\.$/) as unknown,
        said: {
          text: '“{name}” cannot take this input: {path}: {reason}.',
          values: {
            name: 'probe.nothing',
            path: expect.stringMatching(/^deep\.0/) as unknown,
            reason: { text: 'nested more than {most} levels deep', values: { most: 100 } },
          },
        },
      },
    },
  ])
})

const textContract = defineContract({ 'texts.all': stream({ input: z.object({}), item: z.string() }) })

/** How many items came in each frame of a stream of these texts, which are all there from the beginning. */
async function framesOf(texts: readonly string[]): Promise<{ frames: number[]; heard: string[]; more: boolean[] }> {
  const pair = memoryLinkPair()
  const frames: number[] = []
  pair.client.onFrame((value) => {
    const frame = value as { kind: string; items?: unknown[] }
    if (frame.kind !== 'end') frames.push(frame.items?.length ?? 1)
  })
  const handlers = {
    async *'texts.all'() {
      for (const [at, item] of texts.entries())
        yield { id: String(at), item, ...(at + 1 < texts.length ? ({ more: true } as const) : {}) }
    },
  }
  serve({ contract: textContract, handlers }, pair.server)
  const heard: string[] = []
  const more: boolean[] = []
  await new Promise<void>((resolve) => {
    const onItem = (item: string, _id: string, isMore: boolean): void => {
      heard.push(item)
      more.push(isMore)
    }
    createClient(textContract, pair.client).stream('texts.all', {}, { onItem, onEnd: resolve })
  })
  return { frames, heard, more }
}

test.each([
  ['many small ones', Array.from({ length: 450 }, (_none, at) => `${at}`), [200, 200, 50]],
  ['one', ['a'], [1]],
  ['large ones', ['a', 'b', 'c'.repeat(150_000), 'd'.repeat(150_000), 'e'], [3, 2]],
  ['one that is larger than a frame of several may be', ['a', 'b'.repeat(900_000), 'c'], [1, 1, 1]],
])('Items that are there together come in few frames: %s.', async (_what, texts, frames) => {
  const came = await framesOf(texts)
  expect(came.frames).toEqual(frames)
  expect(came.heard).toEqual(texts)
  expect(came.more).toEqual(texts.map((_text, at) => at + 1 < texts.length))
})
