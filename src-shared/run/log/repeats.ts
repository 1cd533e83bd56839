/** Calls of tools that were made in a part of a conversation which is to run again, and what a person decides for each of them. */
import { z } from 'zod'
import { toolEffectSchema, type ToolEffect } from '../../flow/tool-effects'
import { keptResultSchema } from './results'

/** `recorded`: what it gave then is taken. `again`: the tool is called. `by-hand`: a person says what it gives. */
const REPEAT_CHOICES = ['recorded', 'again', 'by-hand'] as const
export type RepeatChoice = (typeof REPEAT_CHOICES)[number]

/** Where a result is from that no tool gave: it was recorded before, or a person wrote it. */
export const RESULT_SOURCES = ['record', 'person'] as const
export type ResultSource = (typeof RESULT_SOURCES)[number]

const json = z.record(z.string(), z.json())

/** What a call changed beside the text that its model reads; `text`: as the tool gave it, where the log has another one or none. */
export const callChangesSchema = z.object({
  text: z.string().exactOptional(),
  variables: json.exactOptional(),
  handOff: z.string().exactOptional(),
  switches: z.record(z.string(), z.boolean()).exactOptional(),
  loads: z.array(z.string()).exactOptional(),
})
export type CallChanges = z.infer<typeof callChangesSchema>

/** What a call gave, so that it can be given once more. */
export const recordedResultSchema = callChangesSchema.extend({
  text: z.string(),
  isError: z.boolean(),
  kept: z.array(keptResultSchema),
})
export type RecordedResult = z.infer<typeof recordedResultSchema>

/**
 * A call that would be made again. `node` asked for it; `inside`: the call within which it was made, which would have to run again too;
 * `times`: how often the tool was really called; `result` null: none is known.
 */
export const repeatedCallSchema = z.object({
  id: z.string(),
  node: z.string(),
  path: z.string(),
  tool: z.string(),
  toolNode: z.string(),
  arguments: z.string(),
  /** What was asked for, where a person changed the arguments before it ran; absent: nobody did. */
  askedAs: z.string().exactOptional(),
  /** The step of a plan that runs again as it is or changed: what is decided is for that step, whatever its arguments are by then. */
  step: z.string().exactOptional(),
  /** What a person changed of that step before it runs again; absent: nothing. */
  edited: z.object({ tool: z.string().exactOptional(), input: z.string().exactOptional() }).exactOptional(),
  effect: toolEffectSchema,
  inside: z.string().nullable(),
  times: z.number().int(),
  result: recordedResultSchema.nullable(),
})
export type RepeatedCall = z.infer<typeof repeatedCallSchema>

/** A decision on one of them; `text`: the answer by hand. */
export const repeatDecisionSchema = z.discriminatedUnion('choice', [
  z.object({ id: z.string(), choice: z.literal('recorded') }),
  z.object({ id: z.string(), choice: z.literal('again') }),
  z.object({ id: z.string(), choice: z.literal('by-hand'), text: z.string().max(1_000_000) }),
])
export type RepeatDecision = z.infer<typeof repeatDecisionSchema>

const AGAIN = { reads: true, writes: false, destroys: false, unknown: false } as const satisfies Record<
  ToolEffect,
  boolean
>

/** What becomes of a call of which nobody decides: what was read is read again, and what was changed is done as it was changed; anything else is not done twice. */
export function usualChoice({
  effect,
  result,
  edited,
}: Pick<RepeatedCall, 'effect' | 'result' | 'edited'>): 'recorded' | 'again' {
  return result === null || edited !== undefined || AGAIN[effect] ? 'again' : 'recorded'
}

/** How often tools are called by these choices, where the models do the same once more. */
export function callsToMake(
  calls: readonly RepeatedCall[],
  choiceOf: (call: RepeatedCall) => RepeatChoice,
): RepeatedCall[] {
  const made = new Set<string>()
  return calls.filter((call) => {
    const isMade = choiceOf(call) === 'again' && (call.inside === null || made.has(call.inside))
    if (isMade) made.add(call.id)
    return isMade
  })
}
