/** Connections and secrets from the environment of the process: there is no library on a server of others. */
import { AppError } from '../../src-shared/errors'
import { inEnglish } from '../../src-shared/languages/translate'
import { ALLOW_VARIABLE, connectionNames, connectionVariables } from '../../src-shared/flow/export/environment-names'
import { isRehearsal } from '../../src-shared/flow/model-choices'
import type { Flow } from '../../src-shared/flow/records'
import type { Connection, ConnectionSource } from '../models/contract/connection'
import { createRedactor, type Redactor } from '../redaction/redactor'

export type Environment = { readonly [name: string]: string | undefined }

export type Keys = {
  connections: ConnectionSource
  /** The value of a named secret. Throws `secret-missing`. */
  secret: (name: string) => Promise<string>
  redactor: () => Promise<Redactor>
  isAllowedByName: (key: string) => boolean
}

/** Where a key without an address goes. */
const OPENAI_URL = 'https://api.openai.com/v1'

/** `secrets`: the names of those that the flow uses, whose values are known to the redactor from the start. */
export function keysIn(env: Environment, flow: Flow, secrets: readonly string[]): Keys {
  const valueOf = (name: string): string | null => {
    const value = (Object.hasOwn(env, name) ? (env[name] ?? '') : '').trim()
    return value === '' ? null : value
  }
  const redactor = createRedactor()
  const learned = (name: string): string | null => {
    const value = valueOf(name)
    if (value !== null) redactor.learn(value)
    return value
  }
  for (const name of secrets) learned(name)
  for (const name of connectionNames(flow)) learned(connectionVariables(name).key)
  const allowed = new Set((valueOf(ALLOW_VARIABLE) ?? '').split(',').map((key) => key.trim()))
  return {
    redactor: () => Promise.resolve(redactor),
    isAllowedByName: (key) => allowed.has(key),
    secret(name) {
      const value = learned(name)
      if (value !== null) return Promise.resolve(value)
      const message = `The secret "${name}" is not there. Set the environment variable ${name}, and start the server again.`
      return Promise.reject(new AppError('secret-missing', inEnglish(message), { secret: name }))
    },
    connections: { get: (name) => (isRehearsal(name) ? null : connectionIn(name, { valueOf, learned })) },
  }
}

type Values = { valueOf: (name: string) => string | null; learned: (name: string) => string | null }

function connectionIn(name: string, { valueOf, learned }: Values): Connection | null {
  const { url, key, model } = connectionVariables(name)
  const apiKey = learned(key)
  const baseUrl = valueOf(url) ?? (apiKey === null ? null : OPENAI_URL)
  return baseUrl === null ? null : { name, provider: 'openai', baseUrl, apiKey, model: valueOf(model) }
}
