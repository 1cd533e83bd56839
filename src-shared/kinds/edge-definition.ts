/** What an edge kind is: one definition holds its data, its inspector fields, and all that the program asks of the edges of a kind. */
import type { PlainText } from '../languages/translate'
import type { z } from 'zod'
import type { JsonObject } from '../flow/records'
import type { EdgeKind } from './edge-kinds'
import type { ConsentNeed, FieldHint } from './kind'

/** As what a model may call whatever is at the other end. A tool that is a participant is one that is asked. */
export type OffersAs = 'tool' | 'dialog' | 'handoff'

/** When a name that a tool or code gives may pass the baton over an edge: in the middle of a reply, or when it is complete. */
export type PassTime = 'in-reply' | 'after-reply'

/** In which section the inspector of the node that it leaves lists it, in the order of the sections. */
export const LISTS = ['chat', 'helper', 'after-work', 'next'] as const
export type ListsAs = (typeof LISTS)[number]

/** What code of an edge is asked for before each reply: whether it is open (`availableCode`), or in which words the model reads of it (`conditionCode`). */
export type EdgeCode = 'available' | 'words'

/** The field with the expression that has to hold for an edge to be open; in `available` the name of a variable alone will do. */
export type OnlyWhen = 'available' | 'when'

export type EdgeDefinition = {
  kind: EdgeKind
  label: string
  /** One sentence: what the edge means when the flow runs. */
  description: string
  schema: z.ZodObject
  fields: readonly FieldHint[]
  /** What an edge would use outside of Baton, between the nodes of these names; absent: nothing. */
  needs?: (data: JsonObject, ends: { from: string; to: string }) => readonly ConsentNeed[]
  /** Completes "A tool cannot ..." for a node that this edge cannot leave, or cannot end at. */
  refusal: { from: PlainText; to: PlainText }
  /** Several may join the same two nodes, told apart by their data. */
  repeats: boolean
  /** What is at its other end is a part of the node that it leaves: it is drawn below, and no step behind it. */
  isPart: boolean
  /** Null: no model calls what is at its other end. */
  offersAs: OffersAs | null
  /** Empty: the baton never moves over it by a name that a tool or code gives. */
  passes: readonly PassTime[]
  /** Whoever is at its other end works for the one that it leaves, and is no member of a swarm's group by that. */
  serves: boolean
  /** Whoever is at its other end looks at what the one does that it leaves; from a start at the whole flow. */
  watches: boolean
  /** An `option` in its data may stand for another end; then it ends at its own node. */
  hasOption: boolean
  /** It can be switched off by `enabled`. */
  canBeOff: boolean
  /** Null: it is always open. */
  onlyWhen: OnlyWhen | null
  codes: readonly EdgeCode[]
  /** The template that whoever takes the baton over it reads; empty: nothing. */
  message: (data: JsonObject) => string
  /** The name that it gives to what a model calls over it (empty: none), and what a person calls another edge that has it too. */
  ownName: { of: (data: JsonObject) => string; another: PlainText } | null
  listsAs: ListsAs
  /** No kind is what it mostly leads to: the kinds that fit it are offered in the order of all kinds. Otherwise by how early a kind accepts it. */
  leadsAnywhere: boolean
  /** Its arrow in Mermaid, and what stands on it beside condition and option. */
  mermaid: { arrow: string; says: (data: JsonObject) => string }
}
