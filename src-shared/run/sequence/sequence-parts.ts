/** What a sequence diagram is made of: lanes, frames, items and rows, and what the next turn has to know of those before it. */
import type { SpendingView } from '../fold/fold-spending'
import type { Message } from '../../languages/translate'
import type { KindGroup } from '../../kinds/kind'
import type { Scope } from '../log/log'
import type { MoveFacts } from '../words/moves'

/** Somebody that can be talked to. The place in `Sequence.lanes` never changes: new lanes come at the end. */
export type SequenceLane = {
  /** Unique in the diagram. */
  id: string
  role: 'user' | 'participant' | 'tool'
  /** Null: not drawn as a node. */
  node: string | null
  name: string
  group: KindGroup | null
}

/** A conversation of its own within the thread, such as a session of a dialog, as a box around what was said in it. */
export type SequenceFrame = {
  key: string
  scope: Scope
  /** Names as they are, and what tells conversations of the same name apart; `frameTitle` puts it into words. */
  title: readonly (string | Message)[]
  /** How many frames it lies in. */
  depth: number
  /** The leftmost and the rightmost lane that it touches. */
  from: number
  to: number
}

type ItemBase = {
  /** Unique in the diagram, and stable while it grows. */
  key: string
  turn: number
  /** ISO 8601. */
  at: string
  /** Lanes by their place; the same twice for what stays with one participant. */
  from: number
  to: number
}

/** `text` is in full; see `sequence-words.ts` for one line of it. */
type TextItem = ItemBase & { text: string }

/** One thing that passed between two lanes, told apart by `kind`. */
export type SequenceItem =
  /** `isGrowing`: still being written. */
  | (TextItem & { kind: 'message'; isGrowing: boolean })
  /** The baton moved; `text` is the reason. */
  | (TextItem & { kind: 'handoff'; edge: string | null } & MoveFacts)
  /** `text` is the arguments, JSON as the model wrote it. */
  | (TextItem & { kind: 'call'; tool: string; isRunning: boolean })
  | (TextItem & { kind: 'result'; tool: string; isError: boolean })
  /** What Baton adds: a dialog's result, a refusal, a failure, a limit. */
  | (ItemBase & { kind: 'note'; text: string | Message; tone: 'plain' | 'warning' | 'danger' })

type RowBase = {
  key: string
  /** The frames around it, outermost first. */
  frames: readonly SequenceFrame[]
  /** The lane that holds the baton above the row's middle, and below it. */
  held: readonly [number | null, number | null]
}

/** One line of the diagram. */
export type SequenceRow =
  | (RowBase & { kind: 'turn'; turn: number; at: string; spending: SpendingView })
  | (RowBase & { kind: 'open' | 'close'; frame: SequenceFrame })
  /** `index` is the place in `Sequence.items`. */
  | (RowBase & { kind: 'item'; item: SequenceItem; index: number })

/** What the next turn has to know of those before it. */
export type SequenceMemory = {
  /** The participant that held the baton last. */
  holder: string | null
  /** By scope: where the baton went last and who passed it, and the last two different speakers, newest first. */
  holders: ReadonlyMap<Scope, string>
  callers: ReadonlyMap<Scope, string>
  speakers: ReadonlyMap<Scope, readonly string[]>
  /** Conversations that had a frame already. */
  seen: ReadonlySet<Scope>
}

export type Sequence = {
  lanes: readonly SequenceLane[]
  rows: readonly SequenceRow[]
  items: readonly SequenceItem[]
  /** The row of each item. */
  rowOfItem: readonly number[]
  memory: SequenceMemory
}
