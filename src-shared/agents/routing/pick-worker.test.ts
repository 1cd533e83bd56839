import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPick, retryLine } from './pick-worker'
import { findWholeNames } from '../answers/whole-words'

const NAMES = [
  'MessageWorker',
  'RAGWorker',
  'FaissRAGWorker',
  'SearchWorker',
  'Search',
  'Order desk',
  '文档助手',
  'C',
  'C++',
]

describe('readPick (DefaultWorker 6)', () => {
  it.each<[string, string | null, string]>([
    ['SearchWorker', 'SearchWorker', 'exact'],
    [' `searchworker`. ', 'SearchWorker', 'exact'],
    ['**"RAGWorker".**', 'RAGWorker', 'exact'],
    ['Order  desk', 'Order desk', 'exact'],
    ['FaissRAGWorker', 'FaissRAGWorker', 'exact'],
    ['文档助手。', '文档助手', 'exact'],
    ['I would use the RAGWorker here.', 'RAGWorker', 'whole-word'],
    ['I would use the FaissRAGWorker here.', 'FaissRAGWorker', 'whole-word'],
    ['{"worker": "ragworker"}', 'RAGWorker', 'whole-word'],
    ["RAGWorker's job: RAGWorker!", 'RAGWorker', 'whole-word'],
    ['1. SearchWorker', 'SearchWorker', 'whole-word'],
    ['the order\ndesk', 'Order desk', 'whole-word'],
    ['我选择文档助手来回答', '文档助手', 'whole-word'],
    ['应该用RAGWorker来回答', 'RAGWorker', 'whole-word'],
    ['Use C++, please', 'C++', 'whole-word'],
    ['not MessageWorker but SearchWorker', null, 'ambiguous'],
    ['FaissRAGWorker or RAGWorker', null, 'ambiguous'],
    ['PaymentWorker', null, 'no-match'],
    ['MyRAGWorker, RAGWorkers, RAGWorker2 and RAGWorker_x', null, 'no-match'],
    ['super-RAGWorker', null, 'no-match'],
    ['none of them', null, 'no-match'],
    ['', null, 'no-match'],
  ])('%j -> %j, %s', (answer, name, rule) => {
    expect(readPick(answer, NAMES)).toMatchObject({ name, rule })
  })

  it('names everything that it saw, in the order of the answer, whatever the order of the list', () => {
    expect(readPick('SearchWorker, no: MessageWorker. SearchWorker?', NAMES)).toEqual({
      name: null,
      rule: 'ambiguous',
      found: ['SearchWorker', 'MessageWorker'],
    })
    expect(readPick('the FaissRAGWorker', [...NAMES].reverse()).found).toEqual(['FaissRAGWorker'])
    expect([readPick('anything', []), readPick('', ['', ' '])].map(({ rule }) => rule)).toEqual([
      'no-match',
      'no-match',
    ])
  })
})

const word = fc.stringMatching(/^[a-zа-я]{2,8}$/u)
const names = fc.uniqueArray(
  fc
    .array(word, { minLength: 1, maxLength: 3 })
    .map((parts) => parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join('')),
  { minLength: 1, maxLength: 8, selector: (name) => name.toLowerCase() },
)
const withPick = names.chain((list) => fc.record({ list: fc.constant(list), at: fc.nat(list.length - 1) }))

describe('properties of picking', () => {
  it('a listed name is picked exactly, in any dress', () => {
    fc.assert(
      fc.property(withPick, fc.constantFrom('', '"', '`', '**', ' \n'), ({ list, at }, quote) => {
        const name = list[at] ?? ''
        expect(readPick(`${quote}${name.toUpperCase()}${quote}.`, list)).toEqual({ name, rule: 'exact', found: [name] })
      }),
    )
  })

  it('a listed name in a sentence without other names is picked', () => {
    fc.assert(
      fc.property(withPick, ({ list, at }) => {
        const name = list[at] ?? ''
        fc.pre(!list.some((one) => ['1', 'x'].includes(one.toLowerCase())))
        expect(readPick(`(1) ${name}: x`, list).name).toBe(name)
      }),
    )
  })

  it('a name glued to letters is never picked, and what is picked is always on the list and in the answer', () => {
    fc.assert(
      fc.property(withPick, fc.string({ unit: 'grapheme', maxLength: 20 }), ({ list, at }, noise) => {
        const name = list[at] ?? ''
        const { name: glued } = readPick(`q${name}q`, list)
        expect(glued === null || `q${name}q`.toLowerCase() === glued.toLowerCase()).toBe(true)
        expect(readPick(noise + name + noise, list).found.every((one) => list.includes(one))).toBe(true)
      }),
    )
  })

  it('two names far from each other are ambiguous, unless one was found inside the other', () => {
    fc.assert(
      fc.property(names, (list) => {
        const [first = '', second = ''] = list
        fc.pre(list.length > 1)
        expect(findWholeNames(`${first}, ${second}`, list)).toEqual([first, second])
      }),
    )
  })
})

it('the retry names the bad answer on one line and the allowed names, word for word', () => {
  expect(retryLine('en', 'Payment\n{names} $& Worker', ['A', 'B'])).toBe(
    'Your previous answer was "Payment {names} $& Worker". That is not exactly one of the allowed names. Answer with exactly one of them: A, B',
  )
  expect(retryLine('ru', 'x'.repeat(1000), ['A']).length).toBeLessThan(400)
})
