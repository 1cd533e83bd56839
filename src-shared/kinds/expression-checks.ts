/** Checks of expressions, of names of variables and of patterns. */
import { asMessage, message as sentence } from '../languages/translate'
import { nameAlone, parseExpression, variablesIn } from '../agents/expressions/expression'
import { slotsOf } from '../agents/templates/template'
import type { Problem } from './kind'

/** Where a text stands, and what the flow declares. */
export type TextContext = { field: string; label: string; declared: ReadonlySet<string> }

/** An expression: a syntax error with its position, or warnings for variables that nobody declared. */
export function checkExpression(text: string, { field, label, declared }: TextContext): Problem[] {
  const parsed = parseExpression(text)
  if (!parsed.ok) {
    const message = sentence('“{label}” cannot be read at character {position}: {fault}. Correct the expression.', {
      label: asMessage(label),
      position: parsed.position + 1,
      fault: asMessage(parsed.message),
    })
    return [{ severity: 'error', code: 'bad-expression', field, message }]
  }
  const braced = new Set(variablesIn(text).flatMap(({ name, isBare }) => (isBare ? [] : [name])))
  return undeclared(parsed.variables, { field, label, declared }).map((problem) => {
    const { variable = '' } = problem
    return braced.has(variable)
      ? problem
      : {
          ...problem,
          message: sentence('{problem} If it is a text, put it in quotes.', { problem: asMessage(problem.message) }),
        }
  })
}

/** `available` of a hand-off: the name of a variable, or an expression. */
export function checkAvailable(text: string, written: TextContext): Problem[] {
  const name = nameAlone(text)
  return name === null ? checkExpression(text, written) : undeclared([name], written)
}

/** A text with `{name}` in it: warnings for variables that nobody declared. */
export function checkTemplate(text: string, written: TextContext): Problem[] {
  return undeclared(slotsOf(text), written)
}

/** A pattern of the rehearsal script as `/regex/flags`; anything else is a plain text. Null when it can be used. */
export function patternFault(pattern: string): string | null {
  const parts = /^\/(.+)\/([a-z]*)$/s.exec(pattern)
  if (parts === null) return null
  try {
    new RegExp(parts[1] ?? '', (parts[2] ?? '').replace(/[gy]/g, ''))
    return null
  } catch (cause) {
    return cause instanceof Error ? cause.message : String(cause)
  }
}

function undeclared(names: readonly string[], { field, label, declared }: TextContext): Problem[] {
  return names
    .filter((name) => !declared.has(name))
    .map((name) => ({
      severity: 'warning',
      code: 'undeclared-variable',
      field,
      variable: name,
      message: sentence(
        "“{label}” names the variable “{name}”, which is not declared. Declare it in the flow's settings.",
        { label: asMessage(label), name },
      ),
    }))
}
