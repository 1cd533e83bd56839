/** What a model reads when what a tool or code set cannot be a variable of the flow. */
import type { Json, JsonObject, Language, Variable } from '../../flow/records'
import { fitsType, isVariableName, type DeclaredVariables } from '../../flow/variables'
import { renderTemplate } from '../templates/template'

/** The beginning of a value or a name is enough to find it. */
const MOST_SHOWN = 80

type Words = {
  readonly unfit: string
  readonly noName: string
  readonly types: { readonly [Type in Exclude<Variable['type'], 'json'>]: string }
}

const WORDS = {
  en: {
    unfit: 'The variable "{name}" must be {type}, and {value} is not.',
    noName: '"{name}" cannot be the name of a variable.',
    types: { string: 'a text', number: 'a number', boolean: 'true or false' },
  },
  ru: {
    unfit: 'Переменная «{name}»: нужно {type}, а дано {value}.',
    noName: '«{name}» не может быть именем переменной.',
    types: { string: 'текст', number: 'число', boolean: 'true или false' },
  },
  zh: {
    unfit: '变量“{name}”必须是{type}，而 {value} 不是。',
    noName: '“{name}”不能用作变量名。',
    types: { string: '文本', number: '数字', boolean: ' true 或 false' },
  },
} as const satisfies Record<Language, Words>

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
      return renderTemplate(WORDS[language].noName, { name: name.slice(0, MOST_SHOWN) })
  }
  return null
}

type SetVariable = { name: string; type: Variable['type']; value: Json }

/** Why a value cannot be given to a declared variable; null when it can. */
export function variableUnfit(language: Language, { name, type, value }: SetVariable): string | null {
  if (type === 'json' || fitsType(type, value)) return null
  const text = JSON.stringify(value)
  const shown = text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN - 1)}…` : text
  const { unfit, types } = WORDS[language]
  return renderTemplate(unfit, { name, type: types[type], value: shown })
}
