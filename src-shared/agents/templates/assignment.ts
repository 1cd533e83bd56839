/** What a node gives a variable: an expression, or a text that is filled in; and how either becomes a value of the declared type. */
import type { Sentence } from '../../languages/translate'
import type { Json, Variable } from '../../flow/records'
import { misfit, readValue, type ReadValue } from '../../flow/variables'
import { evaluateText, parseExpression, type Variables } from '../expressions/expression'
import { renderTemplate, slotsOf } from './template'

/** What is given; `type` is that of the variable as it is declared, undefined: nobody declared it. */
export type AssignedValue = { type: Variable['type'] | undefined; value: string }

/**
 * Whether it is an expression: since `${name}` stands in it, since it names no variable and is a number, a quoted text or the like, or since
 * only an expression can give a number or a yes or no. Anything else is a text with `{name}` in it.
 */
export function isExpression({ type, value }: AssignedValue): boolean {
  if (value.includes('${')) return true
  const parsed = parseExpression(value)
  if (!parsed.ok) return false
  if (type === 'number' || type === 'boolean') return true
  const { expression, variables } = parsed
  const isQuoted = expression.type === 'literal' && typeof expression.value === 'string'
  return variables.length === 0 && (type !== 'string' || isQuoted)
}

/** What is wrong with it and where; null: it is an expression that can be read, or a text. */
export function assignmentFault(value: string): { message: Sentence; position: number } | null {
  if (!value.includes('${')) return null
  const parsed = parseExpression(value)
  return parsed.ok ? null : parsed
}

/** The variables that it names, each once. */
export function namedIn(given: AssignedValue): string[] {
  const parsed = isExpression(given) ? parseExpression(given.value) : null
  if (parsed === null) return slotsOf(given.value)
  return parsed.ok ? parsed.variables : []
}

/**
 * The value that a variable gets. An expression gives its value as it is; a text is filled in and read as the declared type. Throws AppError
 * `expression` for an expression that fails.
 */
export function assignedValue(
  { name, type, value }: AssignedValue & { name: string },
  variables: Variables,
): ReadValue {
  if (isExpression({ type, value })) return fitting(name, type, evaluateText(value, variables))
  const text = renderTemplate(value, variables)
  return type === undefined ? { ok: true, value: text } : readValue(name, type, text)
}

function fitting(name: string, type: AssignedValue['type'], value: Json): ReadValue {
  const issue = type === undefined ? null : misfit(name, type, value)
  return issue === null ? { ok: true, value } : { ok: false, issue }
}
