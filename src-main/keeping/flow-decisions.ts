/** What was decided in all threads of a flow, in pages: each decision once, where it was made, whoever copied it. */
import { isInnerId } from '../../src-shared/flow/inner-ids'
import type { DecisionCursor, DecisionPage } from '../../src-shared/rpc/kept-methods'
import type { Decision } from '../../src-shared/run/log/decisions'
import { readerOf } from '../../src-shared/run/log/read-decision'
import type { InnerNode } from '../../src-shared/run/log/events'
import { MOST_CANDIDATES, type FlowDecision } from '../../src-shared/run/log/flow-decisions'
import { createBreather } from '../in-slices'
import type { EventRows, StoredDecision } from '../store/event-rows'
import type { RunDrawings } from '../store/run-drawings'

export type DecisionQuery = { readonly flowId: string; readonly after: DecisionCursor | null; readonly limit: number }

/** So many rows are read at once, while nobody else has their turn. */
const BATCH = 50
/** Whoever is inside sub-flows stands in the first event of a turn's first run. */
const FIRST = 1

type NameNode = (place: StoredDecision['place'], node: string) => InnerNode | null

export function createFlowDecisions(rows: EventRows, drawings: RunDrawings) {
  return async ({ flowId, after, limit }: DecisionQuery): Promise<DecisionPage> => {
    const { breathe } = createBreather()
    const nameOf = namesOf(rows, drawings)
    const decisions: FlowDecision[] = []
    let before: DecisionCursor = after ?? { thread: Number.MAX_SAFE_INTEGER, row: Number.MAX_SAFE_INTEGER }
    for (;;) {
      const batch = rows.decisionsBefore(flowId, before, BATCH)
      for (const stored of batch) {
        before = { thread: stored.place.thread, row: stored.row }
        const decision = stored.isCopy ? null : flowDecision(stored, nameOf)
        if (decision !== null) decisions.push(decision)
        if (decisions.length === limit) return { decisions, next: before }
      }
      if (batch.length < BATCH) return { decisions, next: null }
      await breathe()
    }
  }
}

/** Null: the row cannot be read. */
function flowDecision({ place, read }: StoredDecision, nameOf: NameNode): FlowDecision | null {
  const event = read()
  if (event.type !== 'decision') return null
  const { node, at, span, ms, decision } = event
  const { about, rule, choice, answer, prompt } = decision
  const candidates = toldCandidates(decision)
  const { threadId, runId, turn } = place
  return {
    ...{ threadId, runId, span, turn, at, node, who: nameOf(place, node), about, rule, choice, ms },
    candidates: candidates.map(({ name, node: leadsTo, unavailable }) => ({
      name,
      ...(leadsTo === undefined ? {} : { node: leadsTo }),
      ...(unavailable === undefined ? {} : { unavailable }),
    })),
    moreCandidates: decision.candidates.length - candidates.length,
    isAsked: prompt !== null && answer !== null,
    canReplay: readerOf(decision) !== null,
  }
}

function toldCandidates({ candidates, choice }: Decision): Decision['candidates'] {
  const chosen = new Set(choice.is === 'named' ? choice.names : [])
  return candidates.filter(({ name }, place) => place < MOST_CANDIDATES || chosen.has(name))
}

/** Nodes as they were called in a run; each drawing is read once. */
function namesOf(rows: EventRows, drawings: RunDrawings): NameNode {
  const drawn = new Map<number, { readonly [id: string]: InnerNode }>()
  const inner = new Map<string, { readonly [id: string]: InnerNode }>()
  const innerIn = ({ threadId, turn }: StoredDecision['place']) => {
    const key = `${turn} ${threadId}`
    const known = inner.get(key)
    if (known !== undefined) return known
    const [started] = rows.firstOfTurn(threadId, turn, FIRST)
    const nodes = started?.type === 'run.started' ? (started.inner ?? {}) : {}
    inner.set(key, nodes)
    return nodes
  }
  const drawnIn = ({ runId }: StoredDecision['place']) => {
    const drawing = drawings.of(runId)
    if (drawing === null) return {}
    const nodes = drawn.get(drawing.snapshot) ?? drawing.nodes()
    drawn.set(drawing.snapshot, nodes)
    return nodes
  }
  return (place, node) => {
    const nodes = isInnerId(node) ? innerIn(place) : drawnIn(place)
    const found = Object.hasOwn(nodes, node) ? nodes[node] : undefined
    return found === undefined ? null : { kind: found.kind, name: found.name }
  }
}
