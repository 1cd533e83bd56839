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
