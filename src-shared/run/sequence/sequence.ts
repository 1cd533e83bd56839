/**
 * The sequence diagram of a thread as plain data: a lane for the user, each participant and each drawn tool, and below
 * them in order what passed between them. Turns are added one by one, so a live run costs no more than its newest turn.
 */
import type { TurnView } from '../fold/fold-view'
import type { NodeLookup } from './sequence-cast'
import { draftOf, sequenceOfDraft } from './sequence-draft'
import { addTurn } from './sequence-items'
import type { Sequence } from './sequence-parts'

/** The lane of the user is always the first. */
export const USER_LANE = 0

/** A thread in which nothing was said. */
export const EMPTY_SEQUENCE: Sequence = {
  lanes: [{ id: 'user', role: 'user', node: null, name: 'User', group: null }],
  rows: [],
  items: [],
  rowOfItem: [],
  memory: { holder: null, holders: new Map(), callers: new Map(), speakers: new Map(), seen: new Set() },
}

/** The diagram of `turns`, after what is in `before`, which stays as it is. */
export function sequenceOf(turns: readonly TurnView[], cast: NodeLookup, before: Sequence = EMPTY_SEQUENCE): Sequence {
  const draft = draftOf(before, cast)
  for (const turn of turns) addTurn(draft, turn)
  return sequenceOfDraft(draft)
}
