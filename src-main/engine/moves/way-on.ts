/** Nodes that say nothing and only lead the baton on, in a step of their own. */
import type { ParticipantParts } from '../contract/runtime'
import { endOrReturn } from './after-reply'

/** A node whose one step looks where the baton goes on to, whenever it comes. */
export function wayParticipant(step: string): ParticipantParts {
  return { arrival: 'replace', handsOn: true, enter: () => [step], settle: endOrReturn }
}
