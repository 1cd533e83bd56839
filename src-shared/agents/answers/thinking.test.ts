import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createThinkingSplitter, splitThinking, withPiece } from './thinking'

describe('a whole reply', () => {
  test.each([
    ['<think>Hm.</think>Yes', 'Yes', 'Hm.'],
    ['<think>\nHm.\n</think>\n\nYes', 'Yes', 'Hm.'],
    ['\n <thinking>Hm.</thinking> Yes', '\n Yes', 'Hm.'],
    ['[THINK]Hm.[/THINK]Yes', 'Yes', 'Hm.'],
    ['<THINK>a</THINK>\n<think>b</think>Yes', 'Yes', 'a\nb'],
    ['First.\n<think>Hm.</think>\nSecond.', 'First.\n\nSecond.', 'Hm.'],
    ['The server ate the opening tag.\n</think>\n\nYes', 'Yes', 'The server ate the opening tag.'],
    ['ate it</think>', '', 'ate it'],
    ['<think>cut off', '', 'cut off'],
    ['<think></think>Yes', 'Yes', ''],
    ['<think>It says <think> again</think>Yes', 'Yes', 'It says <think> again'],
  ])('%j', (text, said, thoughts) => {
    expect(splitThinking(text)).toEqual({ said, thoughts })
  })

  test.each([
    'Write <think> before you answer.',
    'The tag `</think>` ends it, and `<think>` begins it.',
    '```\n<think>\nnot a thought\n</think>\n```\nDone.',
    'a < b, x[0] and [THIN',
    '<thin',
    '<thinker>Rodin</thinker>',
    'no tags at all',
    '',
  ])('leaves %j as it is', (text) => {
    expect(splitThinking(text)).toEqual({ said: text, thoughts: '' })
  })
})

/** What a person has read in the end, when the text came in pieces of these lengths. */
function inPieces(text: string, lengths: readonly number[]) {
  const splitter = createThinkingSplitter()
  let read = { said: '', thoughts: '' }
  let at = 0
  for (let index = 0; at < text.length; index += 1) {
    const length = lengths[index % lengths.length] ?? 1
    read = withPiece(read, splitter.add(text.slice(at, at + length)))
    at += length
  }
  const { said, thoughts } = withPiece(read, splitter.end())
  return { said, thoughts: thoughts.trim() }
}

test('a streamed reply is sorted as the whole one, however it is cut', () => {
  const part = fc.constantFrom(
    '<think>',
    '</think>',
    '<thinking>',
    '[/THINK]',
    '\n',
    ' ',
    'word',
    '<',
    '`',
    '```\n',
    '[',
  )
  const text = fc.array(part, { maxLength: 14 }).map((parts) => parts.join(''))
  const lengths = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(text, lengths, (whole, sizes) => {
      expect(inPieces(whole, sizes)).toEqual(splitThinking(whole))
    }),
    { numRuns: 2000 },
  )
})

test('what is surely no thought is passed on at once', () => {
  const splitter = createThinkingSplitter()
  expect(['It', ' is <', 'b>bold'].map((piece) => splitter.add(piece).said)).toEqual(['It', ' is ', '<b>bold'])
})
