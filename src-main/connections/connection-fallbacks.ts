/** Who answers when a connection cannot, as it lies in the library: names of other connections, in order. */
import { z } from 'zod'
import { connectionName } from './lessons'

const storedSchema = z.array(z.string())

/** The names in a row; none for what a newer version wrote. */
export function readFallbacks(text: string | null): string[] {
  if (text === null) return []
  const read = storedSchema.safeParse(JSON.parse(text))
  return read.success ? read.data : []
}

/** As they are stored, each once and never the connection itself; null for none. */
export function writtenFallbacks(name: string, names: readonly string[]): string | null {
  const seen = new Set([connectionName(name)])
  const kept = names.filter((other) => {
    const key = connectionName(other)
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
  return kept.length === 0 ? null : JSON.stringify(kept)
}
