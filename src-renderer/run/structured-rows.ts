/** Lists of a structured output that are tables: objects of a few plain fields. */
import { isJsonObject } from '../../src-shared/flow/json'
import type { Json } from '../../src-shared/flow/records'

const MOST_COLUMNS = 6

type ListTable = { columns: readonly string[]; rows: readonly (readonly (Json | undefined)[])[] }

/** The list as a table; null: its items are no objects, or hold more than a table can show. */
export function listTable(list: readonly Json[]): ListTable | null {
  const objects = list.filter(isJsonObject)
  if (objects.length === 0 || objects.length < list.length) return null
  const columns = [...new Set(objects.flatMap((item) => Object.keys(item)))]
  const isPlain = objects.every((item) =>
    Object.values(item).every((cell) => typeof cell !== 'object' || cell === null),
  )
  if (!isPlain || columns.length === 0 || columns.length > MOST_COLUMNS) return null
  return {
    columns,
    rows: objects.map((item) => columns.map((name) => (Object.hasOwn(item, name) ? item[name] : undefined))),
  }
}
