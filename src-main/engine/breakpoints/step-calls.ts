/** The calls of tools that a step would make. */
import type { Offer } from '../../../src-shared/agents/offers/offers'
import type { CompiledFlow, StepContext } from '../contract/runtime'
import { draftOf } from '../state/draft'
import type { CallMark } from '../state/pause-state'
import type { BatonState, Frame } from '../state/state'
import { stepName } from '../state/step-names'
import { planOf, planStepName } from '../tool-calls/plans'

/** `key`: what tells them from other calls of the same step; null: it makes none. */
export type StepCalls = { key: string | null; calls: readonly CallMark[] }

const NONE: StepCalls = { key: null, calls: [] }

type StepPlace = { name: string; owner: string; frames: readonly Frame[] }

export function callsOf(state: BatonState, context: StepContext, { name, owner, frames }: StepPlace): StepCalls {
  const { flow } = context
  if (name === stepName.act(owner)) return callsOfReply(state, flow, { owner, frames })
  if (name === stepName.reply(owner)) return callOfNested(flow, owner)
  return name === planStepName.work(owner) ? callsOfPlan(state, context, owner) : NONE
}

/** Those of its last reply. */
function callsOfReply({ log }: BatonState, flow: CompiledFlow, { owner, frames }: Omit<StepPlace, 'name'>): StepCalls {
  const scope = frames.at(-1)?.scope
  const entry = log.findLast((one) => one.kind === 'calls' && one.author === owner && one.scope === scope)
  if (entry?.kind !== 'calls') return NONE
  return { key: entry.id, calls: entry.calls.map(({ name }) => callMark(flow, owner, name)) }
}

/** Those of the plan that have no result yet. */
function callsOfPlan(state: BatonState, { flow, branch }: StepContext, owner: string): StepCalls {
  const { turn, round, steps, attempts } = planOf(draftOf(state, '', branch), owner)
  const calls = steps.filter(({ result }) => result === null).map(({ tool }) => callMark(flow, owner, tool))
  return { key: `plan ${owner} ${turn}.${round}.${attempts.length}`, calls }
}

/** The tool that replies in the place of a nested chat's queue. */
function callOfNested({ graph, nameOf }: CompiledFlow, owner: string): StepCalls {
  const drawn = graph.from(owner, 'reply').at(0)
  if (drawn === undefined) return NONE
  const { id, edge } = drawn
  return { key: null, calls: [{ target: edge.to.node, tool: nameOf(edge.to.node), edges: [id] }] }
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
