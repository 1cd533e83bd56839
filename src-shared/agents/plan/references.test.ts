/** References in inputs, and evidence in their place (ReWOO 8 to 13; RW-5, RW-6). */
import { expect, test } from 'vitest'
import type { Json } from '../../flow/records'
import { fillInput, inputValue, referencesIn } from './references'

const EVIDENCE: { readonly [id: string]: Json } = {
  E1: 'one',
  E2: '#E1 and $& and $1 and $$',
  E3: 3,
  E4: ['a', { b: 4 }],
  E5: null,
  E6: false,
  E10: 'ten',
}
const evidence = (id: string): Json | undefined => EVIDENCE[id]

test.each<[string, Json, Json]>([
  ['the longest number counts', 'Compare #E10 and #E1', 'Compare ten and one'],
  ['a reference twice', '#E1 + #E1', 'one + one'],
  [
    'patterns in evidence are plain text, and evidence is never read again',
    'about #E2!',
    'about #E1 and $& and $1 and $$!',
  ],
  ['a genitive, punctuation, brackets, quotes', `#E1's (#E1), "#E1". [#E1]`, `one's (one), "one". [one]`],
  ['next to Chinese and signs', '查询#E1的人口$#E3%', '查询one的人口$3%'],
  ['letters behind the number make it another word', '#E1a #E1_b #E10x', '#E1a #E1_b #E10x'],
  ['brackets, small letters, zeros, a full-width sign', '#E[1] #e1 #E01 ＃E1 #E[ 10 ]', 'one one one one ten'],
  ['unknown ones stay as written', '#E7 and #E[8] and #E1', '#E7 and #E[8] and one'],
  ['no reference', 'E1 # E1 #E #', 'E1 # E1 #E #'],
  ['a whole text keeps the type', '#E4', ['a', { b: 4 }]],
  ['also with spaces round it', ' #E[3]\n', 3],
  ['null and false are evidence', ['#E5', '#E6', 'x #E5 #E6'], [null, false, 'x null false']],
  ['amid text lists and numbers go in as JSON', 'n=#E3, l=#E4', 'n=3, l=["a",{"b":4}]'],
  ['a whole unknown reference stays a text', '#E9', '#E9'],
  [
    'lists and objects are walked, their keys are not',
    { '#E1': ['#E3', { q: 'is #E1?' }], n: 1 },
    { '#E1': [3, { q: 'is one?' }], n: 1 },
  ],
  ['other values stay', [1, true, null, ''], [1, true, null, '']],
])('fills: %s', (_what, input, filled) => {
  expect(fillInput(input, evidence)).toEqual(filled)
})

test('what is asked for its evidence is the id', () => {
  const asked: string[] = []
  fillInput('#E1 #e[02] #E10', (id) => {
    asked.push(id)
    return undefined
  })
  expect(asked).toEqual(['E1', 'E2', 'E10'])
})

test('the input itself is not changed, and a key such as __proto__ is a key', () => {
  const input: Json = Object.freeze({ list: Object.freeze(['#E1']) as unknown as Json })
  expect(fillInput(input, evidence)).toEqual({ list: ['one'] })
  const odd = inputValue('{"__proto__": "#E1"}')
  expect(JSON.stringify(fillInput(odd, evidence))).toBe('{"__proto__":"one"}')
})

test('references: each once, in order of first use, in any depth', () => {
  expect(referencesIn('#E10 #E2 #E10 #E[2] #e3x #E4')).toEqual(['E10', 'E2', 'E4'])
  expect(referencesIn([{ a: '#E3', b: ['#E1'] }, '#E3 #E2', 5, null])).toEqual(['E3', 'E1', 'E2'])
  expect(referencesIn('#E[1')).toEqual([])
})

test('the value of an input: JSON lists and objects, else the text as it is', () => {
  const inputs = ['{"q": "#E1"}', ' [1, 2] ', '[1, 2', '{not json}', '"quoted"', '42', '[1] and [2]', '']
  expect(inputs.map(inputValue)).toEqual([
    { q: '#E1' },
    [1, 2],
    '[1, 2',
    '{not json}',
    '"quoted"',
    '42',
    '[1] and [2]',
    '',
  ])
  expect(fillInput(inputValue('{"q": "#E1"}'), () => 'a "quoted" word')).toEqual({ q: 'a "quoted" word' })
})
