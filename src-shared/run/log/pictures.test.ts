/** What is a picture, by its bytes alone. */
import { expect, it } from 'vitest'
import { pictureOf, readPicture, tooLargeWords } from './pictures'
import { ENGLISH } from '../../languages/translate'

/** Bytes of parts: texts in Latin-1, numbers as they are. */
const bytes = (...parts: (string | number)[]): Uint8Array =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'number' ? [part] : [...part].map((one) => one.charCodeAt(0)))),
  )
const zeros = (count: number) => Array.from({ length: count }, () => 0)

const PNG = bytes('\x89PNG\r\n\x1a\n', 0, 0, 0, 13, 'IHDR', 0, 0, 2, 128, 0, 0, 1, 224)
const app = [0xff, 0xe0, 0, 4, 1, 2]
const frame = [0xff, 0xc2, 0, 17, 8, 1, 224, 2, 128]

it.each([
  ['png', PNG, 'image/png'],
  ['gif', bytes('GIF89a', 128, 2, 224, 1), 'image/gif'],
  ['jpeg behind other segments and filling bytes', bytes(0xff, 0xd8, ...app, 0xff, ...frame), 'image/jpeg'],
  ['webp, lossy', bytes('RIFF', ...zeros(4), 'WEBPVP8 ', ...zeros(10), 128, 2, 224, 1), 'image/webp'],
  [
    'webp, lossless',
    bytes('RIFF', ...zeros(4), 'WEBPVP8L', ...zeros(4), 0x2f, 0x7f, 0xc2, 0x77, 0, ...zeros(5)),
    'image/webp',
  ],
  ['webp, extended', bytes('RIFF', ...zeros(4), 'WEBPVP8X', ...zeros(8), 127, 2, 0, 223, 1, 0), 'image/webp'],
])('%s: type and size', (_name, given, mimeType) => {
  expect(readPicture(given)).toEqual({ mimeType, width: 640, height: 480 })
})

it.each([
  ['nothing', bytes()],
  ['a drawing in text', bytes('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['a page', bytes('<!doctype html>GIF89a')],
  ['a PNG of no size', bytes('\x89PNG\r\n\x1a\n', 0, 0, 0, 13, 'IHDR', ...zeros(8))],
  ['a PNG that ends early', PNG.slice(0, 20)],
  ['a JPEG without a frame', bytes(0xff, 0xd8, ...app, ...zeros(20))],
  ['a JPEG whose segment is longer than it', bytes(0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff, ...zeros(20))],
  ['a WebP without a picture', bytes('RIFF', ...zeros(4), 'WEBPEXIF', ...zeros(20))],
])('%s is none', (_name, given) => {
  expect(readPicture(given)).toBeNull()
})

it('says what is too large, and names what is kept in one line', () => {
  expect(tooLargeWords({ width: 8000, height: 1 }, 3_900_000)).toBeNull()
  const words = (...given: Parameters<typeof tooLargeWords>) => ENGLISH.message(tooLargeWords(...given) ?? '')
  expect(words({ width: 1, height: 1 }, 4_000_000)).toBe('it has 4.0 MB, and models take 3.9 MB at most')
  expect(words({ width: 8001, height: 2 }, 1)).toBe('it is 8001 x 2 pixels, and models take 8000 on each side at most')
  const kept = { id: 'r_1', mimeType: 'image/png', size: 1, name: 'a]\nb' }
  expect(pictureOf({ ...kept, picture: { width: 1, height: 2 } })?.name).toBe('a b')
  expect(pictureOf(kept)).toBeNull()
})
