/** Pools that are kept between turns: a pool of the same tools is indexed and embedded once. */
import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Embedding } from '../../documents/meaning'
import type { EmbeddingCache } from './embedding-cache'
import { createToolPool, type NewTool, type ToolPool } from './pool'

export type OpenPools = {
  /** The pool of these tools. Throws AppError `bad-input` for two of one name. */
  open: (tools: readonly NewTool[], embedding: Embedding | null) => Promise<ToolPool>
  /** Closes the cache of embeddings, where one was needed. */
  close: () => void
}

const MOST_POOLS = 32
const MOST_TOOLS = 200_000
/** How long tools are indexed at a stretch. */
const STRETCH_MS = 8

/** `openCache` is called when the first embedding is needed; embeddings are kept in memory alone where it throws. */
export function createOpenPools(openCache: () => EmbeddingCache): OpenPools {
  const known = new Map<string, { size: number; pool: Promise<ToolPool> }>()
  let cache: EmbeddingCache | null | undefined
  const cacheOf = (): EmbeddingCache | null => {
    if (cache === undefined) cache = opened(openCache)
    return cache
  }
  return {
    async open(tools, embedding) {
      const key = keyOf(tools, embedding)
      const there = known.get(key)
      if (there !== undefined) {
        known.delete(key)
        known.set(key, there)
        return there.pool
      }
      const pool = indexed(tools, embedding, embedding === null ? null : cacheOf())
      known.set(key, { size: tools.length, pool })
      forgetOldest(known)
      try {
        return await pool
      } catch (cause) {
        known.delete(key)
        throw cause
      }
    },
    close: () => cache?.close(),
  }
}

function opened(openCache: () => EmbeddingCache): EmbeddingCache | null {
  try {
    return openCache()
  } catch {
    return null
  }
}

/** Vectors are got by the first search, which can be stopped. */
async function indexed(
  tools: readonly NewTool[],
  embedding: Embedding | null,
  cache: EmbeddingCache | null,
): Promise<ToolPool> {
  const pool = createToolPool({ embedding, cache })
  let pausedAt = performance.now()
  for (const tool of tools) {
    pool.add(tool)
    if (performance.now() - pausedAt < STRETCH_MS) continue
    await setImmediate()
    pausedAt = performance.now()
  }
  return pool
}

/** The newest stays, however large it is. */
function forgetOldest(known: Map<string, { size: number }>): void {
  let all = [...known.values()].reduce((sum, { size }) => sum + size, 0)
  for (const [key, { size }] of known) {
    if (known.size === 1 || (known.size <= MOST_POOLS && all <= MOST_TOOLS)) return
    known.delete(key)
    all -= size
  }
}

function keyOf(tools: readonly NewTool[], embedding: Embedding | null): string {
  const hash = createHash('sha256').update(JSON.stringify(embedding?.key ?? null))
  for (const { name, description, parameters, isEnabled } of tools)
    hash.update(JSON.stringify([name, description, parameters ?? null, isEnabled ?? true]))
  return hash.digest('base64')
}
