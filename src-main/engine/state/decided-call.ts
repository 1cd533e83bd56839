/** A call on which a person decides, before and after, as the state keeps it. */
import type { JsonObject } from '../../../src-shared/flow/records'
import type { CallDecision } from '../../../src-shared/run/log/questions'

/** `times`: how often it was asked about; `digest`: of the call with these arguments. `mayHaveRun`: it was begun before a kill, and nobody knows its end. */
type CallOfPerson = { times: number; arguments: JsonObject; digest: string }
/** `problem`: why the last answer could not be taken. */
export type AskedCall = CallOfPerson & { state: 'asked'; mayHaveRun: boolean; problem: string | null }
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
