/** Looking for a newer version, at a real server on loopback: asked only where that was switched on, once for all windows, and it gets nothing of the person. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startLoopback, type Loopback } from '../tools/net/testing/loopback'
import { openFetchBench, type FetchBench } from '../tools/net/testing/fetch-bench'
import { createNewVersions } from './new-versions'

let bench: FetchBench
let server: Loopback
beforeEach(async () => {
  bench = await openFetchBench()
  ;({ server } = bench)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await bench.close()
})

const PAGE = 'https://releases.example/1.3.0'

function versions({
  address = `${server.base}/newest.json` as string | null,
  version = '1.2.9',
  isWanted = true,
} = {}) {
  const time = { now: 0, isWanted }
  return { time, ...createNewVersions({ address, version, isWanted: () => time.isWanted, now: () => time.now }) }
}

it('asks nobody while it is off, offline, or without a safe address', async () => {
  server.answers['/newest.json'] = { body: JSON.stringify({ version: '9.0.0', page: PAGE }) }
  const { host } = new URL(server.base)
  const none = { version: null, page: null }
  expect(await versions({ isWanted: false }).look()).toEqual({ state: 'off', host, ...none })
  for (const address of [null, 'http://releases.example/a', 'file:///etc/passwd', 'nothing'])
    expect(await versions({ address }).look()).toEqual({ state: 'no-address', host: null, ...none })
  vi.stubEnv('BATON_OFFLINE', '1')
  expect(await versions().look()).toEqual({ state: 'offline', host, ...none })
  expect(server.seen).toEqual([])
})

it('tells of a newer one, with one request for all windows of some hours, which says nothing of the person', async () => {
  server.answers['/newest.json'] = { body: JSON.stringify({ version: '1.3.0', page: PAGE, notes: 'more' }) }
  const { look, time } = versions()
  const { host } = new URL(server.base)
  const newer = { state: 'newer', host, version: '1.3.0', page: PAGE }
  expect([...(await Promise.all([look(), look()])), await look()]).toEqual([newer, newer, newer])
  const [asked] = server.seen
  expect([server.seen.length, asked?.method, asked?.url, asked?.body]).toEqual([1, 'GET', '/newest.json', ''])
  // All that it says is what any client has to.
  const { host: _host, connection: _connection, 'accept-encoding': _encoding, ...headers } = asked?.headers ?? {}
  expect(headers).toEqual({
    accept: 'application/json',
    'accept-language': '*',
    'sec-fetch-mode': 'cors',
    'user-agent': 'Baton',
  })
  time.now += 6 * 60 * 60 * 1000
  await look()
  expect(server.seen).toHaveLength(2)
  time.isWanted = false
  time.now *= 2
  expect((await look()).state).toBe('off')
  expect(server.seen).toHaveLength(2)
})

it.each([
  ['1.2.9', '1.2.9', 'newest'],
  ['1.2.9', '1.2.10', 'newer'],
  ['1.10.0', '1.9.9', 'newest'],
  ['0.9.9', '1.0.0', 'newer'],
  ['2.0.0', '1.99.99', 'newest'],
  ['unknown', '1.0.0', 'newest'],
])('of %s, %s is the %s', async (version, released, state) => {
  server.answers['/newest.json'] = { body: JSON.stringify({ version: released, page: PAGE }) }
  expect((await versions({ version }).look()).state).toBe(state)
})

it('believes no other host, no page that is no web page and nothing of another form', async () => {
  const other = await startLoopback()
  other.answers['/newest.json'] = { body: JSON.stringify({ version: '9.0.0', page: PAGE }) }
  const answers = [
    { status: 302, headers: { location: `${other.base}/newest.json` } },
    { status: 404, body: 'no' },
    { body: 'x'.repeat(200_000) },
    { body: '{"version":"9.0.0-beta","page":"https://a.example/"}' },
    ...['javascript:alert(1)', 'file:///etc/passwd', 'http://a.example/', ''].map((page) => ({
      body: JSON.stringify({ version: '9.0.0', page }),
    })),
  ]
  for (const answer of answers) {
    server.answers['/newest.json'] = answer
    expect((await versions().look()).state).toBe('failed')
  }
  expect(other.seen).toEqual([])
  await other.close()
})
