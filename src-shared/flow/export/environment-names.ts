/** The variables of the environment in which an exported flow finds what belongs to a person rather than to the flow: its connections. Secrets are looked for by their own names. */
import { isJsonObject } from '../json'
import { foldCase } from '../../match'
import { DEFAULT_CONNECTION, isRehearsal } from '../model-choices'
import type { Flow, Json } from '../records'

/** Where the address, the key and the model of a connection are. */
export type ConnectionVariables = { url: string; key: string; model: string }

/** `BATON_WORK_URL` of the connection "work": letters and digits of its name, and `_` for all else. */
export function connectionVariables(connection: string): ConnectionVariables {
  const word = connection
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_')
  const start = `BATON_${word}`
  return { url: `${start}_URL`, key: `${start}_KEY`, model: `${start}_MODEL` }
}

/** Keys of servers that a person allows by name, as `--allow` takes them, with commas between them. */
export const ALLOW_VARIABLE = 'BATON_ALLOW'

/** The connections that a flow names with all that it holds, once each whatever their case; the one for flows that name none comes first. */
export function connectionNames(flow: Flow): string[] {
  const found = new Map([[foldCase(DEFAULT_CONNECTION), DEFAULT_CONNECTION]])
  for (const { data } of Object.values(flow.nodes)) collect(data, found)
  collect(flow.settings, found)
  return [...found.values()]
}

function collect(value: Json, found: Map<string, string>): void {
  if (Array.isArray(value)) for (const one of value) collect(one, found)
  if (!isJsonObject(value)) return
  for (const [name, inner] of Object.entries(value)) {
    if (name === 'connection' && typeof inner === 'string') {
      const key = foldCase(inner.trim())
      if (key !== '' && !isRehearsal(inner) && !found.has(key)) found.set(key, inner.trim())
    } else collect(inner, found)
  }
}
