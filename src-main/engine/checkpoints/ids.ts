/** Checkpoint ids in the database: LangGraph's UUIDs as 16 bytes, which sort as their text does; any other id as text. */
import { z } from 'zod'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** The id as it is stored and compared. */
export function storedId(id: string): string | Buffer {
  return UUID.test(id) ? Buffer.from(id.replaceAll('-', ''), 'hex') : id
}

/** A stored id as text. */
export const idColumn = z.union([
  z.string(),
  z.instanceof(Uint8Array).transform((bytes) => {
    const hex = Buffer.from(bytes).toString('hex')
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
  }),
])
