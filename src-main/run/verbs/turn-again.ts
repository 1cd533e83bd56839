/** A turn that is begun again in a thread of its own, with the message that it was begun with or another one. */
import { AppError } from '../../../src-shared/errors'
import { message } from '../../../src-shared/languages/translate'
import type { JsonObject } from '../../../src-shared/flow/records'
import { NO_CHANGES, type ForkChanges } from '../../../src-shared/run/log/fork-changes'
import type { Attachment } from '../../../src-shared/run/log/attachments'
import type { RepeatDecision } from '../../../src-shared/run/log/repeats'
import type { Listen, RunnerOptions, StartedRun } from '../execution/execution'
import type { ChangeContext } from './fork-changes'
import { forkThread, type ForkPlace } from './fork-thread'
import type { TurnRepeats } from './repeating'

type Stores = Pick<RunnerOptions, 'threads' | 'events' | 'saver'>

/** Takes a fork back in which nothing was begun. */
async function dropFork({ threads, events, saver }: Stores, id: string): Promise<void> {
  threads.remove(id)
  events.forget(id)
  await saver.deleteThread(id)
}

/** What a turn was begun with. `variables`: those that the person set with the message. */
type TurnInput = { text: string | null; attachments: readonly Attachment[]; variables: JsonObject }

/** Throws `not-found` where there is no such turn, `run-active` while it runs. */
function inputOf({ threads, events }: Stores, { threadId, turn }: ForkPlace): TurnInput {
  const run = threads.runOfTurn(threadId, turn)
  if (run === null) throw new AppError('not-found', message('There is no turn {turn} in this thread.', { turn }))
  if (run.state === 'running')
    throw new AppError('run-active', 'This turn is still running. Wait for it or stop it first.')
  // Right after the beginning of the first try; what is set later counts from the next turn on.
  const [, set] = events.beginningOf(threadId, turn, 2)
  const variables = set?.type === 'variables' && set.by === 'user' ? set.changes : {}
  return { text: run.input, attachments: run.attachments, variables }
}

/** What was set at the fork is told behind the turns before, and with the message where there are none. */
function variablesWith(then: JsonObject, set: JsonObject, { turn }: ForkPlace): JsonObject {
  if (turn === 1) return { ...then, ...set }
  return Object.fromEntries(Object.entries(then).filter(([name]) => !Object.hasOwn(set, name)))
}

/** `text` absent: what was said then. `flowText` and `revision`: the flow as it is now. */
export type TurnAgain = ForkPlace & {
  text?: string | undefined
  flowText: string
  revision: number | null
  /** On the calls that would be made again. */
  decisions?: readonly RepeatDecision[] | undefined
  changes?: ForkChanges | undefined
}

/** A turn to start in a thread that there is, with attachments as they were read before. */
type TurnOfFork = Omit<TurnAgain, 'turn' | 'text' | 'decisions' | 'changes'> & {
  repeats: TurnRepeats
  flowId: string
  text: string | null
  kept: readonly Attachment[]
  variables: JsonObject
  listen: Listen
}

type AgainContext = {
  options: Stores & ChangeContext['options']
  compile: ChangeContext['compile']
  start: (turn: TurnOfFork) => Promise<StartedRun>
}

/** Begins a turn again in a thread of its own; where it cannot begin, there is none. Throws what `forkThread` and `start` throw. */
export async function runAgain(
  { options, compile, start }: AgainContext,
  { text, flowText, revision, decisions = [], changes = NO_CHANGES, ...place }: TurnAgain,
  listen: Listen,
): Promise<StartedRun> {
  const input = inputOf(options, place)
  const isEdited = (text !== undefined && text !== input.text) || changes.edits.length > 0
  const reason = isEdited ? 'edited' : 'again'
  const now = { flowText, revision }
  const { threadId, set } = await forkThread({ options, compile }, { ...place, reason, changes, now })
  try {
    const { flowId } = options.threads.read(threadId)
    const said = {
      text: text ?? input.text,
      kept: input.attachments,
      variables: variablesWith(input.variables, set, place),
    }
    const repeats = { of: place, decisions }
    return await start({ flowId, flowText, revision, threadId, ...said, repeats, listen })
  } catch (cause) {
    await dropFork(options, threadId)
    throw cause
  }
}
