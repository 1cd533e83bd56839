/** A request is read back as it was, whatever it is like and whatever came before it. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { someRuns } from '../../src-shared/testing/some-runs'
import {
  cleanPart,
  composed,
  encode,
  firstPlaces,
  flatten,
  hashOfGrowing,
  hashOfSegment,
  hashOfText,
  hashPart,
  knownPart,
  standingAlone,
  textOf,
  textOfPart,
  type KnownPart,
  type RecordCode,
  type Segment,
  type TextBeginning,
} from './record-code'
import { createKnownLines } from './known-lines'
import { cutText, segmentAt, type CutText } from './segments'
import { SharedList } from './shared-list'
import { withBytes, withoutBytes } from './picture-places'

const LINES = [
  'I was charged twice for order 1007, please help.',
  'a',
  '',
  'Über “€” \\n \u2028 日本',
  '{"a":1}',
  '\\n\\\\n\n\n',
]

const text = fc.oneof(
  fc.array(fc.constantFrom(...LINES), { maxLength: 5 }).map((lines) => lines.join('\n')),
  fc.string({ unit: 'binary', maxLength: 120 }),
)
const conversation = fc.array(text, { minLength: 1, maxLength: 12 })

const bodyOf = (texts: readonly string[]) =>
  JSON.stringify({
    model: 'm',
    messages: texts.map((content, at) => ({ role: at % 2 === 0 ? 'user' : 'assistant', content })),
    tools: [{ type: 'function', function: { name: 'get_time', description: LINES.join('\n') } }],
  })

const nothing = (): KnownPart => knownPart(SharedList.of([]))

/** A text as the next one is compared with it. */
function partOf(text: string, before?: KnownPart): KnownPart {
  const cut = cutText(text, before?.cut ?? undefined)
  const { hashes } = hashPart(cut, before ?? nothing())
  return { hashes, first: firstPlaces(hashes, before), cut }
}

/** The segments of a text. */
function segmentsOf(whole: string): string[] {
  const cut = cutText(whole)
  return Array.from({ length: cut.ends.length }, (_none, at) => segmentAt(cut, at))
}

/** A cut text without what it was compared with. */
const plain = ({ text: whole, ends, lists }: CutText) => ({
  whole,
  ends: [...ends],
  lists: lists.map(({ open, first, commas, before }) => ({ open, first, commas: [...commas], before: [...before] })),
})

it('segments joined are the text, whatever text it is', () => {
  fc.assert(
    fc.property(fc.oneof(text, fc.json(), conversation.map(bodyOf)), (any) => {
      expect(segmentsOf(any).join('')).toBe(any)
    }),
    { numRuns: someRuns(100) },
  )
})

it('a longer conversation begins with the same segments', () => {
  fc.assert(
    fc.property(conversation, text, (texts, more) => {
      const before = segmentsOf(bodyOf(texts))
      const after = segmentsOf(bodyOf([...texts, more]))
      const tools = before.length - before.findIndex((segment) => segment.includes('"tools"'))
      expect(after.slice(0, before.length - tools)).toEqual(before.slice(0, before.length - tools))
    }),
    { numRuns: someRuns(100) },
  )
})

it('whatever the base and the events have, what is read is what was written', () => {
  fc.assert(
    fc.property(conversation, conversation, fc.array(text, { maxLength: 6 }), (first, second, told) => {
      const lines = createKnownLines()
      told.forEach((one, row) => lines.add(row, 'entry.text', one))
      const textAt = (row: number) => told[row] ?? null
      const base: Segment[] = segmentsOf(bodyOf(first))
      const body = bodyOf([...second, ...told])
      const operations: RecordCode['o'] = []
      encode(hashPart(cutText(body), nothing()), { known: partOf(bodyOf(first)), offset: 0, lines }, operations)
      const read = flatten(operations, base)
      expect(read).toHaveLength(segmentsOf(body).length)
      expect(textOf(read, textAt)).toBe(body)
      expect(textOf(flatten(standingAlone(read), []), textAt)).toBe(body)
    }),
    { numRuns: someRuns(100) },
  )
})

it('what is written of one request after another is the last of them, told from the first', () => {
  fc.assert(
    fc.property(
      fc.array(conversation, { minLength: 2, maxLength: 5 }),
      fc.array(text, { maxLength: 6 }),
      (said, told) => {
        const lines = createKnownLines()
        told.forEach((one, row) => lines.add(row, 'entry.text', one))
        const bodies = said.map((texts) => bodyOf([...texts, ...told]))
        const written = bodies.map((body, at) => {
          const operations: RecordCode['o'] = []
          encode(
            hashPart(cutText(body), nothing()),
            { known: partOf(bodies[at - 1] ?? ''), offset: 0, lines },
            operations,
          )
          return operations
        })
        const [alone = [], ...later] = written
        const first = flatten(alone, [])
        const since = later.reduce<RecordCode['o']>((older, one) => composed(one, older), [[0, first.length]])
        const all = written.reduce<Segment[]>((before, one) => flatten(one, before), [])
        expect(flatten(since, first)).toEqual(all)
        expect(textOf(all, (row) => told[row] ?? null)).toBe(bodies.at(-1))
      },
    ),
    { numRuns: someRuns(100) },
  )
})

it('what the events and the request before say is not written again', () => {
  const lines = createKnownLines()
  const said = 'word '.repeat(400)
  lines.add(7, 'entry.text', said)
  const known = partOf(bodyOf(['Hello, I have a question about my order.']))
  const next = cutText(bodyOf(['Hello, I have a question about my order.', said]))
  const operations: RecordCode['o'] = []
  encode(hashPart(next, nothing()), { known, offset: 0, lines }, operations)
  expect(JSON.stringify(operations).length).toBeLessThan(200)
})

it('secrets are taken out of what is new, also over several lines', () => {
  const key = 'first line of a key\\nsecond line of a key, which is long enough'
  const clean = (whole: string) => whole.replaceAll(key, '***')
  const body = bodyOf(['Hello, I have a question about my order.', `Here it is: ${key.replace('\\n', '\n')}. Thanks.`])
  const part = hashPart(cutText(body), nothing())
  const cleaned = cleanPart(part, new Set(), clean)
  expect(textOfPart(cleaned)).toBe(clean(body))
  const segments = segmentsOf(body)
  const known = new Set(segments.slice(0, 2).map(hashOfSegment))
  const asked: string[] = []
  expect(cleanPart(part, known, (text) => (asked.push(text), text))).toBe(part)
  expect(asked.join('')).toBe(segments.filter((segment) => !known.has(hashOfSegment(segment))).join(''))
})

it('what goes on as the request before is known is not looked at again, whatever is cleaned behind it', () => {
  const said = ['Hello, I have a question about my order.', 'Here it is: the key of my door, which is long enough.']
  const known = partOf(bodyOf(said))
  const body = bodyOf([...said, 'It is the key of my door, which is long enough, as I said.', 'Thanks.'])
  const part = hashPart(cutText(body, known.cut ?? undefined), known)
  expect(part.same.map(({ count }) => count)).toEqual([3])
  const clean = (text: string) => text.replaceAll('key of my door', '***')
  const cleaned = cleanPart(part, known.first, clean)
  expect(textOfPart(cleaned)).toBe(body.replace('is the key of my door', 'is the ***'))
  const hashes = [...cleaned.hashes]
  expect(hashes).toEqual(hashes.map((_hash, at) => hashOfSegment(cleaned.textAt(at))))
})

it('of an event that is gone nothing is made up', () => {
  expect(textOf(['a', { r: 1, p: 'entry.text', l: 0 }], () => null)).toBeNull()
})

it('only so many lines are known, the newest', () => {
  const lines = createKnownLines({ lines: 3, characters: 1000 })
  for (let row = 0; row < 9; row += 1) lines.add(row, 'p', `a line that is long enough, number ${row}`)
  expect(lines.at('a line that is long enough, number 5')).toBeUndefined()
  expect(lines.at('a line that is long enough, number 6')).toEqual({ r: 6, p: 'p', l: 0 })
})

it('pictures are named in the place of their bytes, and put back', () => {
  const picture = (id: string) => ({ id, name: id, mimeType: 'image/png' as const, width: 1, height: 1 })
  const url = (bytes: string) => ({ type: 'image_url', image_url: { url: `data:image/png;base64,${bytes}` } })
  const bytes: Record<string, Uint8Array> = { r_1: Buffer.from('one'), r_2: Buffer.from('two and more') }
  const base64 = (id: string) => Buffer.from(bytes[id] ?? []).toString('base64')
  const said = { type: 'text', text: '"url":"data:image/png;base64,' }
  const body = JSON.stringify({ messages: [{ content: [said, url(base64('r_1')), url(base64('r_2'))] }] })
  const pictures = [picture('r_1'), picture('r_2')]
  const short = withoutBytes(body, pictures)
  expect(short).not.toContain(base64('r_2'))
  expect(withBytes(short ?? '', pictures, (id) => bytes[id] ?? null)).toBe(body)
  expect(withoutBytes(body, [...pictures, picture('r_3')])).toBeNull()
})

it('what is carried on from request to request is what is worked out anew', () => {
  const texts = fc.oneof(conversation.map(bodyOf), fc.json(), text)
  fc.assert(
    fc.property(fc.array(texts, { minLength: 2, maxLength: 5 }), fc.array(text), (bodies, more) => {
      let known = nothing()
      let begun: TextBeginning | null = null
      const growing = more.map((_text, at) => bodyOf(more.slice(0, at + 1)))
      for (const body of [...bodies, ...growing]) {
        const cut = cutText(body, known.cut ?? undefined)
        const anew = cutText(body)
        expect(plain(cut)).toEqual(plain(anew))
        const part = hashPart(cut, known)
        expect([...part.hashes]).toEqual(segmentsOf(body).map(hashOfSegment))
        const operations: RecordCode['o'] = []
        encode(part, { known, offset: 0, lines: createKnownLines() }, operations)
        expect(textOf(flatten(operations, known.cut === null ? [] : segmentsOf(known.cut.text)), () => null)).toBe(body)
        const goesOn = begun !== null && known.cut?.text.slice(0, begun.at) === body.slice(0, begun.at)
        const hashed = hashOfGrowing(body, '!', { before: goesOn ? begun : null, at: cut.lists[0]?.commas.last() ?? 0 })
        expect(hashed.hash).toBe(hashOfText(`${body}!`))
        begun = hashed.begun
        const first = firstPlaces(part.hashes, known)
        expect(new Map([...first].toSorted())).toEqual(new Map([...firstPlaces(part.hashes)].toSorted()))
        known = { hashes: part.hashes, first, cut }
      }
    }),
    { numRuns: someRuns(100) },
  )
})
