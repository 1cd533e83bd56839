import { inEnglish } from '../../testing/in-english'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../errors'
import type { Json } from '../../flow/records'
import { evaluateExpression, evaluateText, isAvailable, isTruthy, parseExpression, variablesIn } from './expression'

const variables: Record<string, Json> = {
  flag: false,
  name: 'Ann',
  age: 20,
  list: [1, 2],
  nothing: null,
  город: 'Рим',
  text: "' or true or '",
  len: 3,
}

describe('evaluateText', () => {
  it.each<[string, Json]>([
    ['not(${flag})', true],
    ['!${flag} & ${age} >= 18', true],
    ['not ${name} == "Bob"', true],
    ["${flag} | ${age} < 18 || ${name} == 'Ann'", true],
    ['true or false and false', true],
    ['(true or false) and false', false],
    ['${flag} or "someone"', 'someone'],
    ['${age} + 1 - 0.5 == 20.5', true],
    ['-${age} < 0', true],
    ['5 - -3', 8],
    ['"a" + \'b\'', 'ab'],
    ['len(${list}) == 2 and len("né🙂") == 3', true],
    ['${nothing} == null and ${nothing} == None', true],
    ['"1" == 1', false],
    ['${город} == "Рим"', true],
    ['${ name }', 'Ann'],
    ['TRUE AND NOT False', true],
    ['"it\\\'s \\"so\\"\\n" == \'it\\\'s "so"\\n\'', true],
    ['${text} == "x"', false],
    ['"b" > "a"', true],
    ['1e3', 1000],
    ['{age} >= 18 and not flag', true],
    ['age == ${age} and { age } == age', true],
    ['len(list) + len({name}) == 5', true],
    ['город == "Рим"', true],
    ['{len}', 3],
    ['name == "name"', false],
    ['{text} == "x"', false],
  ])('%s', (text, expected) => {
    expect(evaluateText(text, variables)).toEqual(expected)
  })

  it.each([
    ['${missing}', 'The variable "missing" is not set. Declare it in the flow\'s settings.'],
    ['true or ${missing}', 'The variable "missing" is not set. Declare it in the flow\'s settings.'],
    ['${__proto__}', 'The variable "__proto__" is not set. Declare it in the flow\'s settings.'],
    ['${constructor} == 1', 'The variable "constructor" is not set. Declare it in the flow\'s settings.'],
    ['${age} < "x"', '"<" compares two numbers or two texts, not a number and a text.'],
    ['${name} - 1', '"-" subtracts two numbers, not a text and a number.'],
    ['len(${age})', 'len() takes a text, a list or an object, not a number.'],
    ['{missing}', 'The variable "missing" is not set. Declare it in the flow\'s settings.'],
    ['age > 1 or missing', 'The variable "missing" is not set. Declare it in the flow\'s settings.'],
    ['constructor', 'The variable "constructor" is not set. Declare it in the flow\'s settings.'],
    ['${age', 'The expression "${age" cannot be read: a variable is written ${name}.'],
  ])('%s fails', (text, message) => {
    expect(() => evaluateText(text, variables)).toThrow(message)
    expect(() => evaluateText(text, variables)).toThrow(AppError)
  })
})

describe('parseExpression', () => {
  it('names the variables once, in order', () => {
    expect(parseExpression('${b} and not {a} or b == 1')).toMatchObject({ ok: true, variables: ['b', 'a'] })
  })

  it.each([
    ['', 'a value is missing at the end', 0],
    ['${a} and', 'a value is missing at the end', 8],
    ['eval(1)', '"eval" is not a function; the only one is len()', 0],
    ['{a', 'a variable is written ${name}', 0],
    ['a}', 'a variable is written ${name}', 1],
    ['a b', '"b" does not belong here; an operator such as "and" or "==" is missing', 2],
    ['${a} = 1', 'equality is written ==', 5],
    ['(1 == 1', 'this parenthesis is not closed', 0],
    ['1 == 1)', 'this parenthesis was never opened', 6],
    ['1 2', '"2" does not belong here; an operator such as "and" or "==" is missing', 2],
    ['1 < 2 < 3', 'join two comparisons with "and"', 6],
    ["'open", 'a text is not closed', 0],
    ['1abc', 'this is not a number', 0],
    ['2 * 3', '"*" does not belong here', 2],
    ['process.exit()', '"." does not belong here', 7],
    ['and 1', 'a value is missing before "and"', 0],
    ['len 1', 'len is written len(${name})', 0],
    ['${a b}', 'a variable is written ${name}', 0],
  ])('%j: %s at %i', (text, message, position) => {
    expect(inEnglish(parseExpression(text))).toEqual({ ok: false, message, position })
  })

  it('limits depth and length', () => {
    expect(parseExpression(`${'('.repeat(51)}1${')'.repeat(51)}`)).toMatchObject({ ok: false, position: 50 })
    expect(parseExpression(`${'!'.repeat(51)}1`)).toMatchObject({ ok: false, position: 50 })
    expect(parseExpression('1'.repeat(2001))).toMatchObject({ ok: false, position: 2000 })
    expect(evaluateText(`1${'+1'.repeat(999)}`, {})).toBe(1000)
  })

  it('never throws, whatever the text, and evaluation only ever fails with its own code', () => {
    const parts = fc.constantFrom(
      '${flag}',
      '${age}',
      '1',
      '"a"',
      'and',
      'or',
      'not',
      '!',
      '(',
      ')',
      '==',
      '<',
      '+',
      '-',
      ' ',
      'len',
    )
    const text = fc.oneof(
      fc.string(),
      fc.array(parts, { maxLength: 12 }).map((some) => some.join(' ')),
    )
    fc.assert(
      fc.property(text, (written) => {
        const parsed = parseExpression(written)
        if (!parsed.ok)
          return parsed.position >= 0 && parsed.position <= written.length && inEnglish(parsed.message) !== ''
        try {
          evaluateExpression(parsed.expression, variables)
          return true
        } catch (cause) {
          return cause instanceof AppError && cause.code === 'expression'
        }
      }),
    )
  })

  it('reads any quoted text back', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const quoted = `"${text.replace(/["\\]/g, '\\$&')}"`
        expect(evaluateText(quoted, {})).toBe(text)
      }),
    )
  })
})

describe('variablesIn', () => {
  it('finds every spelling at its place, and neither words nor texts', () => {
    const text = 'not {a} and ${ b } == "c {d}" or e == len(TRUE)'
    expect(
      variablesIn(text).map(({ start, end, ...found }) => ({ ...found, written: text.slice(start, end) })),
    ).toEqual([
      { name: 'a', isBare: false, written: '{a}' },
      { name: 'b', isBare: false, written: '${ b }' },
      { name: 'e', isBare: true, written: 'e' },
    ])
    expect(variablesIn('a == "open').map(({ name }) => name)).toEqual(['a'])
  })

  it('names what the parser names', () => {
    const parts = fc.constantFrom('{a}', '${b}', 'c', 'and', 'or', 'not', '==', '(', ')', 'len(', '"a"', 'true', '1')
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 9 }), (some) => {
        const parsed = parseExpression(some.join(' '))
        if (!parsed.ok) return
        expect(new Set(variablesIn(some.join(' ')).map(({ name }) => name))).toEqual(new Set(parsed.variables))
      }),
    )
  })
})

describe('isTruthy', () => {
  it('follows Python', () => {
    const truthy: Json[] = [true, 1, 'a', 'false', [0], { a: 1 }]
    const falsy = [false, 0, '', [], {}, null, undefined]
    expect([truthy.every(isTruthy), falsy.some(isTruthy)]).toEqual([true, false])
  })
})

describe('isAvailable (NC-7)', () => {
  it('takes null, a variable name or an expression', () => {
    const written = [null, '', 'flag', 'name', 'missing', 'not(${flag})', '${flag}', 'true', 'constructor']
    expect(written.map((available) => isAvailable(available, variables))).toEqual([
      true,
      true,
      false,
      true,
      false,
      true,
      false,
      true,
      false,
    ])
    expect(() => isAvailable('not ${missing}', variables)).toThrow('"missing"')
    expect(['{name}', '{ flag }', '{missing}', 'not flag', 'none'].map((one) => isAvailable(one, variables))).toEqual([
      true,
      false,
      false,
      true,
      false,
    ])
    expect(() => isAvailable('${missing}', variables)).toThrow('"missing"')
  })
})
