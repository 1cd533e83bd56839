/** Pictures of answers from real servers on loopback: their bytes say what they are, and only the host that was read is asked. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { pngOf } from '../../testing/pictures'
import { fetchPicture } from './fetch-picture'
import { openFetchBench, refusal, type FetchBench } from './testing/fetch-bench'

let bench: FetchBench
beforeEach(async () => {
  bench = await openFetchBench()
})
afterEach(() => bench.close())

const { signal } = new AbortController()

it('gives the bytes of a picture, and sends nothing but that one request', async () => {
  bench.server.answers['/a?x=1'] = { headers: { 'content-type': 'text/html' }, body: pngOf(3, 2) }
  expect(await fetchPicture({ address: `${bench.server.base}/a?x=1`, by: 'person', signal })).toEqual({
    mimeType: 'image/png',
    width: 3,
    height: 2,
    base64: pngOf(3, 2).toString('base64'),
  })
  expect(bench.server.seen.map(({ url, headers }) => [url, headers['cookie'], headers['referer']])).toEqual([
    ['/a?x=1', undefined, undefined],
  ])
})

it('takes no other thing, goes to no other host, into no private network, and elsewhere by https alone', async () => {
  const { answers, base } = bench.server
  answers['/away'] = { status: 302, headers: { location: `${bench.other.base}/a.png` } }
  answers['/gone'] = { status: 404, body: 'no' }
  answers['/huge'] = { body: 'x'.repeat(5_000_001) }
  answers['/svg'] = { headers: { 'content-type': 'image/png' }, body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }
  const wide = pngOf(1, 1)
  wide.writeUInt32BE(50_000, 16)
  wide.writeUInt32BE(50_000, 20)
  answers['/wide'] = { body: wide }
  const said = []
  for (const address of [
    ...['/away', '/gone', '/huge', '/svg', '/wide'].map((path) => base + path),
    'http://example.com/a.png',
    'file:///etc/passwd',
    'https://192.168.1.1/a.png',
    'https://inside.example/a.png',
  ]) {
    const asked = fetchPicture(
      { address, by: 'person', signal },
      { find: (_name, done) => done(null, [{ address: '127.0.0.1', family: 4 }]) },
    )
    said.push(((await refusal(asked)) as { message?: string }).message ?? '')
  }
  expect(said).toEqual([
    expect.stringContaining('sent Baton to another host, which is not followed'),
    expect.stringContaining('answered with the status 404, and gave no picture'),
    expect.stringContaining('larger than'),
    expect.stringContaining('is no PNG, JPEG, GIF or WebP picture'),
    expect.stringContaining('50000 x 50000 pixels'),
    'The address of a picture begins with https://.',
    'The address of a picture begins with https://.',
    expect.stringContaining('192.168.1.1 is a private address'),
    expect.stringContaining('inside.example is a private address'),
  ])
  expect(bench.other.seen).toEqual([])
})
