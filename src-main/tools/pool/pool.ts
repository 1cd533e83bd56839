/** A pool of tools: who is in it, who may be found, and finding them by words, by meaning or both. It finds tools and never calls one. */
import { setImmediate } from 'node:timers/promises'
import { AppError } from '../../../src-shared/errors'
import type { Embedding } from '../../documents/meaning'
import { DISABLED, ENABLED, FREE, type Candidate } from './choose'
import type { EmbeddingCache } from './embedding-cache'
import { toolFeatures } from './features'
import { searchPool, type PoolView, type SearchRequest, type SearchResult } from './search'
import { createSlots } from './slots'
import { embeddingText, type PoolTool } from './tool'
import { createToolEmbeddings, type ToEmbed, type WorkOptions } from './tool-embeddings'
import { createWordIndex } from './word-index'

export type { Candidate, PoolTool, SearchRequest, SearchResult, WorkOptions }
export type { Reason } from './choose'
export type { SearchMode } from './search'

/** A tool as it is put into a pool; enabled unless said otherwise. */
export type NewTool = PoolTool & { readonly isEnabled?: boolean }

export type PoolOptions = {
  /** The embedding model; without one the built-in vectors serve, which need no network. */
  embedding?: Embedding | null
  cache?: EmbeddingCache | null
}

export type ToolPool = {
  readonly size: number
  /** Throws AppError `bad-input` when there is a tool of that name. Its vector is got by `prepare`, or by the next search. */
  add: (tool: NewTool) => void
  /**
   * Adds many in batches, with pauses for everything else, then gets their vectors. Stopped half-way, it leaves whole tools, and the names
   * that are in may be left out of the next call. Throws AppError `bad-input` before anything is added when a name is taken or double;
   * an embedding model that fails is no error here: searches say so.
   */
  addAll: (tools: readonly NewTool[], options?: WorkOptions) => Promise<void>
  /** Replaces description and parameters; the tool keeps its place and whether it is enabled. Unknown name: AppError `not-found`. */
  update: (tool: PoolTool) => void
  /** Unknown name: AppError `not-found`, as with all that follow. */
  remove: (name: string) => void
  removeAll: () => void
  enable: (name: string) => void
  disable: (name: string) => void
  isEnabled: (name: string) => boolean
  has: (name: string) => boolean
  get: (name: string) => PoolTool
  /** In order of adding. */
  names: () => string[]
  enabledNames: () => string[]
  /** All tools in order of adding, for storing and for `addAll`. */
  state: () => NewTool[]
  /** Gets missing vectors from the embedding model; null, or in words why it failed. Throws only when stopped. */
  prepare: (options?: WorkOptions) => Promise<string | null>
  search: (request: SearchRequest) => Promise<SearchResult>
}

/** How long tools are indexed at a stretch. */
const STRETCH_MS = 8

export function createToolPool({ embedding = null, cache = null }: PoolOptions = {}): ToolPool {
  const slots = createSlots()
  const index = createWordIndex()
  const isStill = ({ slot, text }: ToEmbed): boolean => {
    const tool = slots.view.tools[slot]
    return tool !== undefined && slots.view.state[slot] !== FREE && embeddingText(tool) === text
  }
  const embeddings = embedding === null ? null : createToolEmbeddings({ embedding, cache, isStill })

  const add = ({ isEnabled = true, ...tool }: NewTool, turn?: number): void => {
    if (slots.byName.has(tool.name)) throw taken(tool.name)
    const features = toolFeatures(tool)
    const slot = slots.take(tool, { isEnabled, turn })
    index.add(slot, features)
  }
  const remove = (name: string): void => {
    const slot = slots.of(name)
    const tool = slots.get(name)
    index.remove(slot, toolFeatures(tool))
    embeddings?.vectors.remove(slot)
    slots.free(name)
  }
  const view = (): PoolView => ({ ...slots.view, size: slots.used(), count: slots.byName.size, index, embeddings })
  const prepare = async (options?: WorkOptions): Promise<string | null> => {
    if (embeddings === null) return null
    return failureOf(
      () =>
        embeddings.ensure(
          slots.toEmbed((slot) => embeddings.vectors.has(slot)),
          options,
        ),
      options,
    )
  }
  return {
    get size() {
      return slots.byName.size
    },
    add: (tool) => add(tool),
    addAll: async (tools, options = {}) => {
      refuseDoubles(tools, slots.byName)
      let pausedAt = performance.now()
      for (const [at, tool] of tools.entries()) {
        add(tool)
        if (performance.now() - pausedAt < STRETCH_MS) continue
        options.onProgress?.(at + 1, tools.length)
        await setImmediate()
        options.signal?.throwIfAborted()
        pausedAt = performance.now()
      }
      options.onProgress?.(tools.length, tools.length)
      await prepare(options)
    },
    update: (tool) => {
      const turn = slots.view.added[slots.of(tool.name)]
      const isEnabled = slots.isEnabled(tool.name)
      remove(tool.name)
      add({ ...tool, isEnabled }, turn)
    },
    remove,
    removeAll: () => {
      for (const name of [...slots.byName.keys()]) remove(name)
    },
    enable: (name) => slots.setState(name, ENABLED),
    disable: (name) => slots.setState(name, DISABLED),
    isEnabled: (name) => slots.isEnabled(name),
    has: (name) => slots.byName.has(name),
    get: (name) => slots.get(name),
    names: () => slots.inOrder().map(({ name }) => name),
    enabledNames: () => slots.inOrder().flatMap(({ name }) => (slots.isEnabled(name) ? [name] : [])),
    state: () => slots.inOrder().map((tool) => ({ ...tool, isEnabled: slots.isEnabled(tool.name) })),
    prepare,
    search: (request) => searchPool(view, prepare, request),
  }
}

/** In words why `work` failed, or null; what the caller stopped is thrown. */
async function failureOf(work: () => Promise<void>, { signal }: WorkOptions = {}): Promise<string | null> {
  try {
    await work()
    return null
  } catch (cause) {
    signal?.throwIfAborted()
    return cause instanceof Error ? cause.message : String(cause)
  }
}

function refuseDoubles(tools: readonly NewTool[], present: ReadonlyMap<string, number>): void {
  const seen = new Set<string>()
  for (const { name } of tools) {
    if (present.has(name) || seen.has(name)) throw taken(name)
    seen.add(name)
  }
}

function taken(name: string): AppError {
  const message = `tool ${name} already exists in this pool. Remove it first, or give the new one another name.`
  return new AppError('bad-input', message, { tool: name })
}
