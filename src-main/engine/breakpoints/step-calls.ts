/** The calls of tools that a step would make: those that have no result yet, and which of them wait for others. */
import type { Offer } from '../../../src-shared/agents/offers/offers'
import type { CompiledFlow, StepContext } from '../contract/runtime'
import { draftOf } from '../state/draft'
import type { CallMark } from '../state/pause-state'
import type { BatonState, Frame } from '../state/state'
import { stepName } from '../state/step-names'
import { planOf, planStepName, waitingFor } from '../tool-calls/plans'

/**
 * `key`: what the step that makes it knows it by; `after`: calls that come first, as the order of tools and the inputs of a plan have it. `isBegun`: it
 * is of a flow that has asked people.
 */
export type OpenCall = CallMark & { key: string; after: readonly string[]; isBegun: boolean }

/** `key`: what tells them from those of other batches; null: it makes none. */
export type StepCalls = { key: string | null; calls: readonly OpenCall[] }

const NONE: StepCalls = { key: null, calls: [] }

type StepPlace = { name: string; owner: string; frames: readonly Frame[] }

export function callsOf(state: BatonState, context: StepContext, { name, owner, frames }: StepPlace): StepCalls {
  const { flow } = context
  if (name === stepName.act(owner)) return callsOfReply(state, flow, { owner, frames })
  if (name === stepName.reply(owner)) return callOfNested(flow, { owner, frames })
  return name === planStepName.work(owner) ? callsOfPlan(state, context, owner) : NONE
}

type Caller = Omit<StepPlace, 'name'>

/** Those of its last reply. */
function callsOfReply({ log }: BatonState, flow: CompiledFlow, { owner, frames }: Caller): StepCalls {
  const top = frames.at(-1)
  const entry = log.findLast((one) => one.kind === 'calls' && one.author === owner && one.scope === top?.scope)
  if (entry?.kind !== 'calls') return NONE
  const { answers = {}, inner = {} } = top?.deciding?.entry === entry.id ? top.deciding : {}
  let last: string[] = []
  const calls = entry.calls.flatMap(({ name }, place): OpenCall[] => {
    if (answers[place] !== undefined) return []
    const key = String(place)
    const mark = callMark(flow, owner, name)
    const isOrdered = mark.target !== null && flow.ordered.has(mark.target)
    const call = { ...mark, key, after: isOrdered ? last : [], isBegun: inner[place] !== undefined }
    if (isOrdered) last = [key]
    return [call]
  })
  return { key: entry.id, calls }
}

/** Those of the plan that have no result yet. */
function callsOfPlan(state: BatonState, { flow, branch }: StepContext, owner: string): StepCalls {
  const plan = planOf(draftOf(state, '', branch), owner)
  const { turn, round, steps, attempts, deciding } = plan
  const { held = {}, inner = {} } = deciding?.round === round ? deciding : {}
  const open = new Set(steps.flatMap(({ id, result }) => (result === null && held[id] === undefined ? [id] : [])))
  const before = waitingFor(steps, flow)
  const calls = steps.flatMap(({ id, tool, deps }): OpenCall[] => {
    if (!open.has(id)) return []
    const after = [...deps, before.get(id) ?? ''].filter((one) => open.has(one) || held[one] !== undefined)
    return [{ ...callMark(flow, owner, tool), key: id, after, isBegun: inner[id] !== undefined }]
  })
  return { key: `plan ${owner} ${turn}.${round}.${attempts.length}`, calls }
}

/** The tool that replies in the place of a nested chat's queue. */
function callOfNested({ graph, nameOf }: CompiledFlow, { owner, frames }: Caller): StepCalls {
  const drawn = graph.from(owner, 'reply').at(0)
  if (drawn === undefined) return NONE
  const { id, edge } = drawn
  const isBegun = frames.at(-1)?.deciding?.inner?.[0] !== undefined
  const call = { key: '0', after: [], isBegun, target: edge.to.node, tool: nameOf(edge.to.node), edges: [id] }
  return { key: `reply ${frames.at(-1)?.scope ?? ''}`, calls: [call] }
}

/** A call by the name that the caller knows its tool by. Whoever is asked or handed to by a call is no tool: the baton comes to them. */
function callMark(flow: CompiledFlow, caller: string, tool: string): CallMark {
  const isTool = ({ type, name }: Offer) => type === 'tool' && name === tool
  const offer = flow.offersOf(caller).find(isTool)
  if (offer !== undefined) return { target: offer.target, tool, edges: [offer.edgeId] }
  for (const pool of flow.poolsOf(caller)) {
    const pooled = pool.tools.find(isTool)
    if (pooled !== undefined) return { target: pooled.target, tool, edges: [pool.edgeId, pooled.edgeId] }
  }
  return { target: null, tool, edges: [] }
}
