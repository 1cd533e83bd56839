/** What there is to know of each type of field besides how the inspector shows it: a new type is a line here, and the compiler demands it. */
import { isJsonObject } from '../flow/json'
import type { Json, JsonObject } from '../flow/records'
import { meets, type FieldHint, type FieldLook } from './kind'

export type FieldType = FieldLook['type']
/** How a field of some type is shown. */
export type HintOf<T extends FieldType> = Extract<FieldLook, { type: T }>

/**
 * Where a value names variables, so that they are renamed in it: in a template (one, several by key, or a text that is one wherever it is
 * said), in an expression, as a whole, in rows, as what keeps slots, or as what keeps a structured output.
 */
export type VariableUse =
  | 'template'
  | 'templates'
  | 'text'
  | 'expression'
  | 'name'
  | 'branches'
  | 'assignments'
  | 'slots'
  | 'output'

/** The code in a value: a tool's program, code in the place of another field, or such code within a nested chat's carry-over. */
export type CodePlace = 'program' | 'callable' | 'carryover'

/**
 * Null: nothing of the sort. `prompts`: the value is a prompt, or several by key, each with a built-in one that an empty one stands for.
 * `namesNode`: the value is the id of a node. `holdsFlow`: the value is a flow or its id. `holdsModel`: the value is a model. `hasChoices`: the
 * value is one of a few, which the hint has in words. `hasParts`: the value is several by name, each of which a person changes by itself.
 */
type FieldTraits = {
  variables: VariableUse | null
  code: CodePlace | null
  prompts: 'one' | 'several' | null
  namesNode: boolean
  holdsFlow: boolean
  holdsModel: boolean
  hasChoices: boolean
  hasParts: boolean
}

const PLAIN = {
  variables: null,
  code: null,
  prompts: null,
  namesNode: false,
  holdsFlow: false,
  holdsModel: false,
  hasChoices: false,
  hasParts: false,
} as const

export const FIELD_TYPES = {
  switch: PLAIN,
  line: { ...PLAIN, variables: 'name' },
  text: { ...PLAIN, variables: 'text' },
  expression: { ...PLAIN, variables: 'expression' },
  place: PLAIN,
  earlierChats: PLAIN,
  chatIds: PLAIN,
  prompt: { ...PLAIN, variables: 'template', prompts: 'one' },
  prompts: { ...PLAIN, variables: 'templates', prompts: 'several', hasParts: true },
  number: PLAIN,
  choice: { ...PLAIN, hasChoices: true },
  json: PLAIN,
  code: { ...PLAIN, code: 'program' },
  callable: { ...PLAIN, code: 'callable' },
  pairs: { ...PLAIN, variables: 'slots', hasParts: true },
  list: PLAIN,
  model: { ...PLAIN, holdsModel: true, hasParts: true },
  carryover: { ...PLAIN, code: 'carryover' },
  summaryArgs: { ...PLAIN, hasParts: true },
  outcomes: PLAIN,
  branches: { ...PLAIN, variables: 'branches' },
  assignments: { ...PLAIN, variables: 'assignments' },
  output: { ...PLAIN, variables: 'output' },
  documents: PLAIN,
  node: { ...PLAIN, namesNode: true },
  apiDocument: PLAIN,
  apiOperations: PLAIN,
  flow: { ...PLAIN, holdsFlow: true },
  flowDescription: PLAIN,
  mcpTransport: PLAIN,
  connection: PLAIN,
  color: PLAIN,
} as const satisfies { [T in FieldType]: FieldTraits }

type TypeWith<Trait extends keyof FieldTraits, Value> = {
  [T in FieldType]: (typeof FIELD_TYPES)[T][Trait] extends Value ? T : never
}[FieldType]

/** Whether a field's type has a trait; its hint is then that of one of the types that do. */
export function hasTrait<Trait extends keyof FieldTraits, const Value extends FieldTraits[Trait]>(
  hint: FieldLook,
  trait: Trait,
  value: Value,
): hint is HintOf<TypeWith<Trait, Value>> {
  const traits: FieldTraits = FIELD_TYPES[hint.type]
  return traits[trait] === value
}

/** The hints that are meant for some data, one for each key: of several the one whose condition holds, else the first. */
export function meantHints(fields: readonly FieldHint[], data: JsonObject): readonly FieldHint[] {
  const chosen = new Map<string, FieldHint>()
  for (const hint of fields)
    if (!chosen.has(hint.key) || (hint.when?.of === undefined && isMet(hint, data))) chosen.set(hint.key, hint)
  return [...chosen.values()]
}

function isMet({ when }: FieldHint, data: JsonObject): boolean {
  return when !== undefined && meets(when, data[when.key])
}

/** Whether code stands in the place of one of the fields. A tool's program is what it is, and stands in the place of nothing. */
export function hasCode(fields: readonly FieldHint[], data: JsonObject): boolean {
  return fields.some((hint) => HAS_CODE[FIELD_TYPES[hint.type].code ?? 'none'](data[hint.key]))
}

const HAS_CODE = {
  none: () => false,
  program: () => false,
  callable: (value) => isJsonObject(value),
  carryover: (value) => isJsonObject(value) && isJsonObject(value['summaryCode']),
} as const satisfies { [P in CodePlace | 'none']: (value: Json | undefined) => boolean }

/** The data without what is code as a whole. */
export function withoutCode(fields: readonly FieldHint[], data: JsonObject): JsonObject {
  const code = new Set(fields.filter(isCode).map(({ key }) => key))
  return Object.fromEntries(Object.entries(data).filter(([field]) => !code.has(field)))
}

function isCode(hint: FieldHint): boolean {
  return hasTrait(hint, 'code', 'program') || hasTrait(hint, 'code', 'callable')
}
