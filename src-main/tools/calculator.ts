/** The built-in calculator: a small grammar of its own, so that no text is ever run as code. */
import { AppError } from '../../src-shared/errors'
import { inEnglish } from '../../src-shared/languages/translate'
import type { JsonObject } from '../../src-shared/flow/records'

const FUNCTIONS: { readonly [name: string]: (x: number) => number } = {
  sqrt: Math.sqrt,
  abs: Math.abs,
  round: Math.round,
  floor: Math.floor,
  ceil: Math.ceil,
  ln: Math.log,
  log: Math.log10,
  exp: Math.exp,
  sin: Math.sin,
  cos: Math.cos,
  tan: Math.tan,
}
const CONSTANTS: { readonly [name: string]: number } = { pi: Math.PI, e: Math.E }
const MAX_LENGTH = 1000

/** `expression` such as `(2 + 3) * 4 ^ 2` -> its value as text. Operators + - * / % ^, parentheses, a few functions. */
export function calculate(args: JsonObject): string {
  const given = args['expression']
  const text = typeof given === 'number' ? String(given) : given
  if (typeof text !== 'string' || text.trim() === '')
    throw failure('there is nothing to calculate; give an `expression`')
  if (text.length > MAX_LENGTH) throw failure(`the expression is longer than ${MAX_LENGTH} characters`)
  const value = parse(tokenize(text))
  if (!Number.isFinite(value)) throw failure('the result is not a finite number')
  return String(Number(value.toPrecision(15)))
}

type Token = { text: string; at: number }

function tokenize(text: string): Token[] {
  const normal = text.replaceAll('×', '*').replaceAll('÷', '/').replaceAll('−', '-').replaceAll('**', '^')
  const tokens: Token[] = []
  const pattern = /\s*(?:(\d[\d,]*\.?\d*(?:[eE][+-]?\d+)?|\.\d+)|([A-Za-z]+)|(.))/gsu
  for (const match of normal.matchAll(pattern)) {
    const token = match[1]?.replaceAll(',', '') ?? match[2] ?? match[3] ?? ''
    if (token.trim() !== '') tokens.push({ text: token, at: match.index })
  }
  return tokens
}

function parse(tokens: readonly Token[]): number {
  let index = 0
  const peek = () => tokens[index]?.text
  const take = () => tokens[index++]?.text
  const sum = (): number => {
    let value = product()
    while (peek() === '+' || peek() === '-') value = take() === '+' ? value + product() : value - product()
    return value
  }
  const product = (): number => {
    let value = signed()
    for (let operator = peek(); operator === '*' || operator === '/' || operator === '%'; operator = peek()) {
      take()
      const right = signed()
      if (right === 0 && operator !== '*') throw failure('division by zero')
      value = operator === '*' ? value * right : operator === '/' ? value / right : value % right
    }
    return value
  }
  const signed = (): number => {
    if (peek() === '-') return (take(), -signed())
    if (peek() === '+') return (take(), signed())
    const base = atom()
    return peek() === '^' ? (take(), base ** signed()) : base
  }
  const atom = (): number => {
    const token = tokens[index]
    index += 1
    if (token === undefined) throw failure('the expression ends too early')
    if (/^[\d.]/.test(token.text)) return Number(token.text)
    if (token.text === '(') return closed(sum())
    const name = token.text.toLowerCase()
    if (Object.hasOwn(CONSTANTS, name)) return CONSTANTS[name] ?? Number.NaN
    const apply = Object.hasOwn(FUNCTIONS, name) && peek() === '(' ? FUNCTIONS[name] : undefined
    if (apply === undefined) throw failure(`"${token.text}" at character ${token.at + 1} is not understood`)
    take()
    return apply(closed(sum()))
  }
  const closed = (value: number): number => {
    if (take() !== ')') throw failure('a closing bracket is missing')
    return value
  }
  const value = sum()
  const rest = tokens[index]
  if (rest !== undefined) throw failure(`"${rest.text}" at character ${rest.at + 1} is not understood`)
  return value
}

function failure(what: string): AppError {
  return new AppError('tool-failed', inEnglish(`${what}.`))
}
