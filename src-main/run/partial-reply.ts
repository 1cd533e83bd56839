/** What becomes of a reply that was stopped while it streamed: what people have read stays said. */
import type { NewRunEvent, RunEventOf } from '../../src-shared/run/events'
import type { LogEntry } from '../../src-shared/run/log'
import type { BatonUpdate } from '../engine/state'
import { stepName } from '../engine/runtime'
import type { Execution } from './execute'

/** Stores the streamed part of a stopped reply as said, and returns the event that tells it. */
export async function keepPartialReply(
  { run, runnable, mode, state }: Pick<Execution, 'run' | 'runnable' | 'mode' | 'state'>,
  partial: ReadonlyMap<string, RunEventOf<'token'>>,
  at: string,
): Promise<NewRunEvent[]> {
  const token = [...partial.values()].at(-1)
  if (token === undefined || token.text.trim() === '') return []
  const entry: LogEntry = {
    id: token.entryId,
    turn: turnOf(mode.input) ?? state.turn.number,
    scope: token.path,
    author: token.node,
    at,
    kind: 'text',
    text: token.text,
  }
  const update: BatonUpdate = { log: [entry] }
  const config = { configurable: { thread_id: run.threadId }, metadata: { turn: run.turn } }
  await runnable.graph.updateState(config, update, stepName.think(token.node))
  return [{ type: 'entry', node: token.node, path: token.path, entry }]
}

function turnOf(input: BatonUpdate | null): number | null {
  return input?.turn !== undefined && 'number' in input.turn ? input.turn.number : null
}
