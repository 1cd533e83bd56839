import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { someRuns } from '../../testing/some-runs'
import { chunkText } from './chunks'

const sentences = (count: number, word = 'cake') =>
  Array.from({ length: count }, (_, at) => `Sentence ${at} is about ${word}.`).join(' ')

describe('chunkText', () => {
  it('keeps a short text whole, and an empty one out', () => {
    expect(chunkText('  One line.\n')).toEqual([{ text: 'One line.', at: 2, heading: '' }])
    expect([chunkText(''), chunkText(' \n\n ')]).toEqual([[], []])
  })

  it('starts a piece at each heading, keeps a lone title with its first section, and puts small sections together', () => {
    const text = `# Handbook\n\n## Delivery\n${sentences(4)}\n\n## Returns ##\n${sentences(4)}\n### Phone\n1\n### Fax\n2\n`
    expect(
      chunkText(text, { size: 200, overlap: 0 }).map(({ at, heading, text: piece }) => [
        at,
        heading,
        piece.slice(0, 14),
      ]),
    ).toEqual([
      [0, 'Handbook / Delivery', '# Handbook\n\n##'],
      [text.indexOf('## Returns'), 'Returns', '## Returns ##\n'],
      [text.indexOf('### Phone'), 'Phone / Fax', '### Phone\n1\n##'],
    ])
  })

  it('takes a hash in fenced code, or without a space, for no heading', () => {
    const text = `## A\n\`\`\`\n# comment\n${'x '.repeat(60)}\n\`\`\`\n#tag\n## B\n${'y '.repeat(60)}`
    expect(chunkText(text, { size: 400 }).map(({ heading }) => heading)).toEqual(['A', 'B'])
  })

  it('cuts after a paragraph, else a sentence, else a line, else a word, else between characters', () => {
    const first = (text: string) => chunkText(text, { size: 100, overlap: 0 })[0]?.text
    const words = 'word '.repeat(16).trim()
    expect(first(`${words}\n\n${words}. A\nb ${words}`)).toBe(words)
    expect(first(`${words}. New\nline ${words}`)).toBe(`${words}.`)
    expect(first(`${words}\nline of ${words}`)).toBe(words)
    expect(first(`${words} ${words}`)).toBe('word '.repeat(20).trim())
    expect(first('好'.repeat(60) + '。' + '好'.repeat(90))).toBe('好'.repeat(60) + '。')
    expect(first('x'.repeat(250))).toBe('x'.repeat(100))
    expect(first(`x${'😀'.repeat(90)}`)).toBe(`x${'😀'.repeat(49)}`)
  })

  it('repeats whole sentences or words of the piece before', () => {
    const pieces = chunkText(sentences(12), { size: 120, overlap: 40 })
    expect(pieces.slice(0, 2).map(({ text }) => text)).toEqual([
      'Sentence 0 is about cake. Sentence 1 is about cake. Sentence 2 is about cake. Sentence 3 is about cake.',
      'Sentence 3 is about cake. Sentence 4 is about cake. Sentence 5 is about cake. Sentence 6 is about cake.',
    ])
  })

  it('every piece is a trimmed slice, none is too long, and together they hold every character that is no space', () => {
    const part = fc.oneof(
      fc.constantFrom('# Title\n', '\n\n', '. ', '\n', ' ', '```\n', '。', 'Слово', '文档', '😀'),
      fc.stringMatching(/^[a-z]{1,60}$/),
    )
    const options = fc.record({ size: fc.integer({ min: 40, max: 200 }), overlap: fc.nat(100) })
    fc.assert(
      fc.property(fc.array(part, { maxLength: 80 }), options, (parts, { size, overlap }) => {
        const text = parts.join('')
        const chunks = chunkText(text, { size, overlap })
        const covered = new Set<number>()
        for (const { text: piece, at } of chunks) {
          expect(piece).toBe(text.slice(at, at + piece.length))
          expect([piece.trim() === piece, piece.length > 0 && piece.length <= size]).toEqual([true, true])
          for (let index = at; index < at + piece.length; index += 1) covered.add(index)
        }
        const isLost = (index: number) => !covered.has(index) && /\S/.test(text.charAt(index))
        expect(Array.from({ length: text.length }, (_, index) => index).filter(isLost)).toEqual([])
        expect(chunks.every(({ at }, index) => index === 0 || at > (chunks[index - 1]?.at ?? -1))).toBe(true)
        expect(chunkText(text, { size, overlap })).toEqual(chunks)
      }),
      { numRuns: someRuns(100) },
    )
  })

  it('does not slow down on long texts of any shape', () => {
    const long = 2_000_000
    for (const text of [
      'x'.repeat(long),
      'a '.repeat(long / 2),
      '\n'.repeat(long),
      '# h\n'.repeat(long / 4),
      '. '.repeat(long / 2),
    ]) {
      const before = process.threadCpuUsage()
      chunkText(text)
      expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(5_000)
    }
  })
})
