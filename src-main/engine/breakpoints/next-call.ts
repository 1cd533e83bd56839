/**
 * Which call of a batch a step comes to: a batch is made in rounds, each a step, where a person is to be at one of its calls. Calls that nobody waits
 * for run at once, as ever; then those one by one at which a breakpoint is, before or behind; who goes step by step comes to each.
 */
import type { Breakpoint, BreakpointPlace } from '../../../src-shared/run/log/breakpoints'
import type { CompiledFlow } from '../contract/runtime'
import type { StepMode } from '../state/pause-state'
import type { OpenCall } from './step-calls'

/** `next`: the call that the step comes to; null: those that run at once come first, or there is none. `single`: calls that are made by themselves. */
export type CallRound = { next: OpenCall | null; single: ReadonlySet<string> }

type CallContext = {
  calls: readonly OpenCall[]
  seen: ReadonlySet<string>
  breakpoints: readonly Breakpoint[]
  flow: Pick<CompiledFlow, 'setters'>
  isStepped: boolean
  mode: StepMode | null
}

export function callRound({ calls, seen, breakpoints, flow, isStepped, mode }: CallContext): CallRound {
  const places = breakpoints.flatMap(({ isOn, place }) => (isOn ? [place] : []))
  if (mode?.is === 'to') places.push({ on: 'node', node: mode.node, side: 'before' })
  const isSingle = (call: OpenCall) => places.some((place) => concerns(place, call, flow))
  const single = new Set(calls.filter((call) => isStepped || isSingle(call)).map(({ key }) => key))
  const open = new Set(calls.map(({ key }) => key))
  const isReady = ({ after }: OpenCall) => !after.some((key) => open.has(key))
  const waiting = new Set([...single].filter((key) => !seen.has(key)))
  const free = calls.filter(({ key }) => !blocked(calls, waiting).has(key))
  if (free.length > 0) return { next: null, single }
  return { next: calls.find((call) => waiting.has(call.key) && isReady(call)) ?? null, single }
}

/** The calls that are not made in the round: those that are made by themselves, but for those that were let in. */
export function heldIn(
  { single }: Pick<CallRound, 'single'>,
  { calls, letIn }: { calls: readonly OpenCall[]; letIn: ReadonlySet<string> },
): ReadonlySet<string> {
  return new Set(calls.flatMap(({ key }) => (single.has(key) && !letIn.has(key) ? [key] : [])))
}

/** These, and all that wait for them. */
function blocked(calls: readonly OpenCall[], waiting: ReadonlySet<string>): ReadonlySet<string> {
  const all = new Set(waiting)
  for (let size = -1; size < all.size;) {
    size = all.size
    for (const { key, after } of calls) if (after.some((one) => all.has(one))) all.add(key)
  }
  return all
}

/** Whether a breakpoint may be at a call, whatever its condition says then: before it, behind it, or where it writes a variable. */
function concerns(place: BreakpointPlace, call: OpenCall, { setters }: Pick<CompiledFlow, 'setters'>): boolean {
  switch (place.on) {
    case 'node':
      return call.target === place.node
    case 'edge':
      return call.edges.includes(place.edge)
    case 'tool':
      return call.tool === place.tool
    case 'variable':
      return call.target !== null && setters.has(call.target)
  }
}
