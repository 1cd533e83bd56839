/** Holds a value against a JSON schema in its plain form, with Ajv, and says what is wrong place by place. */
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import { isJsonObject } from '../../src-shared/flow/json'
import type { Json, JsonObject } from '../../src-shared/flow/records'
import { describeSchema, SCHEMA_WORDS } from '../../src-shared/json-schema/describe'
import { mended } from '../../src-shared/json-schema/mend'
import { pathWords, type BrokenRule, type Misfit } from '../../src-shared/json-schema/misfit'
import { readPattern } from '../../src-shared/json-schema/patterns'
import {
  atPointer,
  choicesOf,
  propertyOf,
  propertiesOf,
  schemaPart,
  takesType,
  typeOfValue,
  typesOf,
} from '../../src-shared/json-schema/walk'

/** A value as it is used, and what is wrong with it all the same; nothing: it fits. */
export type FittedValue = { value: Json; misfits: readonly Misfit[] }
/** A schema that is ready for values. */
export type Validator = (value: Json) => FittedValue

/** So many faults tell a model enough. */
const MOST_MISFITS = 8
/** So deep a choice within a choice is looked into. */
const MOST_CHOICES = 3
const MOST_RULE = 200

const readRegExp = Object.assign(
  (text: string) => readPattern(text) ?? { test: () => true },
  // What Ajv writes where it prints its code, which nobody asks for.
  { code: 'new RegExp' },
)

/** Makes the validator of a plain form. Each has an Ajv of its own, since one would keep all that it ever saw. */
export function createValidator(schema: JsonObject): Validator {
  const validate = compile(schema)
  return (value) => {
    if (validate(value)) return { value, misfits: [] }
    const made = mended(value, (one) => (validate(one) ? [] : (validate.errors ?? []).map(brokenRule)))
    const isFit = validate(made)
    return { value: made, misfits: isFit ? [] : misfitsOf(validate, made, { schema, depth: 0 }).slice(0, MOST_MISFITS) }
  }
}

function compile(schema: JsonObject): ValidateFunction {
  const ajv = new Ajv2020({
    allErrors: true,
    strict: false,
    verbose: true,
    meta: false,
    validateSchema: false,
    validateFormats: false,
    addUsedSchema: false,
    // `constructor` and the like are names as any other.
    ownProperties: true,
    logger: false,
    // 19.99 is a multiple of 0.01, though a division of the two does not say so.
    multipleOfPrecision: 6,
    code: { regExp: readRegExp },
  })
  return ajv.compile(schema)
}

function brokenRule({ instancePath, keyword, parentSchema }: ErrorObject): BrokenRule {
  const at = partsOf(instancePath)
  const schema = schemaOf(parentSchema)
  if (keyword === 'type') return { at, types: typesOf(schema) }
  return keyword === 'enum' || keyword === 'const' ? { at, allowed: choicesOf(schema) } : { at }
}

type MisfitContext = { schema: JsonObject; depth: number }

function misfitsOf(validate: ValidateFunction, value: Json, explaining: MisfitContext): Misfit[] {
  const misfits: { at: string; of: readonly Misfit[] }[] = []
  for (const error of validate(value) ? [] : (validate.errors ?? [])) {
    const { instancePath, keyword } = error
    const isChoice = keyword === 'anyOf' || keyword === 'oneOf'
    // What the branches of a choice say stands before it.
    while (isChoice && misfits.length > 0 && isWithin(misfits.at(-1)?.at ?? '', instancePath)) misfits.pop()
    misfits.push({
      at: instancePath,
      of: isChoice ? misfitsOfChoice(error, explaining) : plainMisfits(error, explaining),
    })
  }
  const seen = new Set<string>()
  return misfits
    .flatMap(({ of }) => of)
    .filter((one) => {
      const text = JSON.stringify(one)
      const isNew = !seen.has(text)
      seen.add(text)
      return isNew
    })
}

function isWithin(path: string, outer: string): boolean {
  return path === outer || path.startsWith(`${outer}/`)
}

/** Where one branch alone can have been meant, what is wrong by that; else what all of them want. */
function misfitsOfChoice(error: ErrorObject, { schema: root, depth }: MisfitContext): Misfit[] {
  const { instancePath, parentSchema, keyword } = error
  const path = pathWords(partsOf(instancePath))
  const value = jsonOf(error.data)
  const choice = schemaOf(parentSchema)
  const branches = Array.isArray(choice[keyword]) ? choice[keyword] : []
  const wanted = describeSchema({ [keyword]: branches }, SCHEMA_WORDS, root)
  if (Array.isArray(error.params['passingSchemas'])) return [{ path, what: 'several', wanted }]
  const open = branches.filter((branch) => mayMean(branch, value, root))
  if (open.length === 0) return [{ path, what: 'type', wanted, given: typeOfValue(value) }]
  const [meant] = open
  if (open.length > 1 || depth >= MOST_CHOICES || !isJsonObject(meant)) return [{ path, what: 'choice', wanted }]
  const { $defs } = root
  const schema = { ...meant, ...($defs === undefined ? {} : { $defs }) }
  const inner = misfitsOf(compile(schema), value, { schema, depth: depth + 1 })
  if (inner.length === 0) return [{ path, what: 'choice', wanted }]
  return inner.map((one) => ({ ...one, path: joined(path, one.path) }))
}

function joined(path: string, inner: string): string {
  if (path === '' || inner === '') return path + inner
  return inner.startsWith('[') ? path + inner : `${path}.${inner}`
}

/** Whether a branch can have been meant: its type is that of the value, and so are the names that tell branches apart. */
function mayMean(branch: Json, value: Json, root: JsonObject): boolean {
  const { $ref: reference } = schemaPart(branch)
  const schema = typeof reference === 'string' ? atPointer(root, reference) : branch
  if (schema === false || !takesType(typesOf(schema), value)) return false
  const own = choicesOf(schema)
  if (own.length > 0 && !own.includes(value)) return false
  if (!isJsonObject(value)) return true
  return Object.entries(propertiesOf(schema)).every(([name, part]) => {
    const [only, ...more] = choicesOf(part)
    return only === undefined || more.length > 0 || typeof only === 'object' || value[name] === only
  })
}

function plainMisfits(
  { instancePath, keyword, params, parentSchema, data }: ErrorObject,
  { schema: root }: MisfitContext,
): Misfit[] {
  const at = partsOf(instancePath)
  const path = pathWords(at)
  const schema = schemaOf(parentSchema)
  const inner = (name: unknown) => pathWords([...at, String(name)])
  switch (keyword) {
    case 'type':
      return [
        { path, what: 'type', wanted: describeSchema(schema, SCHEMA_WORDS, root), given: typeOfValue(jsonOf(data)) },
      ]
    case 'required':
    case 'dependentRequired': {
      const name = String(params['missingProperty'])
      return [
        { path: inner(name), what: 'missing', wanted: describeSchema(propertyOf(schema, name), SCHEMA_WORDS, root) },
      ]
    }
    case 'additionalProperties':
    case 'unevaluatedProperties': {
      const name: unknown = params[keyword === 'additionalProperties' ? 'additionalProperty' : 'unevaluatedProperty']
      return [{ path: inner(name), what: 'extra', known: Object.keys(propertiesOf(schema)) }]
    }
    case 'enum':
    case 'const':
      return [{ path, what: 'value', allowed: choicesOf(schema) }]
    case 'false schema':
      return [{ path, what: 'extra', known: [] }]
    // Said by the parts that it leads to.
    case 'if':
      return []
    default:
      return [
        { path, what: 'rule', rule: `"${keyword}": ${(JSON.stringify(schema[keyword]) ?? '').slice(0, MOST_RULE)}` },
      ]
  }
}

function partsOf(instancePath: string): string[] {
  return instancePath === ''
    ? []
    : instancePath
        .slice(1)
        .split('/')
        .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** Ajv gives back parts of the schema and the value that it was given, which are JSON. */
function schemaOf(part: unknown): JsonObject {
  return isJsonObject(part) ? part : {}
}

function jsonOf(value: unknown): Json {
  return value as Json
}
