/**
 * Expressions over context variables (AG2's ContextExpression): evaluates what `expression-parser` read. Nothing is ever
 * run as code, and a value never becomes part of an expression.
 */
import { asMessage, message, type Message } from '../../languages/translate'
import { AppError } from '../../errors'
import type { Json } from '../../flow/records'
import { parseExpression } from './expression-parser'
import type { Comparison, Expression } from './expression-parser'

export { parseExpression, variablesIn } from './expression-parser'
export type { Expression, NamedVariable, ParsedExpression } from './expression-parser'

/** The context variables by name. */
export type Variables = { readonly [name: string]: Json }

/**
 * The value of an expression. `and` and `or` give one of their operands, as in Python. Every variable that the expression
 * names must exist, also where the answer would not need it (swarm 8); a missing one is an AppError `expression`
 * that names it.
 */
export function evaluateExpression(expression: Expression, variables: Variables): Json {
  for (const name of variablesOf(expression)) requireVariable(name, variables)
  return valueOf(expression, variables)
}

/** Parses and evaluates a text at once; a text that is no expression is an AppError `expression` with its position. */
export function evaluateText(text: string, variables: Variables): Json {
  const parsed = parseExpression(text)
  if (!parsed.ok) {
    throw new AppError(
      'expression',
      message('The expression "{text}" cannot be read: {reason}.', {
        text: text.slice(0, 200),
        reason: asMessage(parsed.message),
      }),
      {
        position: parsed.position,
      },
    )
  }
  return evaluateExpression(parsed.expression, variables)
}

/** Whether a value counts as true: false, null, 0, and an empty text, list or object do not; neither does a missing value. */
export function isTruthy(value: Json | undefined): boolean {
  if (value === undefined || value === null) return false
  if (Array.isArray(value)) return value.length > 0
  return typeof value === 'object' ? Object.keys(value).length > 0 : Boolean(value)
}

/**
 * Whether a hand-off's `available` holds (swarm 8): null always, a variable's name when its value counts as true (a
 * missing one does not), anything else as an expression, which fails as `evaluateText` does.
 */
export function isAvailable(available: string | null, variables: Variables): boolean {
  if (available === null || available.trim() === '') return true
  const name = nameAlone(available)
  if (name === null) return isTruthy(evaluateText(available, variables))
  return Object.hasOwn(variables, name) && isTruthy(variables[name])
}

/** The name that an `available` is, also in braces; null for an expression, as `${name}` is one in AG2. */
export function nameAlone(available: string): string | null {
  const [, braced, bare = braced] =
    /^\s*(?:\{\s*([\p{L}_][\p{L}\p{N}_]*)\s*\}|([\p{L}_][\p{L}\p{N}_]*))\s*$/u.exec(available) ?? []
  if (bare === undefined || (braced === undefined && /^(true|false|null|none)$/i.test(bare))) return null
  return bare
}

/** The names of the variables in an expression, each once, in order of first use. */
export function variablesOf(expression: Expression): string[] {
  const names = new Set<string>()
  const visit = (part: Expression): void => {
    if (part.type === 'variable') names.add(part.name)
    else if ('operand' in part) visit(part.operand)
    else if (part.type !== 'literal') {
      visit(part.left)
      visit(part.right)
    }
  }
  visit(expression)
  return [...names]
}

function valueOf(expression: Expression, variables: Variables): Json {
  switch (expression.type) {
    case 'literal':
      return expression.value
    case 'variable':
      return requireVariable(expression.name, variables)
    case 'not':
      return !isTruthy(valueOf(expression.operand, variables))
    case 'and': {
      const left = valueOf(expression.left, variables)
      return isTruthy(left) ? valueOf(expression.right, variables) : left
    }
    case 'or': {
      const left = valueOf(expression.left, variables)
      return isTruthy(left) ? left : valueOf(expression.right, variables)
    }
    case 'compare':
      return compare(expression.operator, valueOf(expression.left, variables), valueOf(expression.right, variables))
    case 'add':
    case 'subtract':
      return calculate(expression.type, valueOf(expression.left, variables), valueOf(expression.right, variables))
    case 'negative':
      return calculate('subtract', 0, valueOf(expression.operand, variables))
    case 'length':
      return lengthOf(valueOf(expression.operand, variables))
  }
}

function requireVariable(name: string, variables: Variables): Json {
  const value = Object.hasOwn(variables, name) ? variables[name] : undefined
  if (value === undefined) {
    throw new AppError(
      'expression',
      message('The variable "{name}" is not set. Declare it in the flow\'s settings.', { name }),
      {
        variable: name,
      },
    )
  }
  return value
}

function compare(operator: Comparison, left: Json, right: Json): boolean {
  if (operator === '==') return isEqual(left, right)
  if (operator === '!=') return !isEqual(left, right)
  if (typeof left === 'number' && typeof right === 'number') return isOrdered(operator, left, right)
  if (typeof left === 'string' && typeof right === 'string') return isOrdered(operator, left, right)
  throw new AppError(
    'expression',
    message('"{operator}" compares two numbers or two texts, not {left} and {right}.', {
      operator,
      left: typeName(left),
      right: typeName(right),
    }),
  )
}

function isOrdered<Value extends number | string>(
  operator: '<' | '<=' | '>' | '>=',
  left: Value,
  right: Value,
): boolean {
  if (operator === '<') return left < right
  if (operator === '<=') return left <= right
  return operator === '>' ? left > right : left >= right
}

function isEqual(left: Json, right: Json): boolean {
  if (left === right) return true
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false
    return left.every((item, index) => isEqual(item, right[index] ?? null))
  }
  const names = Object.keys(left)
  if (names.length !== Object.keys(right).length) return false
  return names.every((name) => Object.hasOwn(right, name) && isEqual(left[name] ?? null, right[name] ?? null))
}

function calculate(operation: 'add' | 'subtract', left: Json, right: Json): Json {
  if (typeof left === 'number' && typeof right === 'number') return operation === 'add' ? left + right : left - right
  if (operation === 'add' && typeof left === 'string' && typeof right === 'string') return left + right
  const types = { left: typeName(left), right: typeName(right) }
  throw new AppError(
    'expression',
    operation === 'add'
      ? message('"+" adds two numbers or joins two texts, not {left} and {right}.', types)
      : message('"-" subtracts two numbers, not {left} and {right}.', types),
  )
}

function lengthOf(value: Json): number {
  if (typeof value === 'string') return [...value].length
  if (Array.isArray(value)) return value.length
  if (typeof value === 'object' && value !== null) return Object.keys(value).length
  throw new AppError(
    'expression',
    message('len() takes a text, a list or an object, not {type}.', { type: typeName(value) }),
  )
}

function typeName(value: Json): string | Message {
  if (value === null) return 'null'
  if (Array.isArray(value)) return message('a list')
  if (typeof value === 'object') return message('an object')
  if (typeof value === 'string') return message('a text')
  return typeof value === 'number' ? message('a number') : message('true or false')
}
