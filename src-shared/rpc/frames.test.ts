import { expect, test } from 'vitest'
import { MAX_FRAME_BYTES, decodeFrame, encodeFrame } from './frames'

const envelope = JSON.stringify({ kind: 'result', id: 1, value: '' }).length

function frameOf(value: string) {
  return { kind: 'result', id: 1, value } as const
}

test.each([
  ['one byte', 'a', 1],
  ['two bytes', 'é', 2],
  ['three bytes', '世', 3],
  ['four bytes', '🪄', 4],
])('The limit counts %s per character as it travels.', (_name, character, bytes) => {
  const limit = 10_000
  const fits = Math.floor((limit - envelope) / bytes)
  const text = encodeFrame(frameOf(character.repeat(fits)), limit)
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(limit)
  expect(decodeFrame(text)).toMatchObject({ kind: 'result', id: 1 })
  expect(() => encodeFrame(frameOf(character.repeat(fits + 1)), limit)).toThrow('is too large')
})

test('Without another limit it is 64 MB.', () => {
  const fits = MAX_FRAME_BYTES - envelope
  expect(encodeFrame(frameOf('a'.repeat(fits))).length).toBe(MAX_FRAME_BYTES)
  expect(() => encodeFrame(frameOf('a'.repeat(fits + 1)))).toThrow('the limit is 64 MB')
})

test('A text that is too large or not JSON decodes to nothing.', () => {
  expect([decodeFrame(''), decodeFrame('{"kind"'), decodeFrame(`"${'x'.repeat(MAX_FRAME_BYTES)}"`)]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

const LONG = `{"a": "\\n"}\n\u2028🪄é\u0000${'b'.repeat(100_000)}`

test.each([
  ['a text', { kind: 'call', id: 1, name: 'flows.import', input: { text: LONG, fileName: null } }],
  ['two texts', { kind: 'call', id: 1, name: 'a', input: { one: LONG, two: `${LONG}2`, short: 'c' } }],
  [
    'a text under an odd key',
    { kind: 'result', id: 1, value: JSON.parse(`{"__proto__": ${JSON.stringify(LONG)}}`) as unknown },
  ],
  ['a text of a stream', { kind: 'item', id: 1, itemId: '2', item: { text: LONG } }],
] as const)('A long frame with %s comes as it went, and its text is not written anew.', (_what, frame) => {
  const text = encodeFrame(frame)
  expect(text).toContain(LONG)
  expect(decodeFrame(Buffer.from(text).toString())).toEqual(frame)
})

test('A text with half a character, one in a list and one that is the whole answer come as JSON.', () => {
  for (const value of [{ text: `${LONG}\ud83d` }, { texts: [LONG] }, LONG]) {
    const text = encodeFrame({ kind: 'result', id: 1, value })
    expect(JSON.parse(text)).toEqual({ kind: 'result', id: 1, value })
    expect(decodeFrame(Buffer.from(text).toString())).toEqual({ kind: 'result', id: 1, value })
  }
})

test.each([
  ['nothing behind it', '{"long":[{"in":"input","key":"text","length":3}],"frame":{"input":{"text":""}}}\n'],
  ['more behind it', '{"long":[{"in":"input","key":"text","length":3}],"frame":{"input":{"text":""}}}\nabcd'],
  ['no place for it', '{"long":[{"in":"input","key":"toString","length":3}],"frame":{"input":{}}}\nabc'],
  ['a place that is taken', '{"long":[{"in":"input","key":"a","length":3}],"frame":{"input":{"a":"x"}}}\nabc'],
  ['no frame', '{"long":[]}\n'],
  ['a list in its place', '{"long":[{"in":"input","key":"0","length":3}],"frame":{"input":[""]}}\nabc'],
])('A long text with %s is no frame.', (_what, text) => {
  expect(decodeFrame(text)).toBeUndefined()
})
