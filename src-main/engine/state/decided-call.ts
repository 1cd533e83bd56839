/** A call on which a person decides, before and after, as the state keeps it. */
import type { JsonObject } from '../../../src-shared/flow/records'
import type { ToolEffect } from '../../../src-shared/flow/tool-effects'
import type { CallDecision, DescribedAnew } from '../../../src-shared/run/log/questions'

/** What the source of a tool says of it. `parameters`: a hash of the schema; `request`: what it sends where, in words. */
export type DescribedTool = { description: string; parameters: string; effect?: ToolEffect; request?: string }

/**
 * `times`: how often it was asked about; `digest`: of the call with these arguments; `described`: as its source described the tool then, where it has
 * one. `mayHaveRun`: it was begun before a kill, and nobody knows its end.
 */
type CallOfPerson = { times: number; arguments: JsonObject; digest: string; described?: DescribedTool }
/** `problem`: why the last answer could not be taken; `describedAnew`: the tool is another than when it was asked about before. */
export type AskedCall = CallOfPerson & {
  state: 'asked'
  mayHaveRun: boolean
  problem: string | null
  describedAnew?: DescribedAnew
}
export type DecidedCall = CallOfPerson & { state: 'decided'; decision: CallDecision; mayHaveRun?: true }

/** Whether a call was begun and has no end: a flow that asks people, or one that a kill cut off. */
export function mayHaveBegun(
  deciding: {
    readonly calls: { readonly [place: string]: AskedCall | DecidedCall }
    readonly inner?: { readonly [place: string]: unknown }
  },
  place: number,
): boolean {
  const known = deciding.calls[place]
  return deciding.inner?.[place] !== undefined || known?.mayHaveRun === true
}
