/** What every link must do, whatever carries it: one suite, run on the memory, the Electron and the WebSocket link. */

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { toErrorRecord } from '../errors'
import { createClient } from '../rpc/client'
import type { Client } from '../rpc/client'
import type { Link } from '../rpc/link'
import { whenOpen } from '../rpc/link'
import type { Service } from '../rpc/serve'
import { createProbe, probeContract } from './link-probe'
import type { Probe, ProbeContract } from './link-probe'

/** One end of a link under test, whose other end is served. */
export type LinkUnderTest = {
  /** The client's end. */
  readonly link: Link
  /** Ends the client's side as a reloaded page does, and gives the end of the new page. */
  reload(): Promise<Link>
  /** Breaks the connection under an open link; the link opens again by itself or by this function. Absent: cannot break. */
  readonly drop?: (() => Promise<void>) | undefined
  close(): Promise<void>
}

/** Runs the suite on one kind of link. */
export function describeLink(name: string, open: (service: Service<ProbeContract>) => Promise<LinkUnderTest>): void {
  describe(`the link of ${name}`, () => {
    const context = setUp(open)
    describe('answers calls', () => testCalls(context))
    describe('carries streams', () => testStreams(context))
    describe('survives what goes wrong', () => testFaults(context))
  })
}

type Context = { probe: Probe; under: LinkUnderTest; client: Client<ProbeContract> }

function setUp(open: (service: Service<ProbeContract>) => Promise<LinkUnderTest>): () => Context {
  let context: Context | undefined
  beforeEach(async () => {
    const probe = createProbe()
    const under = await open(probe.service)
    await whenOpen(under.link)
    context = { probe, under, client: createClient(probeContract, under.link) }
  })
  afterEach(async () => {
    context?.client.close()
    await context?.under.close()
    context = undefined
  })
  return () => {
    if (context === undefined) throw new Error('The link is not set up.')
    return context
  }
}

/** How a promise failed, as a plain record. */
async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    return { answered: await promise }
  } catch (cause) {
    return toErrorRecord(cause)
  }
}

function upTo(limit: number, from = 1): number[] {
  return Array.from({ length: limit - from + 1 }, (_, index) => from + index)
}

function testCalls(context: () => Context): void {
  test('with the output, after the defaults of the input', async () => {
    const { client } = context()
    expect(await client.call('probe.echo', { text: 'Grüße, 世界 🪄 \u2028' })).toEqual({
      text: 'Grüße, 世界 🪄 \u2028',
    })
    expect(await client.call('probe.nothing', {})).toBeUndefined()
  })

  test('with the error of the core, details included', async () => {
    const { client, probe } = context()
    expect(await failureOf(client.call('probe.fail', {}))).toEqual({
      code: 'not-found',
      message: 'There is no flow "f1".',
      details: { flow: 'f1' },
    })
    expect(probe.notes).toEqual([])
  })

  test('with an internal error for a defect, which the host hears of', async () => {
    const { client, probe } = context()
    expect(await failureOf(client.call('probe.break', {}))).toEqual({
      code: 'internal',
      message: 'Something went wrong inside Baton: undefined is not a baton',
      said: { text: 'Something went wrong inside Baton: {reason}', values: { reason: 'undefined is not a baton' } },
    })
    expect(probe.notes).toEqual(['defect TypeError: undefined is not a baton'])
  })

  test('by refusing unknown methods, also those that every object has', async () => {
    const { client, under } = context()
    const errors = answersTo(under.link)
    const names = ['flows.burn', 'constructor', '__proto__', 'probe.count']
    names.forEach((name, index) => under.link.send({ kind: 'call', id: 1000 + index, name, input: {} }))
    under.link.send({ kind: 'listen', id: 2000, name: 'probe.echo', input: {}, after: null })
    await client.call('probe.nothing', {})
    expect(errors).toEqual([
      [1000, 'unknown-method', `Baton's core has no method “flows.burn”. Update Baton, then try again.`],
      [1001, 'unknown-method', `Baton's core has no method “constructor”. Update Baton, then try again.`],
      [1002, 'unknown-method', `Baton's core has no method “__proto__”. Update Baton, then try again.`],
      [1003, 'unknown-method', `Baton's core has no method “probe.count”. Update Baton, then try again.`],
      [2000, 'unknown-method', `Baton's core has no stream “probe.echo”. Update Baton, then try again.`],
    ])
  })

  test('by refusing bad input with the place of the mistake', async () => {
    const { client, under } = context()
    const errors = answersTo(under.link)
    under.link.send({ kind: 'call', id: 1000, name: 'probe.echo', input: { text: 7, times: 1.5 } })
    under.link.send({ kind: 'listen', id: 1001, name: 'probe.count', input: null, after: null })
    await client.call('probe.nothing', {})
    expect(errors).toEqual([
      [1000, 'bad-input', expect.stringMatching(/^“probe\.echo” cannot take this input: text: .+; times: .+\.$/)],
      [1001, 'bad-input', expect.stringMatching(/^“probe\.count” cannot take this input: /)],
    ])
  })

  test('by refusing an answer of the wrong shape', async () => {
    const { client } = context()
    expect(await failureOf(client.call('probe.misshape', {}))).toMatchObject({ code: 'internal' })
  })

  test('each with its own, when many are under way', async () => {
    const { client, probe } = context()
    const slow = ['a', 'b', 'c'].map((label) => client.call('probe.wait', { label }))
    const fast = upTo(200).map((number) => client.call('probe.echo', { text: String(number) }))
    expect((await Promise.all(fast)).map((answer) => Number(answer.text))).toEqual(upTo(200))
    for (const label of ['c', 'a', 'b']) probe.release(label)
    expect(await Promise.all(slow)).toEqual([{ text: 'a' }, { text: 'b' }, { text: 'c' }])
  })

  test('of 8 MB', async () => {
    const { client } = context()
    const text = 'ab\u00e9c'.repeat(2 * 1024 * 1024)
    const answer = await client.call('probe.echo', { text })
    expect(answer.text === text).toBe(true)
  })

  test('by refusing more than 64 MB, sent or answered, and goes on', async () => {
    const { client } = context()
    const text = 'x'.repeat(1024 * 1024)
    const tooLarge = { code: 'bad-input', message: expect.stringContaining('the limit is 64 MB') as string }
    expect(await failureOf(client.call('probe.echo', { text: text.repeat(65) }))).toMatchObject(tooLarge)
    expect(await failureOf(client.call('probe.echo', { text, times: 65 }))).toMatchObject(tooLarge)
    expect(await client.call('probe.echo', { text: 'still here' })).toEqual({ text: 'still here' })
  })

  test('by stopping them when the caller cancels', async () => {
    const { client, probe } = context()
    const controller = new AbortController()
    const call = failureOf(client.call('probe.wait', { label: 'a' }, { signal: controller.signal }))
    await probe.noted('wait a')
    controller.abort()
    expect(await call).toEqual({
      code: 'cancelled',
      message: '“probe.wait” was stopped.',
      said: { text: '“{name}” was stopped.', values: { name: 'probe.wait' } },
    })
    await probe.noted('aborted a')
    expect(await failureOf(client.call('probe.wait', { label: 'b' }, { signal: controller.signal }))).toMatchObject({
      code: 'cancelled',
    })
    expect(await client.call('probe.echo', { text: 'still here' })).toEqual({ text: 'still here' })
    expect(probe.notes).toEqual(['wait a', 'aborted a'])
  })
}

/** The error frames that arrive, as [id, code, message]. */
function answersTo(link: Link): unknown[] {
  const answers: unknown[] = []
  link.onFrame((value) => {
    const frame = value as { kind: string; id: number; error?: { code: string; message: string } }
    if (frame.kind === 'error') answers.push([frame.id, frame.error?.code, frame.error?.message])
  })
  return answers
}

type HeardStream = { readonly lines: string[]; readonly numbers: number[]; readonly over: Promise<void> }

/** Listens to a stream and keeps what it hears. */
function hear(client: Client<ProbeContract>, name: 'probe.count' | 'probe.burst'): HeardStream {
  const lines: string[] = []
  const numbers: number[] = []
  const over = new Promise<void>((resolve) => {
    client.stream(
      name,
      { to: 3 },
      {
        onItem(item, id) {
          numbers.push(item.number)
          lines.push(`item ${item.number} as ${id}`)
        },
        onEnd() {
          lines.push('end')
          resolve()
        },
        onError(error) {
          lines.push(`error ${error.code}: ${error.message}`)
          resolve()
        },
      },
    )
  })
  return { lines, numbers, over }
}

function testStreams(context: () => Context): void {
  test('to their end', async () => {
    const heard = hear(context().client, 'probe.count')
    await heard.over
    expect(heard.lines).toEqual(['item 1 as 1', 'item 2 as 2', 'item 3 as 3', 'end'])
  })

  test('to their error', async () => {
    const heard = hear(context().client, 'probe.burst')
    await heard.over
    expect(heard.lines).toEqual(['item 1 as 1', 'error storage: The log ends here.'])
  })

  test('of many items in order, several at once', async () => {
    const { client } = context()
    const read = async (): Promise<number[]> => {
      const numbers: number[] = []
      for await (const { item } of client.items('probe.count', { to: 2000 })) numbers.push(item.number)
      return numbers
    }
    expect(await Promise.all([read(), read(), read()])).toEqual([upTo(2000), upTo(2000), upTo(2000)])
  })

  test('after the id that a listener names', async () => {
    const numbers: number[] = []
    for await (const { item } of context().client.items('probe.count', { to: 9 }, { after: '6' })) {
      numbers.push(item.number)
    }
    expect(numbers).toEqual([7, 8, 9])
  })

  test('until the listener leaves', async () => {
    const { client, probe } = context()
    probe.publish(upTo(3))
    const numbers: number[] = []
    for await (const { item } of client.items('probe.follow', {})) {
      numbers.push(item.number)
      if (numbers.length === 3) break
    }
    await probe.noted('left follow')
    expect({ numbers, notes: probe.notes }).toEqual({
      numbers: [1, 2, 3],
      notes: ['follow after nothing', 'left follow'],
    })
  })

  test('until the signal of the listener aborts', async () => {
    const { client, probe } = context()
    const controller = new AbortController()
    probe.publish([1])
    const numbers: number[] = []
    for await (const { item } of client.items('probe.follow', {}, { signal: controller.signal })) {
      numbers.push(item.number)
      controller.abort()
    }
    await probe.noted('left follow')
    expect(numbers).toEqual([1])
  })
}

function testFaults(context: () => Context): void {
  test('frames that are none: answered if they have an id, dropped otherwise', async () => {
    const { client, under } = context()
    const answers = answersTo(under.link)
    const bad: unknown[] = [null, 7, [], {}, { kind: 'call' }, { kind: 'call', id: -1 }, { kind: 'result', id: 900 }]
    bad.push(
      { kind: 'burn', id: 901 },
      { kind: 'call', id: 902 },
      { kind: 'cancel', id: 903 },
      { kind: 'stop', id: 904 },
    )
    for (const frame of bad) under.link.send(frame as never)
    expect(await client.call('probe.echo', { text: 'still here' })).toEqual({ text: 'still here' })
    const message = 'The link received a message that it cannot read.'
    expect(answers).toEqual([
      [900, 'bad-input', message],
      [901, 'bad-input', message],
      [902, 'bad-input', message],
    ])
  })

  test('a page that goes away: its work is aborted, and the next page goes on after the last id', async () => {
    const { client, probe, under } = context()
    probe.publish(upTo(5))
    const ids: string[] = []
    const lost = failureOf(client.call('probe.wait', { label: 'a' }))
    await probe.noted('wait a')
    await new Promise<void>((resolve) => {
      client.stream('probe.follow', {}, { onItem: (_item, id) => (ids.push(id), id === '5' && resolve()) })
    })
    const next = createClient(probeContract, await under.reload())
    await probe.noted('aborted a')
    await probe.noted('left follow')
    client.close()
    expect(await lost).toMatchObject({ code: 'disconnected' })
    probe.publish(upTo(9, 6))
    const numbers: number[] = []
    for await (const { item, id } of next.items('probe.follow', {}, { after: '5' })) {
      numbers.push(item.number)
      if (id === '9') break
    }
    next.close()
    expect({ ids, numbers }).toEqual({ ids: ['1', '2', '3', '4', '5'], numbers: [6, 7, 8, 9] })
  })

  test('a dropped connection: calls fail, streams go on with no item lost or doubled', async () => {
    const { client, probe, under } = context()
    const { drop } = under
    if (drop === undefined) return
    const numbers: number[] = []
    const problems: unknown[] = []
    const reached = new Map<number, () => void>()
    const reach = (number: number): Promise<void> => new Promise((resolve) => void reached.set(number, resolve))
    client.stream(
      'probe.follow',
      {},
      {
        onItem(item) {
          numbers.push(item.number)
          reached.get(item.number)?.()
        },
        onEnd: () => problems.push('end'),
        onError: (error) => problems.push(error),
      },
    )
    const lost = failureOf(client.call('probe.wait', { label: 'a' }))
    await probe.noted('wait a')
    for (let round = 0; round < 5; round += 1) {
      const half = reach(round * 100 + 50)
      probe.publish(upTo(round * 100 + 50, round * 100 + 1))
      await half
      // Items are under way while the connection breaks, and others come while it is down.
      probe.publish(upTo(round * 100 + 80, round * 100 + 51))
      const mended = drop()
      probe.publish(upTo(round * 100 + 100, round * 100 + 81))
      await mended
    }
    const last = reach(501)
    probe.publish([501])
    await last
    expect({ numbers, problems }).toEqual({ numbers: upTo(501), problems: [] })
    expect(await lost).toMatchObject({ code: 'disconnected' })
    expect(await client.call('probe.echo', { text: 'still here' })).toEqual({ text: 'still here' })
    expect(probe.notes).toContain('aborted a')
  })
}
