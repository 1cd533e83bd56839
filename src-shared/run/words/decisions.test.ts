import { expect, test } from 'vitest'
import { ENGLISH } from '../../languages/translate'
import type { DecisionRule } from '../log/decisions'
import { candidateWords, choiceWords, ruleWords } from './decisions'
import { limitWords } from './limits'
import { stepNotesWords } from './step-notes'

test('what decided, in words', () => {
  const search = { by: 'pool-search', pool: 'W', tools: 5, topK: 2, mode: 'hybrid' } as const
  const rules: DecisionRule[] = [
    { by: 'pick', read: 'no-match', userGoesOn: true },
    { by: 'switch', read: 'helper', directly: true },
    { by: 'observer', type: 'collect', read: 'some-missing', answer: null },
    { by: 'observer', type: 'question', read: 'outcome', answer: 'off topic' },
    { by: 'observer-code', then: null },
    { by: 'documents', how: 'words-and-meaning', wordsAlone: null },
    { by: 'documents', how: 'words', wordsAlone: { why: 'too-many-pieces', pieces: 9000, most: 4000 } },
    { by: 'code', code: { use: 'before-reply', name: 'Ann' }, fault: 'no.' },
    { by: 'tools-switched', tool: 'quiet', isOn: false, tools: ['a', 'b'] },
    { ...search, minSimilarity: 0.2, filterAfterSearch: true, loads: true },
    { ...search, minSimilarity: 0, filterAfterSearch: false, loads: false },
  ]
  expect(rules.map((rule) => ruleWords(rule, ENGLISH))).toEqual([
    'no-match: the user goes on',
    'helper, directly',
    'collect: some missing',
    'question: off topic',
    'code: unclear',
    'by words and meaning',
    'Searched by words alone: the documents have 9000 pieces, and only 4000 are compared by meaning.',
    'code: before Ann replies; it failed: no.',
    'quiet switched off for the rest of the thread: a, b',
    'the best 2 of 5 in W by hybrid search, similarity at least 0.2, disabled tools count towards the limit, loaded for the rest of the turn',
    'the best 2 of 5 in W by hybrid search',
  ])
})

test('what was chosen, and between what', () => {
  expect([
    choiceWords({ is: 'pieces', found: 3, of: 12 }, ENGLISH),
    choiceWords({ is: 'slots', values: { city: 'Rome' } }, ENGLISH),
    choiceWords({ is: 'outcome', outcome: 'user' }, ENGLISH),
    candidateWords({ name: 'a', ranked: { rank: 2, similarity: 0.5, reason: 'beyond k' } }, ENGLISH),
    candidateWords({ name: 'a', note: 'n', unavailable: { when: 'x > 1' } }, ENGLISH),
    candidateWords({ name: 'a' }, ENGLISH),
  ]).toEqual([
    '3 of 12 pieces',
    '{"city":"Rome"}',
    'the user',
    '2. similarity 0.50, beyond k',
    'not available: only when x > 1',
    '',
  ])
})

test("a limit is told in the flow's language", () => {
  expect([
    limitWords({ limit: 'loop', from: 'Ann', to: 'Bob', most: 3, language: 'en' }),
    limitWords({ limit: 'toolRounds', name: 'Ann', most: 8, language: 'en' }),
    limitWords({ limit: 'seconds', most: 60, language: 'ru' }),
  ]).toEqual([
    'The turn ended because the conversation went round in circles: Ann -> Bob more than 3 times.',
    'The turn ended because Ann used tools 8 times in a row, which is its limit.',
    expect.stringMatching(/^[^A-Za-z]*60[^A-Za-z]*$/),
  ])
})

test('what is noted of a step', () => {
  expect(
    stepNotesWords(
      [
        { note: 'hand-off-refused', to: 'Bob' },
        { note: 'switches-refused', tools: ['a', 'b'] },
        { note: 'console', output: 'hm' },
        { note: 'shortened', how: 'cut', from: 9000, to: 2000 },
      ],
      ENGLISH,
    ),
  ).toBe(
    'asked to hand the conversation to Bob, which a step of a plan cannot do; ' +
      'asked to switch a, b on or off, which a step of a plan cannot do; console: hm; ' +
      'cut from 9000 to 2000 characters for the tools that use it',
  )
})
