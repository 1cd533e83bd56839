/** The steps of a thread as a short list: when each was, whose it was, where the baton went, and which step wrote what. */
import { partOf, type StepKind, type StoredRunEvent } from './step-kinds'

/** A lane by its place in `StepIndex.lanes`. */
export type LaneNumber = number

export type Step = {
  /** How many events have been told once the step is over. */
  readonly end: number
  /** The place of the event that tells it. */
  readonly event: number
  readonly kind: StepKind
  /** ISO 8601. */
  readonly at: string
  readonly turn: number
  readonly lane: LaneNumber
  /** Where a hand-off leads; null: it is none. */
  readonly to: LaneNumber | null
  /** Who has the baton after it; null: nobody had it yet. */
  readonly holder: LaneNumber | null
}

export type StepIndex = {
  readonly steps: readonly Step[]
  /** Whose steps there are: `user`, `flow` for what Baton itself adds, and ids of nodes, in the order in which they came. */
  readonly lanes: readonly string[]
  /** Hears of one more event; `count` is how many there are with it. */
  add(event: StoredRunEvent, count: number): void
  /** The step in which a log entry was made; null: it is not known. */
  stepOfEntry(entryId: string): number | null
  /** The log entries that were made in a step. */
  entriesOf(step: number): readonly string[]
  /** The step that came of a model call; null: none did, or not yet. */
  stepOfSpan(span: string): number | null
  /** The last step up to `step` that set a variable; null: none did. */
  writeOf(variable: string, step: number): number | null
  /** The last step up to `step` that moved the baton. */
  moveBefore(step: number): number | null
}

export function createStepIndex(): StepIndex {
  const steps: Step[] = []
  const lanes: string[] = []
  const laneNumbers = new Map<string, LaneNumber>()
  const turns = new Map<string, number>()
  /** Who asked for the call of that id. */
  const callers = new Map<string, string>()
  const entries = new Map<string, number>()
  const entriesIn = new Map<number, string[]>()
  const spans = new Map<string, number>()
  /** The newest call of each participant in each conversation: what it says next comes of that. */
  const asked = new Map<string, string>()
  const writes = new Map<string, number[]>()
  const moves: number[] = []
  let holder: LaneNumber | null = null

  const laneOf = (id: string): LaneNumber => {
    const known = laneNumbers.get(id)
    if (known !== undefined) return known
    laneNumbers.set(id, lanes.length)
    return lanes.push(id) - 1
  }
  const whose = (event: StoredRunEvent): string =>
    event.type === 'entry' && event.entry.kind === 'result'
      ? (callers.get(event.entry.callId) ?? event.node)
      : ownerOf(event)
  const end = (count: number): void => {
    const last = steps.at(-1)
    if (last !== undefined) steps[steps.length - 1] = { ...last, end: count, holder }
  }
  const begin = (event: StoredRunEvent, kind: StepKind, count: number): void => {
    const { at } = event
    const to = event.type === 'entry' && event.entry.kind === 'handoff' ? laneOf(event.entry.to) : null
    const turn = turns.get(event.runId) ?? steps.at(-1)?.turn ?? 1
    steps.push({ end: count, event: count - 1, kind, at, turn, lane: laneOf(whose(event)), to, holder })
  }
  const note = (event: StoredRunEvent): void => {
    const step = steps.length - 1
    if (event.type === 'entry') {
      entries.set(event.entry.id, step)
      listIn(entriesIn, step).push(event.entry.id)
    }
    const span = spanOf(event, asked)
    if (span !== undefined) spans.set(span, step)
    if (event.type === 'variables') for (const name of Object.keys(event.changes)) listIn(writes, name).push(step)
    if (event.type === 'baton') moves.push(step)
  }

  return {
    steps,
    lanes,
    add(event, count) {
      if (event.type === 'model.started') asked.set(callerKey(event), event.span)
      if (event.type === 'run.started') turns.set(event.runId, event.turn)
      if (event.type === 'tool.started') callers.set(event.callId, event.node)
      if (event.type === 'baton') holder = laneOf(event.node)
      // A turn that is tried again tells anew what it had said.
      const isKnown = event.type === 'entry' && entries.has(event.entry.id)
      const part = isKnown ? 'after' : partOf(event)
      if (part === 'before') return
      if (part === 'after' && steps.length > 0) end(count)
      else begin(event, part === 'after' ? 'run' : part, count)
      if (!isKnown) note(event)
    },
    stepOfEntry: (entryId) => entries.get(entryId) ?? null,
    entriesOf: (step) => entriesIn.get(step) ?? NO_ENTRIES,
    stepOfSpan: (span) => spans.get(span) ?? null,
    writeOf: (variable, step) => lastUpTo(writes.get(variable) ?? [], step),
    moveBefore: (step) => lastUpTo(moves, step),
  }
}

/** The model call that an event came of. `asked`: the newest of each participant in each conversation. */
function spanOf(event: StoredRunEvent, asked: ReadonlyMap<string, string>): string | undefined {
  if (event.type === 'decision' || event.type === 'plan.attempt' || event.type === 'plan.solved') return event.span
  if (event.type !== 'entry' || (event.entry.kind !== 'text' && event.entry.kind !== 'calls')) return undefined
  return asked.get(callerKey(event))
}

const NO_ENTRIES: readonly string[] = []

function callerKey({ node, path }: { node: string; path: string }): string {
  return `${path} ${node}`
}

/** Whose step an event begins. */
function ownerOf(event: StoredRunEvent): string {
  switch (event.type) {
    case 'run.started':
      return event.input === null ? 'flow' : 'user'
    case 'entry':
      return event.entry.kind === 'handoff' ? (event.entry.from ?? event.entry.to) : event.node
    case 'variables':
      return event.by ?? 'flow'
    case 'answer':
    case 'run.stopped':
      return 'user'
    case 'warning':
    case 'run.failed':
      return event.node ?? 'flow'
    case 'run.resumed':
    case 'run.finished':
      return 'flow'
    default:
      return event.node
  }
}

function listIn<Key, Item>(lists: Map<Key, Item[]>, name: Key): Item[] {
  const known = lists.get(name)
  if (known !== undefined) return known
  const list: Item[] = []
  lists.set(name, list)
  return list
}

/** The last of the ascending numbers that is not above `most`. */
function lastUpTo(numbers: readonly number[], most: number): number | null {
  const after = firstWhere(numbers.length, (place) => (numbers[place] ?? 0) > most)
  return numbers[after - 1] ?? null
}

/** The first place of an ascending list from which on something holds; its length where it never does. */
function firstWhere(length: number, holds: (place: number) => boolean): number {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}
