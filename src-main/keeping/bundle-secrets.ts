/** What is taken out of a bundle beyond keys and secrets that are stored here: those that somebody typed into the flow itself. */
import { isSecretName } from '../../src-shared/agents/outside/found-secrets'
import type { Json, JsonObject } from '../../src-shared/flow/records'
import { looksSecret, SECRET_NAME, secretsIn, withoutKeys } from '../../src-shared/flow/secret-names'
import { createRedactor, type Redactor } from '../redaction/redactor'

/** Shorter ones are no secrets, as for the redactor. */
const LEAST = 6

/** A cleaner of everything: of what is known, of what the drawings hold, and of what looks like a key. */
export function bundleCleaner(known: Redactor, drawings: readonly Json[]): (value: Json) => Json {
  const typed = createRedactor(drawings.flatMap((drawing) => [...typedSecrets(drawing)]))
  return (value) => eachText(typed.json(known.json(value)), withoutKeys)
}

/** Names of all drawings that may be those of secrets: in braces, and those whose values the programs of tool servers get. */
export function namedSecrets(drawings: readonly Json[]): string[] {
  const names = drawings.flatMap((drawing) => [...secretsIn(JSON.stringify(drawing)), ...programNames(drawing)])
  return [...new Set(names.filter((name) => SECRET_NAME.test(name)))]
}

/** What stands where the program of a tool server is given names of secrets; somebody may have typed a secret itself. */
function* programNames(value: Json): Generator<string> {
  if (Array.isArray(value)) for (const one of value) yield* programNames(one)
  else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value))
      if (isEnvironment(value, key)) yield* textsOf(inner)
      else yield* programNames(inner)
  }
}

function isEnvironment({ type }: JsonObject, key: string): boolean {
  return type === 'stdio' && key === 'env'
}

/** The texts of a list, or the values of a map. */
function textsOf(value: Json): string[] {
  return Object.values(value ?? {}).filter((one): one is string => typeof one === 'string')
}

function* typedSecrets(value: Json): Generator<string> {
  if (typeof value === 'string') yield* secretsOfUrl(value)
  else if (Array.isArray(value)) for (const one of value) yield* typedSecrets(one)
  else if (typeof value === 'object' && value !== null) {
    const { name, value: given } = value
    if (typeof name === 'string' && typeof given === 'string' && isSecretName(name)) yield* valueOf(given)
    for (const [key, inner] of Object.entries(value)) {
      // A name that is taken for a secret would be taken out wherever it stands, and the drawing could not be read again.
      if (isEnvironment(value, key)) yield* textsOf(inner).filter(looksSecret)
      else {
        if (typeof inner === 'string' && isSecretName(key)) yield* valueOf(inner)
        yield* typedSecrets(inner)
      }
    }
  }
}

/** The value of a header or field, and what stands behind a scheme such as `Bearer`; a name in braces is none. */
function* valueOf(text: string): Generator<string> {
  if (secretsIn(text).length > 0) return
  if (text.length >= LEAST) yield text
  const word = /^\w+\s+(\S+)$/.exec(text)?.[1] ?? ''
  if (word.length >= LEAST) yield word
}

/** Who signs in with an address, and what it says under a name for keys. */
function* secretsOfUrl(text: string): Generator<string> {
  for (const [found] of text.matchAll(/\bhttps?:\/\/[^\s"'<>]+/gi)) {
    if (!URL.canParse(found)) continue
    const { username, password, searchParams } = new URL(found)
    for (const part of [username, password]) if (part.length >= LEAST) yield decoded(part)
    for (const [name, given] of searchParams) if (isSecretName(name)) yield* valueOf(given)
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function eachText(value: Json, change: (text: string) => string): Json {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((one) => eachText(one, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, eachText(inner, change)]))
}
