/** Redirects against real servers on loopback: each is asked for, followed as browsers do, and tells another origin no secrets. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { guardOf } from './guard'
import { followRedirect } from './redirects'
import { only, openFetchBench, refusal, type FetchBench } from './testing/fetch-bench'

let bench: FetchBench
beforeEach(async () => {
  bench = await openFetchBench()
})
afterEach(() => bench.close())

describe('redirects', () => {
  const to = (location: string, status = 302) => ({ status, headers: { location } })

  it('are asked for one by one, and end where it may not go on', async () => {
    const asked: [string, boolean][] = []
    const send = bench.open({
      mayReach: (url, { isRedirect }) => {
        asked.push([url.pathname, isRedirect])
        return url.port === String(bench.server.port) ? 'anywhere' : 'public'
      },
    })
    bench.server.answers['/a'] = to('/b?x=1', 301)
    bench.server.answers['/b?x=1'] = to(`http://localhost:${bench.other.port}/c`)
    expect(await refusal(send(`${bench.server.base}/a`))).toMatchObject({
      code: 'consent-needed',
      message: `localhost:${bench.other.port} may not be reached, where 127.0.0.1:${bench.server.port} redirected to: it is a private address. To allow it, allow the item host:localhost:${bench.other.port}.`,
    })
    expect(asked).toEqual([
      ['/a', false],
      ['/b', true],
      ['/c', true],
    ])
    expect(bench.other.seen).toEqual([])
    const strict = bench.open({ mayReach: only(`127.0.0.1:${bench.server.port}`) })
    expect(await refusal(strict(`${bench.server.base}/a`))).toMatchObject({ code: 'consent-needed' })
    bench.server.answers['/b?x=1'] = to('file:///etc/passwd')
    await expect(strict(`${bench.server.base}/a`)).rejects.toThrow(/use http or https/)
    bench.server.answers['/b?x=1'] = to(`http://u:p@127.0.0.1:${bench.server.port}/`)
    await expect(strict(`${bench.server.base}/a`)).rejects.toThrow(/user name/)
    bench.server.answers['/b?x=1'] = to('http://[')
    await expect(strict(`${bench.server.base}/a`)).rejects.toThrow(/is not an address/)
  })

  it('are at most five', async () => {
    const send = bench.open({ mayReach: () => 'anywhere' })
    for (let at = 0; at < 6; at += 1) bench.server.answers[`/${at}`] = to(`/${at + 1}`)
    const response = await send(`${bench.server.base}/1`)
    expect([response.url, response.redirected, await response.text()]).toEqual([`${bench.server.base}/6`, true, 'ok'])
    expect(await refusal(send(`${bench.server.base}/0`))).toMatchObject({
      code: 'tool-failed',
      message: `127.0.0.1:${bench.server.port} redirected more than 5 times in a row.`,
    })
  })

  it('change method and body as browsers do', async () => {
    const send = bench.open({ mayReach: () => 'anywhere' })
    const cases: [number, string, string, string][] = []
    for (const status of [301, 302, 303, 307, 308])
      for (const method of ['POST', 'PUT', 'HEAD']) {
        bench.server.answers['/a'] = to('/b', status)
        await send(`${bench.server.base}/a`, {
          method,
          body: method === 'HEAD' ? null : 'hello',
          headers: { 'content-type': 'text/x' },
        })
        const last = bench.server.seen.at(-1)
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
    const send = bench.open({ mayReach: () => 'anywhere', secretHeaders: ['X-Tenant'] })
    const secrets = { authorization: 'Bearer k', cookie: 'a=b', 'x-api-key': 'k', 'x-tenant': 't' }
    bench.server.answers['/a'] = to('/b')
    bench.server.answers['/b'] = to(`${bench.other.base}/c`)
    bench.other.answers['/c'] = to(`${bench.server.base}/d`)
    await send(`${bench.server.base}/a`, { headers: { ...secrets, 'proxy-authorization': 'p', 'x-a': 'kept' } })
    const told = [...bench.server.seen, ...bench.other.seen].map(({ url, headers }) => [
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
    const send = bench.open({ mayReach: () => 'anywhere' })
    bench.server.answers['/a'] = to('/b')
    const manual = await send(`${bench.server.base}/a`, { redirect: 'manual' })
    expect([manual.status, manual.headers.get('location'), manual.redirected]).toEqual([302, '/b', false])
    await expect(send(`${bench.server.base}/a`, { redirect: 'error' })).rejects.toThrow(
      /redirected, which is not followed/,
    )
    bench.server.answers['/c'] = { status: 302, body: 'nowhere' }
    expect(await (await send(`${bench.server.base}/c`)).text()).toBe('nowhere')
    const stream = new Blob(['hello']).stream()
    bench.server.answers['/d'] = to('/e', 307)
    await expect(send(`${bench.server.base}/d`, { method: 'POST', body: stream })).rejects.toThrow(
      /can be sent once only/,
    )
  })
})
