import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../../flow/records'
import { OBSERVER_TYPES, readObserverAnswer, readYesOrNo } from './observer-answer'
import type { ObserverAction, ObserverAnswer, ObserverRule, ObserverType } from './observer-answer'
import { mergeSlots } from './slots'

const by = (
  type: ObserverType,
  read: Extract<ObserverRule, { by: 'observer' }>['read'],
  answer: string | null = null,
): ObserverRule => ({ by: 'observer', type, read, answer })
const clear = (then: ObserverAction, rule: ObserverRule, more: Partial<ObserverAnswer> = {}): ObserverAnswer => ({
  then,
  rule,
  unclear: false,
  warnings: [],
  ...more,
})

describe('readYesOrNo', () => {
  it.each([
    ['Yes', 'yes'],
    ['"yes."', 'yes'],
    ['YES, because they said bye', 'yes'],
    ['**No**', 'no'],
    ['Да.', 'yes'],
    ['нет, ещё нет', 'no'],
    ['是的，因为', 'yes'],
    ['是因为用户说了再见', 'yes'],
    ['否', 'no'],
    ['不是。', 'no'],
    ['{"answer": "yes"}', 'yes'],
    ['{"finished": true}', 'yes'],
    ['The answer is: **no**.', 'no'],
    ['是否', null],
    ['Not sure', null],
    ['I think yes', null],
    ['nothing', null],
    ['', null],
  ])('%j -> %s', (answer, expected) => {
    expect(readYesOrNo(answer)).toBe(expected)
  })
})

describe('readObserverAnswer', () => {
  it.each<[ObserverType, string, ObserverAnswer]>([
    ['finished', 'Yes, all done', clear('finish', by('finished', 'yes'))],
    ['finished', 'нет', clear('continue', by('finished', 'no'))],
    ['interest', 'yes', clear('continue', by('interest', 'yes'))],
    ['interest', '否', clear('interrupt', by('interest', 'no'))],
    ['steer', '"False".', clear('continue', by('steer', 'nothing'))],
    ['steer', ' Ask about skills. ', clear('steer', by('steer', 'text'), { text: 'Ask about skills.' })],
    ['guard', 'OK!', clear('continue', by('guard', 'approval'))],
    ['guard', 'OK, it is all right.', clear('continue', by('guard', 'approval'))],
    ['guard', '{"answer": "ok"}', clear('continue', by('guard', 'approval'))],
    ['guard', "**Okay** - that's fine", clear('continue', by('guard', 'approval'))],
    [
      'guard',
      'I cannot say "OK" to that.',
      clear('reply', by('guard', 'text'), { text: 'I cannot say "OK" to that.' }),
    ],
    [
      'interest',
      'They said "no" to the price.',
      { ...clear('continue', by('interest', 'unclear')), unclear: true, warnings: [expect.any(String)] as string[] },
    ],
    ['guard', 'OK, I will book it.', clear('reply', by('guard', 'text'), { text: 'OK, I will book it.' })],
    ['steer', 'False - it is fine', clear('continue', by('steer', 'nothing'))],
    ['steer', '{"answer": "Be brief"}', clear('steer', by('steer', 'text'), { text: 'Be brief' })],
    ['question', 'I would say stop, really', clear('interrupt', by('question', 'outcome', 'stop'))],
    [
      'guard',
      'I cannot help with "that".',
      clear('reply', by('guard', 'text'), { text: 'I cannot help with "that".' }),
    ],
    [
      'question',
      '«Off topic».',
      clear('reply', by('question', 'outcome', 'off topic'), { text: 'Back to the order, please.' }),
    ],
    ['question', 'STOP', clear('interrupt', by('question', 'outcome', 'stop'))],
  ])('%s %j', (type, answer, expected) => {
    const outcomes = [
      { answer: 'off topic', then: 'reply', text: 'Back to the order, please.' },
      { answer: 'stop', then: 'interrupt', text: '' },
    ] as const
    expect(readObserverAnswer({ type, outcomes }, answer)).toEqual(expected)
  })

  it('continues on anything unclear, with a warning', () => {
    expect(readObserverAnswer({ type: 'finished' }, 'perhaps')).toEqual({
      then: 'continue',
      rule: by('finished', 'unclear'),
      unclear: true,
      warnings: ['The finished observer cannot make sense of "perhaps"; the dialog goes on.'],
    })
    const unclear = OBSERVER_TYPES.map((type) => readObserverAnswer({ type }, ' ').unclear)
    expect(unclear).toEqual(OBSERVER_TYPES.map(() => true))
  })

  it('never throws', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...OBSERVER_TYPES),
        fc.json(),
        fc.oneof(fc.string(), fc.json()),
        (type, slots, answer) => {
          expect(readObserverAnswer({ type, slots: JSON.parse(slots) }, answer).warnings.length).toBeLessThan(1000)
        },
      ),
    )
  })
})

describe('collect', () => {
  const slots = {
    type: 'object',
    properties: {
      name: { type: 'string' },
      age: { type: 'integer' },
      size: { enum: ['S', 'L'] },
      tags: { type: ['array', 'null'] },
      note: {},
    },
    required: ['name', 'age'],
  }
  const collect = (answer: string, collected: JsonObject = {}): ObserverAnswer =>
    readObserverAnswer({ type: 'collect', slots, collected }, answer)

  it('takes JSON out of a fence and prose, and merges it', () => {
    const answer = 'So far {I know}:\n```json\n{"name": "Ann {A}", "note": {"a": "}"}, "other": 1}\n```\nDone.'
    expect(collect(answer, { size: 'S', name: 'An' })).toEqual(
      clear('continue', by('collect', 'some-missing'), { slots: { size: 'S', name: 'Ann {A}', note: { a: '}' } } }),
    )
  })

  it('finishes when all required slots are filled', () => {
    expect(collect('{"age": 20, "name": null}', { name: 'Ann' })).toEqual(
      clear('finish', by('collect', 'all-filled'), { slots: { name: 'Ann', age: 20 } }),
    )
    expect(readObserverAnswer({ type: 'collect', slots: { properties: { a: {} } } }, '{"a": 1}').then).toBe('finish')
    expect(readObserverAnswer({ type: 'collect', slots: {} }, '{"a": 1}')).toEqual(
      clear('continue', by('collect', 'some-missing'), { slots: {} }),
    )
  })

  it('leaves wrong types out, with a warning', () => {
    expect(collect('{"name": 5, "age": 2.5, "size": "M", "tags": "x"}', { name: 'Ann' })).toEqual(
      clear('continue', by('collect', 'some-missing'), {
        slots: { name: 'Ann' },
        warnings: ['name', 'age', 'size', 'tags'].map(
          (name) => `The value of "${name}" is not what its slot takes and was left out.`,
        ),
      }),
    )
  })

  it('keeps what it had when there is no JSON', () => {
    expect(collect('nothing yet', { name: 'Ann' })).toMatchObject({
      unclear: true,
      then: 'continue',
      slots: { name: 'Ann' },
    })
    expect(collect('{"a": {'.repeat(1000)).unclear).toBe(true)
  })

  it('merges without touching prototypes', () => {
    const newer: JsonObject = Object.fromEntries<Json>([
      ['__proto__', { x: 1 }],
      ['a', null],
      ['b', ''],
      ['c', false],
    ])
    const merged = mergeSlots({ a: 1, b: 2 }, newer)
    expect(Object.entries(merged)).toEqual([
      ['a', 1],
      ['b', 2],
      ['__proto__', { x: 1 }],
      ['c', false],
    ])
    expect(Object.hasOwn({}, 'x')).toBe(false)
  })
})
