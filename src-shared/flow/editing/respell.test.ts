/** Old spellings of variables become the one that Baton writes, wherever an expression stands, and nothing else changes. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { evaluateText, parseExpression } from '../../agents/expressions/expression'
import type { Json } from '../records'
import { flow } from '../../testing/flow-builder'
import { openFlow } from './open'
import { respellExpression, respellFlow } from './respell'
import { saveFlow } from './save'

const declared = {
  tries: { type: 'number' },
  city: { type: 'string' },
  vip: { type: 'boolean' },
  город: { type: 'string' },
}

describe('an expression', () => {
  it.each([
    ['tries > 2', '${tries} > 2'],
    ['{tries} > 2', '${tries} > 2'],
    ['${tries} > 2', '${tries} > 2'],
    ['${ tries }>{ tries }', '${tries}>${tries}'],
    ['not vip and len(city) > 0', 'not ${vip} and len(${city}) > 0'],
    ['город == "город {tries}"', '${город} == "город {tries}"'],
    ["city == 'tries ${tries} \\' vip' or vip", "${city} == 'tries ${tries} \\' vip' or ${vip}"],
    ['TRUE AND vip', 'TRUE AND ${vip}'],
    ['{and} == 1', '${and} == 1'],
    ['city == open', '${city} == open'],
    ['{open} == city', '${open} == ${city}'],
    ['tries >', 'tries >'],
    ['tries > 2 // {city}', 'tries > 2 // {city}'],
    ['', ''],
  ])('%s', (text, expected) => {
    expect(respellExpression(text, declared)).toBe(expected)
    expect(respellExpression(expected, declared)).toBe(expected)
  })

  it('means the same, whatever it is', () => {
    const values: { [name: string]: Json } = { tries: 3, city: 'Rome', vip: true }
    const part = fc.constantFrom(
      'tries',
      '{city}',
      '${vip}',
      '"tries {vip}"',
      '3',
      'and',
      'or',
      'not',
      '==',
      '<',
      '(',
      ')',
      'len(',
      ' ',
    )
    const comes = (text: string): unknown => {
      try {
        return evaluateText(text, values)
      } catch (cause) {
        return cause instanceof Error && parseExpression(text).ok ? cause.message : 'unread'
      }
    }
    fc.assert(
      fc.property(fc.array(part, { maxLength: 10 }), (parts) => {
        const text = parts.join(' ')
        expect(comes(respellExpression(text, declared))).toEqual(comes(text))
      }),
    )
  })
})

describe('a flow', () => {
  const drawn = flow('Desk')
    .variable('tries', { type: 'number', default: 0 })
    .variable('vip', { type: 'boolean', default: false })
    .variable('note', { type: 'string', default: '' })
    .start('a')
    .agent('a', { name: 'A', prompt: 'tries {tries} costs ${tries}' })
    .agent('b', { name: 'B' })
    .node('condition', 'c', {
      branches: [
        { name: 'many', when: '{tries} > 2' },
        { name: 'odd', when: 'tries >' },
      ],
    })
    .node('set-variables', 's', {
      set: [
        { name: 'tries', value: '{tries} + 1' },
        { name: 'note', value: 'tried {tries} times' },
        { name: 'note', value: 'costs ${price}' },
      ],
    })
    .handoff('a', 'b', { by: 'context', condition: 'vip', available: 'vip', message: 'tries {tries} vip' })
    .handoff('b', 'a', { condition: 'vip is {vip}', available: '{vip}' })
    .handoff('b', 'c', { available: 'not vip' })
    .build()

  it('has one spelling once it was opened, in every place of an expression and nowhere else', () => {
    const opened = openFlow(saveFlow(drawn))
    if (!opened.ok) throw new Error(opened.error.message)
    const { nodes, edges } = opened.flow
    expect(nodes['c']?.data['branches']).toEqual([
      { name: 'many', when: '${tries} > 2' },
      { name: 'odd', when: 'tries >' },
    ])
    expect(nodes['s']?.data['set']).toEqual([
      { name: 'tries', value: '${tries} + 1' },
      { name: 'note', value: 'tried {tries} times' },
      { name: 'note', value: 'costs ${price}' },
    ])
    expect(nodes['a']?.data['prompt']).toBe('tries {tries} costs ${tries}')
    expect(
      Object.values(edges).flatMap(({ kind, data }) =>
        kind === 'handoff' ? [[data['condition'], data['available'], data['message']]] : [],
      ),
    ).toEqual([
      ['${vip}', 'vip', 'tries {tries} vip'],
      ['vip is {vip}', '{vip}', undefined],
      [undefined, 'not ${vip}', undefined],
    ])
    expect(respellFlow(opened.flow)).toBe(opened.flow)
    expect(openFlow(saveFlow(opened.flow))).toEqual(opened)
  })
})
