/**
 * Breakpoints of a flow, why a turn pauses, and how it goes on from there: closed lists. Breakpoints are a person's own: the library keeps them
 * beside the flow, and no file has them.
 */
import { z } from 'zod'

/** So many steps may come to a breakpoint before it pauses a turn. */
export const MOST_HITS = 1_000_000

/** Whether a turn pauses before the step that comes to a node, or when the node is through. */
const PAUSE_SIDES = ['before', 'after'] as const
export type PauseSide = (typeof PAUSE_SIDES)[number]

const id = z.string().min(1).max(1000)

/** Where a turn pauses. Nodes and edges inside sub-flows go by their ids in a run. */
export const breakpointPlaceSchema = z.discriminatedUnion('on', [
  /** Whoever takes part, or a tool that is drawn, which a call of it comes to. */
  z.object({ on: z.literal('node'), node: id, side: z.enum(PAUSE_SIDES) }),
  /** The baton goes over it, or a call of the tool at its end. */
  z.object({ on: z.literal('edge'), edge: id }),
  /** A call of a tool by the name that models know it by, whoever calls it and wherever it is from. */
  z.object({ on: z.literal('tool'), tool: id }),
  /** A step has changed it. */
  z.object({ on: z.literal('variable'), variable: id }),
])
export type BreakpointPlace = z.infer<typeof breakpointPlaceSchema>

/** `condition`: in the language of conditions, empty: always. `from`: it pauses from the nth time on that a step comes to it with its condition true. */
export const breakpointSchema = z.object({
  id: z.string().min(1).max(128),
  place: breakpointPlaceSchema,
  condition: z.string().max(10_000),
  from: z.number().int().min(1).max(MOST_HITS),
  isOn: z.boolean(),
  /** It is gone when a turn has paused at it: somebody runs to there. A thread has one at most. */
  once: z.literal(true).optional(),
  /** The thread that runs to there; absent: the next turn of any. */
  thread: z.string().min(1).max(128).optional(),
})
export type Breakpoint = z.infer<typeof breakpointSchema>

/** Why a turn pauses: a breakpoint, with how often a step has come to it in this thread, somebody ran to there, or because a person goes step by step. */
export const pauseReasonSchema = z.discriminatedUnion('is', [
  z.object({ is: z.literal('breakpoint'), id: z.string(), place: breakpointPlaceSchema, hit: z.number().int().min(1) }),
  z.object({ is: z.literal('run-to'), id: z.string(), place: breakpointPlaceSchema }),
  z.object({ is: z.literal('step') }),
])
export type PauseReason = z.infer<typeof pauseReasonSchema>

/** What a person may say at a pause. */
export const GO_ON_VERBS = ['continue', 'over', 'into', 'out', 'stop'] as const
export type GoOnVerb = (typeof GO_ON_VERBS)[number]

/** How a paused turn goes on. `out`: until whoever has the baton has given it back; `to`: until a step comes to that node. */
export const goOnSchema = z.discriminatedUnion('is', [
  z.object({ is: z.enum(GO_ON_VERBS) }),
  z.object({ is: z.literal('to'), node: id }),
])
export type GoOn = z.infer<typeof goOnSchema>

/** The text by which two places are the same. */
export function placeKey(place: BreakpointPlace): string {
  switch (place.on) {
    case 'node':
      return JSON.stringify(['node', place.node, place.side])
    case 'edge':
      return JSON.stringify(['edge', place.edge])
    case 'tool':
      return JSON.stringify(['tool', place.tool])
    case 'variable':
      return JSON.stringify(['variable', place.variable])
  }
}

/** What pauses once at a place. `thread` null: the next turn of any thread. */
export function runTo(place: BreakpointPlace, thread: string | null): Omit<Breakpoint, 'id'> {
  const once = { place, condition: '', from: 1, isOn: true, once: true } as const
  return thread === null ? once : { ...once, thread }
}

/** Those at which turns of a thread pause; null: of one that is not there yet. */
export function ofThread<One extends Pick<Breakpoint, 'thread'>>(all: readonly One[], threadId: string | null): One[] {
  return all.filter(({ thread }) => thread === undefined || thread === threadId)
}

/** The text by which two breakpoints are the same: of those that stay a place has one, and one for each thread that is gone after a pause may lie beside it. */
export function breakpointKey({ place, once, thread = '' }: Pick<Breakpoint, 'place' | 'once' | 'thread'>): string {
  return `${once === true ? `once ${thread} ` : ''}${placeKey(place)}`
}
