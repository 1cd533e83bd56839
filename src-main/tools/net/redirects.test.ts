/** Redirects against real servers on loopback: each is asked for, followed as browsers do, and tells another origin no secrets. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '../../../src-shared/errors'
import { guardOf, type MayReach } from './guard'
import { createGuardedFetch, type GuardedFetch, type GuardedFetchOptions } from './guarded-fetch'
import { followRedirect } from './redirects'
import { placeOf } from './refusal'
import { startLoopback, type Loopback } from './testing/loopback'

let server: Loopback
let other: Loopback
let opened: GuardedFetch[]

beforeEach(async () => {
  opened = []
  ;[server, other] = await Promise.all([startLoopback(), startLoopback()])
})
afterEach(async () => {
  await Promise.all(opened.map(({ close }) => close()))
  await Promise.all([server.close(), other.close()])
})

function open(options: GuardedFetchOptions): typeof fetch {
  const guarded = createGuardedFetch(options)
  opened.push(guarded)
  return guarded.fetch
}

/** These places are allowed, everything else is not. */
function only(...places: string[]): MayReach {
  return (url) => (places.includes(placeOf(url)) ? 'anywhere' : 'no')
}

async function refusal(asked: Promise<unknown>) {
  const error: unknown = await asked.then(
    () => null,
    (cause: unknown) => cause,
  )
  return error instanceof AppError ? { code: error.code, message: error.message, details: error.details } : error
}

describe('redirects', () => {
  const to = (location: string, status = 302) => ({ status, headers: { location } })

  it('are asked for one by one, and end where it may not go on', async () => {
    const asked: [string, boolean][] = []
    const send = open({
      mayReach: (url, { isRedirect }) => {
        asked.push([url.pathname, isRedirect])
        return url.port === String(server.port) ? 'anywhere' : 'public'
      },
    })
    server.answers['/a'] = to('/b?x=1', 301)
    server.answers['/b?x=1'] = to(`http://localhost:${other.port}/c`)
    expect(await refusal(send(`${server.base}/a`))).toMatchObject({
      code: 'consent-needed',
      message: `localhost:${other.port} may not be reached, where 127.0.0.1:${server.port} redirected to: it is a private address. To allow it, allow the item host:localhost:${other.port}.`,
    })
    expect(asked).toEqual([
      ['/a', false],
      ['/b', true],
      ['/c', true],
    ])
    expect(other.seen).toEqual([])
    const strict = open({ mayReach: only(`127.0.0.1:${server.port}`) })
    expect(await refusal(strict(`${server.base}/a`))).toMatchObject({ code: 'consent-needed' })
    server.answers['/b?x=1'] = to('file:///etc/passwd')
    await expect(strict(`${server.base}/a`)).rejects.toThrow(/use http or https/)
    server.answers['/b?x=1'] = to(`http://u:p@127.0.0.1:${server.port}/`)
    await expect(strict(`${server.base}/a`)).rejects.toThrow(/user name/)
    server.answers['/b?x=1'] = to('http://[')
    await expect(strict(`${server.base}/a`)).rejects.toThrow(/is not an address/)
  })

  it('are at most five', async () => {
    const send = open({ mayReach: () => 'anywhere' })
    for (let at = 0; at < 6; at += 1) server.answers[`/${at}`] = to(`/${at + 1}`)
    const response = await send(`${server.base}/1`)
    expect([response.url, response.redirected, await response.text()]).toEqual([`${server.base}/6`, true, 'ok'])
    expect(await refusal(send(`${server.base}/0`))).toMatchObject({
      code: 'tool-failed',
      message: `127.0.0.1:${server.port} redirected more than 5 times in a row.`,
    })
  })

  it('change method and body as browsers do', async () => {
    const send = open({ mayReach: () => 'anywhere' })
    const cases: [number, string, string, string][] = []
    for (const status of [301, 302, 303, 307, 308])
      for (const method of ['POST', 'PUT', 'HEAD']) {
        server.answers['/a'] = to('/b', status)
        await send(`${server.base}/a`, {
          method,
          body: method === 'HEAD' ? null : 'hello',
          headers: { 'content-type': 'text/x' },
        })
        const last = server.seen.at(-1)
        cases.push([status, method, last?.method ?? '', `${last?.body}${last?.headers['content-type'] ?? ''}`])
      }
    const [kept, dropped] = ['hellotext/x', '']
    expect(cases).toEqual([
      [301, 'POST', 'GET', dropped],
      [301, 'PUT', 'PUT', kept],
      [301, 'HEAD', 'HEAD', 'text/x'],
      [302, 'POST', 'GET', dropped],
      [302, 'PUT', 'PUT', kept],
      [302, 'HEAD', 'HEAD', 'text/x'],
      [303, 'POST', 'GET', dropped],
      [303, 'PUT', 'GET', dropped],
      [303, 'HEAD', 'HEAD', 'text/x'],
      [307, 'POST', 'POST', kept],
      [307, 'PUT', 'PUT', kept],
      [307, 'HEAD', 'HEAD', 'text/x'],
      [308, 'POST', 'POST', kept],
      [308, 'PUT', 'PUT', kept],
      [308, 'HEAD', 'HEAD', 'text/x'],
    ])
  })

  it('tell another origin no secrets, and the same one all', async () => {
    const send = open({ mayReach: () => 'anywhere', secretHeaders: ['X-Tenant'] })
    const secrets = { authorization: 'Bearer k', cookie: 'a=b', 'x-api-key': 'k', 'x-tenant': 't' }
    server.answers['/a'] = to('/b')
    server.answers['/b'] = to(`${other.base}/c`)
    other.answers['/c'] = to(`${server.base}/d`)
    await send(`${server.base}/a`, { headers: { ...secrets, 'proxy-authorization': 'p', 'x-a': 'kept' } })
    const told = [...server.seen, ...other.seen].map(({ url, headers }) => [
      url,
      Object.keys(headers).filter((name) => name in secrets || name === 'x-a' || name === 'proxy-authorization'),
    ])
    const all = [...Object.keys(secrets), 'x-a'].sort()
    expect(told.map(([url, names]) => [url, [names].flat().sort()])).toEqual([
      ['/a', all],
      ['/b', all],
      ['/d', ['x-a']],
      ['/c', ['x-a']],
    ])
  })

  it('from https to http are not followed', () => {
    const guard = guardOf({ mayReach: () => 'anywhere' })
    const hop = { url: new URL('https://a.example/x'), method: 'GET', headers: new Headers(), body: null }
    const follow = (location: string) =>
      followRedirect(hop, { status: 302, location }, { guard, secretHeaders: [] }).url.href
    expect(() => follow('http://a.example/x')).toThrow(/a\.example redirected from https to http/)
    expect([follow('//b.example/y'), follow('z')]).toEqual(['https://b.example/y', 'https://a.example/z'])
  })

  it('are left alone or refused where the caller wants that', async () => {
    const send = open({ mayReach: () => 'anywhere' })
    server.answers['/a'] = to('/b')
    const manual = await send(`${server.base}/a`, { redirect: 'manual' })
    expect([manual.status, manual.headers.get('location'), manual.redirected]).toEqual([302, '/b', false])
    await expect(send(`${server.base}/a`, { redirect: 'error' })).rejects.toThrow(/redirected, which is not followed/)
    server.answers['/c'] = { status: 302, body: 'nowhere' }
    expect(await (await send(`${server.base}/c`)).text()).toBe('nowhere')
    const stream = new Blob(['hello']).stream()
    server.answers['/d'] = to('/e', 307)
    await expect(send(`${server.base}/d`, { method: 'POST', body: stream })).rejects.toThrow(/can be sent once only/)
  })
})
