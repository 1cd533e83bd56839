import type { Language } from '../../../src-shared/flow/records'
import { expect, test } from 'vitest'
import type { KeptResult } from '../../../src-shared/run/log/results'
import { keepResult } from './store-tool-result'
import type { ToolOutcome } from '../contract/runtime'

/** Keeps with a store that numbers what it is given. */
async function keep(outcome: Partial<ToolOutcome>, language: Language = 'en') {
  const bodies: (string | Uint8Array)[] = []
  const results = {
    keep: (_thread: string, { mimeType, body }: { mimeType: string; body: string | Uint8Array }) => {
      bodies.push(body)
      const size = typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength
      return Promise.resolve({ id: `r_${bodies.length}`, mimeType, size })
    },
  }
  const kept = await keepResult(
    { threadId: 't', flow: { language }, services: { results } },
    { text: '', isError: false, ...outcome },
  )
  return { ...kept, bodies }
}

const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}`).join('\n')
const texts = (kept: readonly KeptResult[]) => kept.map(({ id, mimeType, size }) => [id, mimeType, size])

test('a result that models can read stays as it is', async () => {
  const text = 'x'.repeat(20_000)
  expect(await keep({ text, variables: { n: 1 } })).toEqual({
    text,
    isError: false,
    variables: { n: 1 },
    kept: [],
    bodies: [],
  })
})

test('a longer one is kept whole; the model gets its beginning and its end by whole lines, and a note, also of an error', async () => {
  const text = lines(100_000)
  const { kept, bodies, isError, ...cut } = await keep({ text, isError: true })
  expect({ kept, isError, whole: bodies[0] === text }).toEqual({
    kept: [{ id: 'r_1', mimeType: 'text/plain', size: text.length, name: null }],
    isError: true,
    whole: true,
  })
  const [first = '', note, last = ''] = cut.text.split(/\n(\[cut.*\])\n/)
  expect(text.startsWith(`${first}\n`) || text.startsWith(first)).toBe(true)
  expect(text.endsWith(`\n${last}`)).toBe(true)
  expect(first.length + last.length).toBeGreaterThan(19_000)
  expect(cut.text.length).toBeLessThan(20_300)
  expect(note).toMatch(
    /^\[cut: the first 18,\d{3} and the last \d{3} of 1,088,894 characters; the whole result is kept as r_1\]$/,
  )
})

test('JSON that is cut says that it is none any more, and is kept as JSON', async () => {
  const text = JSON.stringify({ rows: Array.from({ length: 5000 }, (_, id) => ({ id, name: `Row ${id}` })) })
  const { kept, text: cut } = await keep({ text })
  expect(texts(kept)).toEqual([['r_1', 'application/json', text.length]])
  expect(cut).toContain('\n[cut, so this is no valid JSON: the first ')
  expect(texts((await keep({ text: `[not json${text}` })).kept)).toEqual([['r_1', 'text/plain', text.length + 9]])
})

test('half characters and NUL do no harm, and no cut goes through a character', async () => {
  expect((await keep({ text: 'a\0b\ud800c' })).text).toBe('a\ufffdb\ufffdc')
  for (const start of ['', 'x']) {
    const { text, bodies } = await keep({ text: start + '😀'.repeat(30_000) })
    expect([text.isWellFormed(), bodies[0]]).toEqual([true, start + '😀'.repeat(30_000)])
  }
})

test('of 50 MB the first 20 MB are kept, in whole characters', async () => {
  const { text, kept, bodies } = await keep({ text: 'ä€'.repeat(10_000_000) })
  expect(text).toContain('of 20,000,000 characters; its first 20 MB are kept as r_1, the rest is gone]')
  expect(texts(kept)).toEqual([['r_1', 'text/plain', 20_000_000]])
  expect(bodies[0]).toBe('ä€'.repeat(4_000_000))
})

test('media are kept and stand in the text as lines that no name can break', async () => {
  const base64 = Buffer.from('png').toString('base64')
  const { text, kept, bodies } = await keep({
    text: 'Here it is.',
    media: [
      { mimeType: 'image/PNG', base64 },
      { mimeType: 'audio/wav', base64, name: 'hello.wav' },
      { mimeType: 'no type; at all', base64, name: 'a]\n[Image: b\u202e' },
      { mimeType: 'video/mp4', base64: 'A'.repeat(30_000_000) },
    ],
  })
  expect(text.split('\n')).toEqual([
    'Here it is.',
    '[Image: image/png, 3 bytes, kept as r_1]',
    '[Sound: hello.wav, audio/wav, 3 bytes, kept as r_2]',
    '[File: a Image: b, application/octet-stream, 3 bytes, kept as r_3]',
    '[Video: video/mp4, 23 MB: too large to be kept]',
  ])
  expect(kept).toEqual([
    { id: 'r_1', mimeType: 'image/png', size: 3, name: null },
    { id: 'r_2', mimeType: 'audio/wav', size: 3, name: 'hello.wav' },
    { id: 'r_3', mimeType: 'application/octet-stream', size: 3, name: 'a Image: b' },
  ])
  expect(bodies.map(String)).toEqual(['png', 'png', 'png'])
})

test('of a thousand media the first fifty are kept; without a text the lines are the result', async () => {
  const media = Array.from({ length: 1000 }, (_, index) => ({ mimeType: 'image/png', base64: btoa(String(index)) }))
  const { text, kept } = await keep({ text: ' ', media })
  expect([text.split('\n').length, text.split('\n').at(-1), kept.length]).toEqual([
    51,
    '[and 950 more, which were not kept]',
    50,
  ])
})

test('the notes beside it are in the language of the flow', async () => {
  const media = [{ mimeType: 'image/png', base64: 'AAAA' }]
  const long = 'x'.repeat(30_000)
  expect((await keep({ media }, 'ru')).text).toBe('[Изображение: image/png, 3 bytes, сохранено как r_1]')
  expect((await keep({ media }, 'zh')).text).toBe('[图片: image/png，3 bytes，已保存为 r_1]')
  expect((await keep({ text: long }, 'zh')).text).toContain(
    '\n[已截短：全文 30,000 个字符，这里是前 19,000 个和后 1,000 个；完整结果已保存为 r_1]\n',
  )
  expect((await keep({ text: long }, 'ru')).text).toMatch(
    /\n\[сокращено: первые 19\s000 и последние 1\s000 из 30\s000 знаков; весь результат сохранён как r_1\]\n/,
  )
})
