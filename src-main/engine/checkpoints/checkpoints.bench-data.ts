/** What storing costs: a conversation on a real StateGraph with an append-only log, against any checkpointer; used by the bench and its test. */
import { statSync } from 'node:fs'
import { Annotation, type BaseCheckpointSaver, END, START, StateGraph } from '@langchain/langgraph'
import { BatonSaver } from './saver'

type Entry = { id: string; author: string; scope: string; kind: string; at: string; text: string }

/** What one long thread costs. Bytes are of the files on disk, write-ahead log included, after a checkpoint of that log. */
export type StorageFigures = {
  bytesSaid: number
  /** Per byte said, with every step kept. */
  bytesPerByteSaid: number
  /** The same once old turns keep only their last step. */
  bytesPerByteThinned: number
  millisecondsPerTurn: number[]
  millisecondsForTimeline: number
}

export type Conversation = { threadId: string; firstTurn: number; turns: number; charactersPerMessage: number }

/** Runs turns of user -> model -> end (five checkpoints each: input, entry, start, model, end) with a model that answers at once. */
export async function converse(checkpointer: BaseCheckpointSaver, conversation: Conversation): Promise<number[]> {
  const graph = conversationGraph(conversation.charactersPerMessage).compile({ checkpointer })
  const times: number[] = []
  for (let turn = conversation.firstTurn; turn < conversation.firstTurn + conversation.turns; turn += 1) {
    const started = performance.now()
    await graph.invoke(
      { log: [entry('user', turn, conversation.charactersPerMessage)] },
      { configurable: { thread_id: conversation.threadId, turn }, durability: 'sync' },
    )
    times.push(performance.now() - started)
  }
  return times
}

/** Fills a new database with one thread of 1 KB each way per turn and measures it; thinning leaves ten turns whole. */
export async function measureStorage(file: string, turns: number): Promise<StorageFigures> {
  const saver = new BatonSaver({ file })
  const millisecondsPerTurn = await converse(saver, { threadId: 't', firstTurn: 1, turns, charactersPerMessage: 1000 })
  await saver.reclaim()
  const bytesSaid = turns * 2 * 1000
  const bytesPerByteSaid = bytesOnDisk(file) / bytesSaid
  const started = performance.now()
  await saver.timeline('t', { limit: 1000 })
  const millisecondsForTimeline = performance.now() - started
  await saver.thin({ threadId: 't', keepLastTurns: 10 })
  const bytesPerByteThinned = bytesOnDisk(file) / bytesSaid
  saver.close()
  return { bytesSaid, bytesPerByteSaid, bytesPerByteThinned, millisecondsPerTurn, millisecondsForTimeline }
}

/** The bytes of a database with its write-ahead log. */
export function bytesOnDisk(file: string): number {
  return ['', '-wal'].reduce((sum, suffix) => sum + (statSync(file + suffix, { throwIfNoEntry: false })?.size ?? 0), 0)
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

function conversationGraph(characters: number) {
  const State = Annotation.Root({
    log: Annotation<Entry[]>({ reducer: (log, added) => [...log, ...added], default: () => [] }),
    frames: Annotation<{ scope: string; holder: string }[]>(),
    variables: Annotation<Record<string, unknown>>(),
    sessions: Annotation<Record<string, { active: boolean; turns: number }>>(),
    count: Annotation<{ turn: number; hops: number }>(),
  })
  return new StateGraph(State)
    .addNode('turn_start', (state) => ({
      count: { turn: (state.count?.turn ?? 0) + 1, hops: 0 },
      frames: [{ scope: 'main', holder: 'supervisor' }],
    }))
    .addNode('supervisor', (state) => ({
      log: [entry('supervisor', state.count.turn, characters)],
      count: { ...state.count, hops: state.count.hops + 1 },
    }))
    .addNode('turn_end', (state) => ({
      variables: { ...state.variables, last: state.count.turn },
      sessions: { main: { active: true, turns: state.count.turn } },
    }))
    .addEdge(START, 'turn_start')
    .addEdge('turn_start', 'supervisor')
    .addEdge('supervisor', 'turn_end')
    .addEdge('turn_end', END)
}

function entry(author: string, turn: number, characters: number): Entry {
  const words = `turn ${turn} ${author} says something that is not the same every time ${(turn * 7919).toString(36)} `
  return {
    id: `${author}-${turn}`,
    author,
    scope: 'main',
    kind: 'text',
    at: new Date(1.7e12 + turn * 60_000).toISOString(),
    text: words.repeat(Math.ceil(characters / words.length)).slice(0, characters),
  }
}
