/** Keys are taken out in every form in which servers repeat them, and nothing else is. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AppError } from '../../src-shared/errors'
import { asWritten } from '../../src-shared/languages/translate'
import { createRedactor } from './redactor'

const KEY = 'sk-ab+c/d"e\\f?4711'
const { text } = createRedactor([KEY])
const base64 = (value: string) => Buffer.from(value).toString('base64')

test('plain, URL-encoded and JSON-escaped, as different programs write it', () => {
  const php = JSON.stringify(KEY).slice(1, -1).replaceAll('/', '\\/')
  const go = JSON.stringify(KEY).slice(1, -1).replaceAll('+', '\\u002B')
  const lower = encodeURIComponent(KEY).replaceAll(/%../g, (code) => code.toLowerCase())
  const forms = [KEY, JSON.stringify(KEY).slice(1, -1), php, go, encodeURIComponent(KEY), encodeURI(KEY), lower]
  for (const form of forms) expect([form, text(`a ${form} b`)]).toEqual([form, 'a *** b'])
  const words = 'päss wörd 🔑'
  const form = new URLSearchParams({ q: words }).toString()
  const python = '"p\\u00e4ss w\\u00f6rd \\ud83d\\udd11"'
  const other = createRedactor([words])
  expect([form, python, encodeURIComponent(words)].map(other.text)).toEqual(['q=***', '"***"', '***'])
})

test('in base64: alone, as part of Basic, without padding, in the alphabet of addresses, URL-encoded, over lines', () => {
  for (const user of ['', 'u', 'us', 'use', 'user']) {
    for (const after of ['', '\n', 'xy']) {
      const whole = base64(`${user}${KEY}${after}`)
      const url = whole.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
      for (const form of [
        whole,
        url,
        encodeURIComponent(whole),
        whole.replaceAll('/', '\\/'),
        whole.replace(/.{7}/g, '$&\n'),
      ]) {
        const clean = text(`Basic ${form}`)
        expect([form, clean.includes('***')]).toEqual([form, true])
        expect(Buffer.from(clean.slice(6).replaceAll(/\*\*\*|\s/g, ''), 'base64').toString()).not.toContain('4711')
      }
    }
  }
})

test('what is short, or stands in for a key, makes no nonsense of texts', () => {
  const short = createRedactor(['abcde', 'x', '', '  ', null, 'ollama', 'lm-studio'])
  expect(short.text('abcde x ollama lm-studio')).toBe('abcde x ollama lm-studio')
  const word = createRedactor(['hunter2'])
  expect(word.text('hunter2, hunter23, ahunter2 (hunter2)')).toBe('***, hunter23, ahunter2 (***)')
})

test('secrets that overlap, hold each other or follow one another leave nothing of them', () => {
  const several = createRedactor(['abcdefgh', 'efghijkl', 'abcdefghijklmnop'])
  expect(several.text('-abcdefghijkl-abcdefghijklmnop-abcdefghabcdefgh-')).toBe('-***-***-******-')
})

test('what is learned later counts from then on, with the blanks round it left out', () => {
  const redactor = createRedactor()
  expect(redactor.text('later-4711')).toBe('later-4711')
  redactor.learn(' later-4711\n')
  expect(redactor.text('later-4711')).toBe('***')
})

test('values, bytes and failures', () => {
  const redactor = createRedactor([KEY])
  const same = { a: [1, null, 'b'] }
  expect(redactor.json(same)).toBe(same)
  expect(redactor.json({ [KEY]: [`x${KEY}`, 1] })).toEqual({ '***': ['x***', 1] })
  const image = Buffer.concat([Buffer.from([0x89, 0xff, 0]), Buffer.from(KEY), Buffer.from([0xfe])])
  const clean = Buffer.from(redactor.base64(image.toString('base64')), 'base64')
  expect([...clean]).toEqual([0x89, 0xff, 0, 42, 42, 42, 0xfe])
  expect(redactor.base64('AAECAw')).toBe('AAECAw')
  expect(redactor.error(new AppError('tool-failed', asWritten(`No: ${KEY}`), { at: [KEY], n: 1 }))).toMatchObject({
    code: 'tool-failed',
    message: 'No: ***',
    details: { at: ['***'], n: 1 },
  })
  expect(redactor.error(new TypeError(`"Bearer ${KEY}" is invalid`))).toMatchObject({
    message: '"Bearer ***" is invalid',
  })
  const plain = new Error('plain')
  expect(redactor.error(plain)).toBe(plain)
})

const encodings = [
  (value: string) => value,
  encodeURIComponent,
  (value: string) => JSON.stringify(value).slice(1, -1),
  base64,
  (value: string) => Buffer.from(value).toString('base64url'),
]
const secret = fc.string({
  unit: fc.constantFrom('a', 'b', '%', '\\', '"', '+', '/', '1', 'ä'),
  minLength: 8,
  maxLength: 14,
})
const around = fc.string({ unit: fc.constantFrom('a', 'b', '%', '\\', '+', ' ', '1'), maxLength: 6 })

const told = fc.record({
  value: secret.filter((value) => value.trim() === value),
  first: around,
  last: around,
  encode: fc.constantFrom(...encodings),
  cuts: fc.array(fc.nat(40), { maxLength: 6 }),
})

test('a secret in any encoding, whatever stands round it, and cut into pieces anywhere, is gone from what is told', () => {
  fc.assert(
    fc.property(told, ({ value, first, last, encode, cuts }) => {
      const redactor = createRedactor([value])
      const form = encode(value)
      const whole = `${first}${form}${last}`
      const clean = redactor.text(whole)
      const pieces: string[] = []
      const stream = redactor.stream((piece) => pieces.push(piece))
      const places = cuts.map((cut) => Math.min(cut, whole.length)).sort((one, other) => one - other)
      let from = 0
      for (const place of [...places, whole.length]) {
        stream.push(whole.slice(from, place))
        from = place
      }
      stream.end()
      return pieces.join('') === clean && !clean.includes(form) && clean.includes('***')
    }),
    { numRuns: 1500 },
  )
})

test('a stream holds back only what may be the beginning of a secret', () => {
  const told: string[] = []
  const stream = createRedactor(['sk-4711-key']).stream((piece) => told.push(piece))
  for (const piece of ['Hello ', 'the key is sk-', '4711', '-key', '. It is sk-', '4712.', ' Bye sk-4'])
    stream.push(piece)
  expect(told).toEqual(['Hello ', 'the key is ', '***', '. It is ', 'sk-4712.', ' Bye '])
  stream.end()
  expect(told.at(-1)).toBe('sk-4')
})
