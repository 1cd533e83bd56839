/** Getting the flow of a link from real servers on loopback: the one host, no other, no private network, no more than a sheet can show. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fetchFlow } from './fetch-flow'
import { openFetchBench, refusal, type FetchBench } from './testing/fetch-bench'

let bench: FetchBench
beforeEach(async () => {
  bench = await openFetchBench()
})
afterEach(() => bench.close())

const { signal } = new AbortController()
const there = { reach: 'anywhere' } as const

it('gives the text, and sends nothing but that one request', async () => {
  bench.server.answers['/a.baton?x=1'] = { body: '{"name":"Desk"}' }
  expect(await fetchFlow(`${bench.server.base}/a.baton?x=1`, signal, there)).toBe('{"name":"Desk"}')
  expect(bench.server.seen.map(({ url, headers }) => [url, headers['cookie'], headers['authorization']])).toEqual([
    ['/a.baton?x=1', undefined, undefined],
  ])
})

it('goes to no other host, into no private network, and to https alone', async () => {
  bench.server.answers['/away'] = { status: 302, headers: { location: `${bench.other.base}/flow` } }
  bench.server.answers['/gone'] = { status: 404, body: 'no' }
  bench.server.answers['/huge'] = { body: 'x'.repeat(5_000_001) }
  const messages = []
  for (const asked of [
    () => fetchFlow(`${bench.server.base}/away`, signal, there),
    () => fetchFlow(`${bench.server.base}/gone`, signal, there),
    () => fetchFlow(`${bench.server.base}/huge`, signal, there),
    () => fetchFlow(`${bench.server.base}/a`, signal),
    () => fetchFlow('file:///etc/passwd', signal),
    () => fetchFlow('https://127.0.0.1:1/a', signal),
    () =>
      fetchFlow('https://inside.example/', signal, {
        find: (_name, done) => done(null, [{ address: '10.1.2.3', family: 4 }]),
      }),
  ])
    messages.push(((await refusal(asked())) as { message?: string }).message ?? '')
  expect(messages.map((message) => message.slice(0, 200))).toEqual([
    expect.stringContaining('sent Baton to another host, which is not followed'),
    expect.stringContaining('answered with the status 404'),
    expect.stringContaining('larger than'),
    'The address of a flow begins with https://.',
    'The address of a flow begins with https://.',
    expect.stringContaining('127.0.0.1:1 is a private address'),
    expect.stringContaining('inside.example is a private address'),
  ])
  expect(bench.other.seen).toEqual([])
})
