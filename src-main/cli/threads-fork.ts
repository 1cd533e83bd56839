/** `baton threads fork`: a thread that leaves another one before a turn, after a step or after a result, as it was or with changes. */
import { AppError } from '../../src-shared/errors'
import { differenceOfTexts } from '../../src-shared/flow/difference/text-difference'
import { saveFlow } from '../../src-shared/flow/editing/save'
import { ENGLISH, inEnglish } from '../../src-shared/languages/translate'
import type { ForkChoices } from '../../src-shared/rpc/fork-choices'
import { NO_CHANGES } from '../../src-shared/run/log/fork-changes'
import type { Core } from '../core'
import type { ForkChoicesRequest } from '../run/verbs/fork-choices'
import { changesOf, drawingOf, hasChanges, resultNamed } from './fork-changes'
import { readFlowFile, UsageError, type CommandStreams } from './options'
import { inThread, recordOf, type ForkThreadCommand } from './threads'

/** Makes the thread and prints its id. Nothing is made where something cannot be changed. */
export async function forkThreadCommand(
  threadId: string,
  options: ForkThreadCommand,
  around: CommandStreams,
): Promise<number> {
  if (options.turn !== undefined && options.step !== undefined)
    throw new UsageError('--turn and --step do not go together. Leave one of them out.')
  const fork = await inThread(threadId, options, around, async (core) => {
    const { runner } = core.services
    const now = nowOf(core, threadId, options)
    const at = await placeOf(core, threadId, options)
    const drawing = drawingOf(options)
    if (options.preview === true) {
      const { difference } = await runner.forkChoices({ threadId, at, drawing, now })
      around.note(previewOf(difference))
      return null
    }
    const choices = hasChanges(options) ? await runner.forkChoices({ threadId, at, drawing, now }) : null
    const changes = choices === null ? NO_CHANGES : changesOf(options, choices)
    if ('turn' in at) return runner.fork({ threadId, turn: at.turn, changes, now })
    return runner.forkAt({ threadId, ...at, changes, now })
  })
  if (fork !== null) around.out(options.json === true ? `${JSON.stringify({ threadId: fork })}\n` : `${fork}\n`)
  return 0
}

function previewOf(difference: ForkChoices['difference']): string {
  if (difference === null) return 'The drawing of then, or the flow as it is, is not there.'
  const lines = differenceOfTexts(difference, ENGLISH)
  return lines.length === 0 ? 'The flow has not changed since.' : lines.join('\n')
}

type ForkLocation = ForkChoicesRequest['at']

/** With results to change and no other place: right after the last of them. */
async function placeOf(core: Core, threadId: string, options: ForkThreadCommand): Promise<ForkLocation> {
  const { turn, step, result } = options
  const { keeping, runner, threads } = core.services
  if (turn !== undefined) return { turn }
  const end = { turn: threads.turnsOf(threadId) + 1 }
  if (step === undefined && result === undefined) return end
  const { events, index } = await recordOf(keeping.events(threadId))
  const momentAfter = (count: number): ForkLocation => {
    const last = events[count - 1]
    if (last === undefined) throw new AppError('not-found', inEnglish('There is no such step in this thread.'))
    return { runId: last.runId, seq: last.seq }
  }
  if (step !== undefined) {
    const chosen = index.steps[step - 1]
    if (chosen === undefined)
      throw new AppError(
        'not-found',
        inEnglish(`There is no step ${step} in this thread, which has ${index.steps.length}.`),
      )
    return momentAfter(chosen.end)
  }
  const last = events.at(-1)
  const known = await runner.forkChoices({
    threadId,
    at: last ?? end,
    drawing: null,
    now: nowOf(core, threadId, options),
  })
  const entries = (result ?? []).map((text) => resultNamed(text.slice(0, Math.max(0, text.indexOf('='))), known).entry)
  const after = events.findLastIndex((event) => event.type === 'entry' && entries.includes(event.entry.id))
  return momentAfter(after + 1)
}

/** The flow as a file or the library has it; of one that is in none the drawing of then is what there is. */
function nowOf({ services: { library, threads } }: Core, threadId: string, { flow }: ForkThreadCommand) {
  if (flow !== undefined) return { flowText: saveFlow(readFlowFile(flow).flow), revision: null }
  const { flowId } = threads.read(threadId)
  const flowText = library.find(flowId)
  return flowText === null ? undefined : { flowText, revision: null }
}
