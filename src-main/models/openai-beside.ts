/** What a server streams beside a reply, put together from its pieces as it would have come whole. */
import { isJsonObject } from '../../src-shared/flow/json'
import type { Json, JsonObject } from '../../src-shared/flow/records'

/** The fields so far with one more piece of each: texts and lists go on, anything else is taken as it came last. */
export function joinFields(before: JsonObject, piece: JsonObject): JsonObject {
  const names = Object.keys(piece)
  if (names.length === 0) return before
  const joined = names.map((name): [string, Json] => [name, joinValues(before[name], piece[name] ?? null)])
  return { ...before, ...Object.fromEntries(joined) }
}

function joinValues(before: Json | undefined, piece: Json): Json {
  if (typeof before === 'string' && typeof piece === 'string') return before + piece
  if (Array.isArray(before) && Array.isArray(piece)) return piece.reduce<Json[]>(withItem, before)
  return piece
}

/** What one block of thoughts is made of, in the words of different servers; all else of a block is said once. */
const GROWING = new Set(['text', 'summary', 'thinking', 'data'])

/** A list of blocks after one more piece: of the block of that number, or of the last one as long as that is not signed. */
function withItem(blocks: Json[], piece: Json): Json[] {
  const open = isJsonObject(piece)
    ? blocks.findLastIndex((block, at) => goesOn(block, piece, at === blocks.length - 1))
    : -1
  const block = blocks[open]
  if (!isJsonObject(piece) || !isJsonObject(block)) return [...blocks, piece]
  const grown = Object.entries(piece).flatMap(([name, value]): [string, Json][] => {
    const known = block[name]
    if (value === null && known !== undefined) return []
    return [[name, GROWING.has(name) && typeof known === 'string' && typeof value === 'string' ? known + value : value]]
  })
  return blocks.with(open, { ...block, ...Object.fromEntries(grown) })
}

function goesOn(block: Json, piece: JsonObject, isLast: boolean): boolean {
  if (!isJsonObject(block) || block['type'] !== piece['type']) return false
  if (typeof piece['index'] === 'number') return block['index'] === piece['index'] && isSame(block['id'], piece['id'])
  return isLast && typeof block['signature'] !== 'string' && isSame(block['id'], piece['id'])
}

/** Whether two ids may be those of one block: a piece need not say it again. */
function isSame(known: Json | undefined, said: Json | undefined): boolean {
  return typeof known !== 'string' || typeof said !== 'string' || known === said
}
