/**
 * What participants are offered of their pools: the best matches, chosen once before the first model call of a turn (Workbench 1 to 8), the
 * search alone, which finds tools and calls none, or the search and whatever it found so far in the turn.
 */
import { findByName } from '../../../src-shared/match'
import type { Offer } from '../../../src-shared/agents/offers/offers'
import { SEARCH_TOOLS, type DrawnPool, type PooledTool, type UsedPool } from '../../../src-shared/agents/offers/pools'
import { AppError } from '../../../src-shared/errors'
import { saidAsFault } from '../../../src-shared/run/log/reasons'
import { inEnglish } from '../../../src-shared/languages/translate'
import type { JsonObject } from '../../../src-shared/flow/records'
import type { ToolUse } from '../../../src-shared/kinds/agent'
import type { SearchRequest, SearchResult } from '../../tools/pool/pool'
import { named, tellDecision, type ToldDecision } from '../calls/decisions'
import { topFrame, logOf, type Draft } from '../state/draft'
import { poolQuery } from '../log-views/pool-query'
import {
  participantOf,
  type CompiledFlow,
  type StepContext,
  type ToolOutcome,
  type ToolRunner,
} from '../contract/runtime'
import { startTimeLimit } from '../../time-limit'

/** How long an embedding model is waited for; what it gave until then is kept, so that the next turn goes on there. */
const PATIENCE_MS = 60_000

function toolUseOf(flow: CompiledFlow, id: string): ToolUse {
  return participantOf(flow, id).speaks?.toolUse ?? 'matching'
}

/** The pools of a participant that are switched on. */
function openPools(flow: CompiledFlow, id: string): UsedPool[] {
  return flow.poolsOf(id).filter(({ enabled }) => enabled)
}

/**
 * Chooses a participant's tools for the turn, where that has not happened yet; when the baton comes back to it later in the turn, it
 * chooses anew, as there are new messages. What was chosen is in its frame, and stored at once: a turn that is resumed offers the same.
 */
export async function findTools(draft: Draft, context: StepContext, id: string): Promise<void> {
  const pools = openPools(context.flow, id)
  const frame = topFrame(draft)
  if (pools.length === 0 || toolUseOf(context.flow, id) !== 'matching') return
  if (frame.found?.turn === draft.turn.number) return
  const log = logOf(draft)
  const at = { scope: frame.scope, viewer: id, unanswered: draft.turn.unanswered }
  const tools = await context.durable(`tools.${id}`, async () => {
    const names: string[] = []
    for (const pool of pools) {
      const query = poolQuery(log, pool.settings.query, at)
      names.push(...(await searchAndTell(draft, context, { id, pool, query })))
    }
    return [...new Set(names)]
  })
  frame.found = { turn: draft.turn.number, tools }
}

/**
 * For whoever chooses its tools once and cannot look for more: of pools that hold more than so many tools together, the names of those that do
 * not fit a query best.
 */
export async function unfitOfPools(
  draft: Draft,
  context: StepContext,
  { id, query, most }: { id: string; query: string; most: number },
): Promise<ReadonlySet<string>> {
  const pools = openPools(context.flow, id)
  const enabled = pools.flatMap(({ tools }) => tools.filter((tool) => tool.enabled))
  if (enabled.length <= most) return new Set()
  const share = Math.max(1, Math.floor(most / pools.length))
  const best = new Set<string>()
  for (const pool of pools) {
    const settings = { ...pool.settings, topK: share, minSimilarity: 0 }
    for (const name of await searchAndTell(draft, context, { id, pool: { ...pool, settings }, query })) best.add(name)
  }
  return new Set(enabled.flatMap(({ name }) => (best.has(name) ? [] : [name])))
}

/** What a participant's model is offered of its pools right now. */
export function pooledOffers(draft: Draft, flow: CompiledFlow, id: string): Offer[] {
  const pools = openPools(flow, id)
  const [first] = pools
  if (first === undefined) return []
  const toolUse = toolUseOf(flow, id)
  const search = Object.values(SEARCH_TOOLS).map((tool): Offer => {
    return { type: 'tool', ...tool, edgeId: first.edgeId, target: first.id, enabled: true }
  })
  if (toolUse === 'search') return search
  const tools = byName(pools.flatMap((pool) => pool.tools.filter(({ enabled }) => enabled)))
  if (toolUse === 'all') return [...tools.values()]
  const found = foundTools(draft).flatMap((name) => tools.get(name) ?? [])
  return toolUse === 'load' ? [...search, ...found] : found
}

/** The names of what was found for whoever has the baton, in this turn. */
function foundTools(draft: Draft): readonly string[] {
  const { found } = topFrame(draft)
  return found?.turn === draft.turn.number ? found.tools : []
}

/** Binds tools for the rest of the turn, each once; the model may call them in its next reply. */
export function loadTools(draft: Draft, names: readonly string[]): void {
  topFrame(draft).found = { turn: draft.turn.number, tools: [...new Set([...foundTools(draft), ...names])] }
}

/** Whether a name is that of a tool which is switched off in a pool, or with its pool (Workbench 9). */
export function isDisabledInPool(flow: CompiledFlow, id: string, name: string): boolean {
  return flow
    .poolsOf(id)
    .some((pool) => pool.tools.some((tool) => tool.name === name && !(tool.enabled && pool.enabled)))
}

/** The runner of a participant's search tool; undefined for any other name. */
export function searchToolRunner(draft: Draft, context: StepContext, at: { id: string; name: string }) {
  const toolUse = toolUseOf(context.flow, at.id)
  const loads = toolUse === 'load'
  const runners: { [name: string]: ToolRunner } = {
    [SEARCH_TOOLS.names.name]: async (args) => {
      const query = textArgument(args, 'query')
      const names: string[] = []
      for (const pool of openPools(context.flow, at.id))
        names.push(...(await searchAndTell(draft, context, { id: at.id, pool, query, loads })))
      return { text: JSON.stringify([...new Set(names)]), isError: false, ...(loads ? { loads: names } : {}) }
    },
    [SEARCH_TOOLS.documentation.name]: (args) => {
      const tool = documented(context.flow, at.id, textArgument(args, 'name'))
      const loaded = loads && tool.enabled ? loadedByReading(draft, context, at.id, tool) : {}
      return Promise.resolve({ text: documentation(tool), isError: false, ...loaded })
    },
  }
  return loads || toolUse === 'search' ? runners[at.name] : undefined
}

/** A tool whose documentation was read is loaded, unless it is already. */
function loadedByReading(draft: Draft, context: StepContext, id: string, tool: PooledTool): Pick<ToolOutcome, 'loads'> {
  if (foundTools(draft).includes(tool.name)) return {}
  const rule = { by: 'documentation-read' } as const
  tellDecision(draft, context, { node: id, about: 'tools', candidates: [], rule, choice: named(tool.name), tries: 0 })
  return { loads: [tool.name] }
}

function textArgument(args: JsonObject, name: string): string {
  const value = args[name]
  if (typeof value === 'string') return value.trim()
  throw new AppError('bad-input', inEnglish(`the argument "${name}" is missing`))
}

/** The tool that a model asks about, also one that is switched off (Workbench 10). Throws for a name that no pool has. */
function documented(flow: CompiledFlow, id: string, asked: string): PooledTool {
  const tools = openPools(flow, id).flatMap((pool) => pool.tools)
  const name = findByName(
    tools.map((tool) => tool.name),
    asked,
  )
  const named = tools.filter((tool) => tool.name === name)
  const tool = named.find(({ enabled }) => enabled) ?? named.at(0)
  if (tool === undefined) throw new AppError('not-found', inEnglish(`tool ${asked} does not exist`))
  return tool
}

/** What a model reads of a tool before it plans with it. */
function documentation({ name, description, parameters, enabled }: PooledTool): string {
  const title = enabled ? name : `${name} (disabled)`
  return `${title}\n${description}\nArguments (JSON schema): ${JSON.stringify(parameters)}`
}

/** `loads`: what is kept is loaded for the rest of the turn. */
type PoolRequest = { id: string; pool: DrawnPool; query: string; loads?: boolean }

/** Searches a pool and says in the trace what came of it (Workbench 20); the names of the tools that are kept, best first. */
async function searchAndTell(draft: Draft, context: StepContext, asked: PoolRequest): Promise<string[]> {
  const { id, pool, query, loads = false } = asked
  const started = context.services.now()
  const result = query === '' ? NOTHING : await search(context, asked)
  const kept = result.candidates.filter((candidate) => candidate.kept).map(({ name }) => name)
  tellDecision(draft, context, {
    node: id,
    about: 'tools',
    candidates: result.candidates.map(({ name, rank, similarity, reason }) => ({
      name,
      ranked: { rank, similarity, reason },
    })),
    prompt: query,
    rule: query === '' ? { by: 'empty-query', pool: pool.name } : ruleOf(pool, result, loads),
    choice: kept.length === 0 ? { is: 'outcome', outcome: 'no-tools' } : named(...kept),
    tries: 0,
    ms: context.services.now() - started,
  })
  if (result.fellBack !== null || result.isLate === true) {
    const fault = result.fellBack === null ? { error: null } : saidAsFault(result.fellBack)
    context.emit({ type: 'warning', node: id, code: 'pool-fell-back', facts: { name: pool.name, ...fault } })
  }
  return kept
}

/** `isLate`: it was searched by words alone, since the embedding model gave no answer in time. */
type PoolResult = SearchResult & { isLate?: true }

const NOTHING: PoolResult = { candidates: [], mode: 'hybrid', fellBack: null }

function ruleOf({ name, settings, tools }: DrawnPool, { mode }: SearchResult, loads: boolean): ToldDecision['rule'] {
  const { topK, minSimilarity, filterAfterSearch } = settings
  return { by: 'pool-search', pool: name, tools: tools.length, topK, mode, minSimilarity, filterAfterSearch, loads }
}

/** One search; an embedding model that takes too long is done without. Throws only when the run is stopped. */
async function search(context: StepContext, { id, pool: drawn, query }: PoolRequest): Promise<PoolResult> {
  const { services, flow } = context
  const pool = await services.toolPool(toolsAsDrawn(flow, id, drawn), flow.settings.embedding)
  const request = requestOf(drawn, query)
  const patience = startTimeLimit(Math.min(PATIENCE_MS, context.deadline - services.now()), context.signal)
  try {
    return await pool.search({ ...request, signal: patience.signal })
  } catch (cause) {
    context.signal.throwIfAborted()
    if (!patience.hasPassed()) throw cause
    const byWords = await pool.search({ ...request, mode: 'keyword', minSimilarity: 0, signal: context.signal })
    return { ...byWords, isLate: true }
  } finally {
    patience.end()
  }
}

/** The tools of a pool as they are drawn: what conditions and switches make of them shares one index. */
function toolsAsDrawn(flow: CompiledFlow, participant: string, { id, tools }: DrawnPool): readonly PooledTool[] {
  return (flow.drawn ?? flow).poolsOf(participant).find((pool) => pool.id === id)?.tools ?? tools
}

/** What a pool is searched for, by its settings. */
export function requestOf({ settings, tools }: DrawnPool, query: string): SearchRequest {
  const { mode, topK, minSimilarity, filterAfterSearch } = settings
  const enabled = new Set(tools.flatMap((tool) => (tool.enabled ? [tool.name] : [])))
  const disabled = new Set(tools.flatMap(({ name }) => (enabled.has(name) ? [] : [name])))
  return { query, mode, topK, minSimilarity, filterAfterSearch, disabled }
}

/** The first tool of each name. */
function byName(tools: readonly PooledTool[]): Map<string, PooledTool> {
  const named = new Map<string, PooledTool>()
  for (const tool of tools) if (!named.has(tool.name)) named.set(tool.name, tool)
  return named
}
