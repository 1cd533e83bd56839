/**
 * Reads expressions such as `${age} >= 18 and not ${blocked}` into a tree, or says what is wrong and where. A variable may also be
 * written `{age}` or `age`; Baton itself writes `${age}`, as AG2 does.
 */
import { message as sentence, type Sentence } from '../../languages/translate'
import type { Json } from '../../flow/records'

const MAX_LENGTH = 2_000
const MAX_DEPTH = 50

export type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>='

/** An expression as a tree of plain JSON. */
export type Expression =
  | { type: 'literal'; value: Json }
  /** `isBare`: written without braces, as a text without its quotes would be. */
  | { type: 'variable'; name: string; isBare?: true }
  | { type: 'not' | 'negative' | 'length'; operand: Expression }
  | { type: 'and' | 'or' | 'add' | 'subtract'; left: Expression; right: Expression }
  | { type: 'compare'; operator: Comparison; left: Expression; right: Expression }

/** The tree and the variables that it names, or what is wrong and where (an index into the text). */
export type ParsedExpression =
  | { ok: true; expression: Expression; variables: string[] }
  | { ok: false; message: Sentence; position: number }

/**
 * Reads an expression: `${name}`, `{name}` or `name`, numbers, 'texts' and "texts", true, false, null, `len(x)`, parentheses and, from weak
 * to strong, `or |`, `and &`, `not !`, `== != < <= > >=`, `+ -`. Words may be in any case.
 */
export function parseExpression(text: string): ParsedExpression {
  if (text.length > MAX_LENGTH)
    return failure(sentence('it is longer than {most} characters', { most: MAX_LENGTH }), MAX_LENGTH)
  const read = readTokens(text)
  if (!read.ok) return read
  const reader: Reader = { tokens: read.tokens, index: 0, depth: 0, end: text.length, variables: new Set() }
  try {
    const expression = parseOr(reader)
    const rest = reader.tokens[reader.index]
    if (rest !== undefined) return failure(leftOver(rest), rest.position)
    return { ok: true, expression, variables: [...reader.variables] }
  } catch (cause) {
    if (cause instanceof ExpressionFault) return failure(cause.fault, cause.position)
    throw cause
  }
}

type Token = { type: 'number' | 'text' | 'variable' | 'word' | 'sign'; text: string; position: number }
type Reader = { tokens: readonly Token[]; index: number; depth: number; end: number; variables: Set<string> }

/** What is wrong with the text; never leaves this file. */
class ExpressionFault extends Error {
  readonly position: number
  readonly fault: Sentence
  constructor(fault: Sentence, position: number) {
    super(typeof fault === 'string' ? fault : fault.text)
    this.fault = fault
    this.position = position
  }
}

function failure(message: Sentence, position: number): { ok: false; message: Sentence; position: number } {
  return { ok: false, message, position }
}

const SPACE = /\s+/y
const PATTERNS: readonly { type: Token['type']; pattern: RegExp }[] = [
  { type: 'variable', pattern: /\$?\{\s*([\p{L}_][\p{L}\p{N}_]*)\s*\}/uy },
  { type: 'number', pattern: /(\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\p{L}\p{N}_.])/uy },
  { type: 'text', pattern: /("(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*')/y },
  { type: 'word', pattern: /([\p{L}_][\p{L}\p{N}_]*)/uy },
  { type: 'sign', pattern: /(==|!=|<=|>=|&&|\|\||[<>!&|()+-])/y },
]

function readTokens(text: string): { ok: true; tokens: Token[] } | { ok: false; message: Sentence; position: number } {
  const tokens: Token[] = []
  let position = matchAt(SPACE, text, 0)?.[0].length ?? 0
  while (position < text.length) {
    const token = readToken(text, position)
    if (token === null) return failure(whyUnreadable(text, position), position)
    tokens.push(token.token)
    position = token.next
    position += matchAt(SPACE, text, position)?.[0].length ?? 0
  }
  return { ok: true, tokens }
}

function readToken(text: string, position: number): { token: Token; next: number } | null {
  for (const { type, pattern } of PATTERNS) {
    const match = matchAt(pattern, text, position)
    if (match !== null) return { token: { type, text: match[1] ?? '', position }, next: position + match[0].length }
  }
  return null
}

/** A sticky pattern's match at a position; copied, because a sticky pattern remembers where it was. */
function matchAt(pattern: RegExp, text: string, position: number): RegExpExecArray | null {
  const own = new RegExp(pattern)
  own.lastIndex = position
  return own.exec(text)
}

function whyUnreadable(text: string, position: number): Sentence {
  const character = String.fromCodePoint(text.codePointAt(position) ?? 0x3f)
  if (/[${}]/.test(character)) return sentence('a variable is written {example}', { example: '${name}' })
  if (character === '"' || character === "'") return 'a text is not closed'
  if (character === '=') return 'equality is written =='
  if (/\d/.test(character)) return 'this is not a number'
  return sentence('"{character}" does not belong here', { character })
}

function parseOr(reader: Reader): Expression {
  let left = parseAnd(reader)
  while (take(reader, 'or', '|', '||') !== null) left = { type: 'or', left, right: parseAnd(reader) }
  return left
}

function parseAnd(reader: Reader): Expression {
  let left = parseNot(reader)
  while (take(reader, 'and', '&', '&&') !== null) left = { type: 'and', left, right: parseNot(reader) }
  return left
}

function parseNot(reader: Reader): Expression {
  const sign = take(reader, 'not', '!')
  if (sign === null) return parseComparison(reader)
  return nested(reader, sign, () => ({ type: 'not', operand: parseNot(reader) }))
}

function parseComparison(reader: Reader): Expression {
  const left = parseSum(reader)
  const operator = takeComparison(reader)
  if (operator === null) return left
  const expression: Expression = { type: 'compare', operator, left, right: parseSum(reader) }
  const position = reader.tokens[reader.index]?.position
  if (takeComparison(reader) !== null)
    throw new ExpressionFault('join two comparisons with "and"', position ?? reader.end)
  return expression
}

function parseSum(reader: Reader): Expression {
  let left = parseOperand(reader)
  for (;;) {
    const sign = take(reader, '+', '-')
    if (sign === null) return left
    left = { type: sign.text === '+' ? 'add' : 'subtract', left, right: parseOperand(reader) }
  }
}

function parseOperand(reader: Reader): Expression {
  const token = reader.tokens[reader.index]
  if (token === undefined) throw new ExpressionFault('a value is missing at the end', reader.end)
  reader.index += 1
  if (token.type === 'number') return { type: 'literal', value: Number(token.text) }
  if (token.type === 'text') return { type: 'literal', value: unquote(token.text) }
  if (token.type === 'variable') {
    reader.variables.add(token.text)
    return { type: 'variable', name: token.text }
  }
  if (token.type === 'word') return parseWord(reader, token)
  if (token.text === '-') return nested(reader, token, () => ({ type: 'negative', operand: parseOperand(reader) }))
  if (token.text === '(') return nested(reader, token, () => parseRestOfGroup(reader, token))
  throw new ExpressionFault(sentence('a value is missing before "{text}"', { text: token.text }), token.position)
}

function parseWord(reader: Reader, token: Token): Expression {
  switch (token.text.toLowerCase()) {
    case 'true':
      return { type: 'literal', value: true }
    case 'false':
      return { type: 'literal', value: false }
    case 'null':
    case 'none':
      return { type: 'literal', value: null }
    case 'len': {
      const bracket = take(reader, '(')
      if (bracket === null)
        throw new ExpressionFault(sentence('len is written {example}', { example: 'len(${name})' }), token.position)
      return nested(reader, bracket, () => ({ type: 'length', operand: parseRestOfGroup(reader, bracket) }))
    }
    case 'and':
    case 'or':
      throw new ExpressionFault(sentence('a value is missing before "{text}"', { text: token.text }), token.position)
    case 'not':
      throw new ExpressionFault('put "not" and what it belongs to into parentheses', token.position)
    default:
      return bareVariable(reader, token)
  }
}

function bareVariable(reader: Reader, { text, position }: Token): Expression {
  const next = reader.tokens[reader.index]
  if (next?.type === 'sign' && next.text === '(')
    throw new ExpressionFault(sentence('"{name}" is not a function; the only one is len()', { name: text }), position)
  reader.variables.add(text)
  return { type: 'variable', name: text, isBare: true }
}

function parseRestOfGroup(reader: Reader, bracket: Token): Expression {
  const inner = parseOr(reader)
  if (take(reader, ')') !== null) return inner
  const rest = reader.tokens[reader.index]
  if (rest === undefined) throw new ExpressionFault('this parenthesis is not closed', bracket.position)
  throw new ExpressionFault(leftOver(rest), rest.position)
}

function nested(reader: Reader, token: Token, parse: () => Expression): Expression {
  if (reader.depth >= MAX_DEPTH)
    throw new ExpressionFault(sentence('it is nested deeper than {most} levels', { most: MAX_DEPTH }), token.position)
  reader.depth += 1
  const expression = parse()
  reader.depth -= 1
  return expression
}

/** The next token, passed over, when it is one of these words or signs. */
function take(reader: Reader, ...texts: readonly string[]): Token | null {
  const token = reader.tokens[reader.index]
  if (token === undefined || (token.type !== 'word' && token.type !== 'sign')) return null
  if (!texts.includes(token.text.toLowerCase())) return null
  reader.index += 1
  return token
}

function takeComparison(reader: Reader): Comparison | null {
  for (const operator of ['==', '!=', '<', '<=', '>', '>='] as const) {
    if (take(reader, operator) !== null) return operator
  }
  return null
}

function leftOver(token: Token): Sentence {
  if (token.text === ')' && token.type === 'sign') return 'this parenthesis was never opened'
  return sentence('"{text}" does not belong here; an operator such as "and" or "==" is missing', { text: token.text })
}

/** Words with a meaning of their own; in braces they are variables too. */
const KEYWORDS: ReadonlySet<string> = new Set(['true', 'false', 'null', 'none', 'and', 'or', 'not', 'len'])

/** Where a variable stands in the text of an expression, its braces included. */
export type NamedVariable = { name: string; start: number; end: number; isBare: boolean }

/** The variables in the text of an expression, in any of their three spellings; of a text that cannot be read, those before its fault. */
export function variablesIn(text: string): NamedVariable[] {
  const found: NamedVariable[] = []
  let position = matchAt(SPACE, text, 0)?.[0].length ?? 0
  while (position < text.length) {
    const read = readToken(text, position)
    if (read === null) return found
    const { type, text: name } = read.token
    const isBare = type === 'word' && !KEYWORDS.has(name.toLowerCase())
    if (isBare || type === 'variable') found.push({ name, start: position, end: read.next, isBare })
    position = read.next
    position += matchAt(SPACE, text, position)?.[0].length ?? 0
  }
  return found
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
])

function unquote(quoted: string): string {
  return quoted.slice(1, -1).replace(/\\([^])/g, (_, character: string) => ESCAPES.get(character) ?? character)
}
