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
  const fits = Math.floor((MAX_FRAME_BYTES - envelope) / bytes)
  const text = encodeFrame(frameOf(character.repeat(fits)))
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_FRAME_BYTES)
  expect(decodeFrame(text)).toMatchObject({ kind: 'result', id: 1 })
  expect(() => encodeFrame(frameOf(character.repeat(fits + 1)))).toThrow('the limit is 64 MB')
})

test('A text that is too large or not JSON decodes to nothing.', () => {
  expect([decodeFrame(''), decodeFrame('{"kind"'), decodeFrame(`"${'x'.repeat(MAX_FRAME_BYTES)}"`)]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})
