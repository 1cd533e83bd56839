/** Pools that are kept between turns: a pool of the same tools is indexed and embedded once. */
import { createHash } from 'node:crypto'
import type { Slices } from '../../../src-shared/slices'
import type { EmbeddingModel } from '../../documents/meaning'
import { inSlices } from '../../in-slices'
import type { EmbeddingCache } from './embedding-cache'
import { createToolPool, type PoolTool, type ToolPool } from './pool'

/** A tool of a list that a pool is made of; of several with one name the first that is `enabled` counts, else the first. */
export type PoolMember = PoolTool & { readonly enabled: boolean }

export type OpenPools = {
  /**
   * The pool of these tools in their order, whether they are enabled or not: that is the search's to say. A list is looked through once; the
   * same list again finds its pool without a look at its tools, so it must not be changed.
   */
  open: (tools: readonly PoolMember[], embedding: EmbeddingModel | null) => Promise<ToolPool>
  /** Closes the cache of embeddings, where one was needed. */
  close: () => void
}

/** The tools of a list, each name once, and what tells them from others. */
type ReadList = { tools: readonly PoolTool[]; hash: string }

const MOST_POOLS = 32
const MOST_TOOLS = 200_000

/** `openCache` is called when the first embedding is needed; embeddings are kept in memory alone where it throws. */
export function createOpenPools(openCache: () => EmbeddingCache): OpenPools {
  const known = new Map<string, { size: number; pool: Promise<ToolPool> }>()
  const lists = new WeakMap<readonly PoolMember[], Promise<ReadList>>()
  let cache: EmbeddingCache | null | undefined
  const cacheOf = (): EmbeddingCache | null => {
    if (cache === undefined) cache = opened(openCache)
    return cache
  }
  const readList = (list: readonly PoolMember[]) => {
    const before = lists.get(list)
    if (before !== undefined) return before
    const read = inSlices(readTools(list))
    lists.set(list, read)
    return read
  }
  return {
    async open(list, embedding) {
      const { tools, hash } = await readList(list)
      const key = `${hash} ${JSON.stringify(embedding?.key ?? null)}`
      const there = known.get(key)
      if (there !== undefined) {
        known.delete(key)
        known.set(key, there)
        return there.pool
      }
      const pool = createToolPool(tools, { embedding, cache: embedding === null ? null : cacheOf() })
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

/** The newest stays, however large it is. */
function forgetOldest(known: Map<string, { size: number }>): void {
  let all = [...known.values()].reduce((sum, { size }) => sum + size, 0)
  for (const [key, { size }] of known) {
    if (known.size === 1 || (known.size <= MOST_POOLS && all <= MOST_TOOLS)) return
    known.delete(key)
    all -= size
  }
}

/** So many tools are looked at before anybody looks at the time. */
const SLICE = 100

/** In the order of the list, which tells equals apart. */
function* readTools(list: readonly PoolMember[]): Slices<ReadList> {
  const chosen = new Map<string, PoolMember>()
  for (const [place, tool] of list.entries()) {
    const before = chosen.get(tool.name)
    if (before === undefined || (tool.enabled && !before.enabled)) chosen.set(tool.name, tool)
    if (place % SLICE === 0) yield
  }
  const tools: PoolTool[] = []
  const hash = createHash('sha256')
  for (const [place, tool] of list.entries()) {
    const { name, description, parameters } = tool
    if (chosen.get(name) !== tool) continue
    tools.push({ name, description, parameters })
    hash.update(JSON.stringify([name, description, parameters ?? null]))
    if (place % SLICE === 0) yield
  }
  return { tools, hash: hash.digest('base64') }
}
