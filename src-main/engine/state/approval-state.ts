/** Where an approval stands that waits for a person, as the checkpoint keeps it. */
import type { JsonObject } from '../../../src-shared/flow/records'

/**
 * What an approval asks: fixed when the baton comes, and asked again in a later turn. `question`: its id; `until`: when it is over, ISO 8601;
 * `problem`: why the last answer could not be taken.
 */
export type ApprovalState = {
  turn: number
  question: string
  message: string
  values: JsonObject
  until: string | null
  problem: string | null
}
