/** What a model reads when what a tool or code set cannot be a variable of the flow. */
import type { Json, JsonObject, Language, Variable } from '../../flow/records'
import { fitsType, isVariableName, type DeclaredVariables } from '../../flow/variables'
import { builtInText } from './index'
import type { TextName } from './prompts'

/** The beginning of a value or a name is enough to find it. */
const MOST_SHOWN = 80

const TYPES = { string: 'aText', number: 'aNumber', boolean: 'trueOrFalse' } as const satisfies {
  readonly [Type in Exclude<Variable['type'], 'json'>]: TextName
}

/**
 * Why variables cannot be set, for the first that cannot; null when all can: any name that could be declared, and a declared one by its type.
 * Names that nobody declared are allowed, as in AG2.
 */
export function variablesUnfit(language: Language, declared: DeclaredVariables, set: JsonObject): string | null {
  for (const [name, value] of Object.entries(set)) {
    const variable = Object.hasOwn(declared, name) ? declared[name] : undefined
    const fault = variable === undefined ? null : variableUnfit(language, { name, type: variable.type, value })
    if (fault !== null) return fault
    if (!isVariableName(name) || name === '__proto__')
      return builtInText(language, 'variableName', { name: name.slice(0, MOST_SHOWN) })
  }
  return null
}

type SetVariable = { name: string; type: Variable['type']; value: Json }

/** Why a value cannot be given to a declared variable; null when it can. */
export function variableUnfit(language: Language, { name, type, value }: SetVariable): string | null {
  if (type === 'json' || fitsType(type, value)) return null
  const text = JSON.stringify(value)
  const shown = text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN - 1)}…` : text
  return builtInText(language, 'variableUnfit', { name, type: builtInText(language, TYPES[type]), value: shown })
}
