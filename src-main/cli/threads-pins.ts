/** `baton threads pin` and `unpin`: a whole thread, or one of its steps, is kept whatever pruning takes away. */
import { AppError } from '../../src-shared/errors'
import { inEnglish } from '../../src-shared/languages/translate'
import { MOST_PIN_NAME } from '../../src-shared/rpc/pinned-steps'
import type { ThreadRecord } from '../../src-shared/run/moments/thread-record'
import type { Core } from '../core'
import { UsageError, type CommandStreams } from './options'
import { numberedPins, type NumberedPin } from './pin-lines'
import { inThread, recordOf, type ThreadsCommand } from './threads'

export type PinCommand = Pick<ThreadsCommand, 'data'> & { step?: number; name?: string }

/** Without a step everything of the thread is kept. */
export async function pinCommand(threadId: string, options: PinCommand, around: CommandStreams): Promise<number> {
  const { step, name = '' } = options
  if (step === undefined && name !== '') throw new UsageError('--name is the name of a step. Add --step N.')
  if (name.length > MOST_PIN_NAME) throw new UsageError(`The name may have ${MOST_PIN_NAME} characters.`)
  await inThread(threadId, options, around, async (core) => {
    const { keeping, retention } = core.services
    if (step === undefined) retention.pin(threadId, true)
    else {
      const record = await recordOf(keeping.events(threadId))
      const { events, index } = record
      const last = events[(index.steps[step - 1]?.end ?? 0) - 1]
      if (last === undefined)
        throw new AppError(
          'not-found',
          inEnglish(`There is no step ${step} in this thread, which has ${index.steps.length}.`),
        )
      const { runId, seq } = pinsAt(pinsIn(core, threadId, record), step)[0] ?? last
      retention.pinStep(threadId, { runId, seq, name })
    }
  })
  return 0
}

export async function unpinCommand(threadId: string, options: PinCommand, around: CommandStreams): Promise<number> {
  const { step } = options
  await inThread(threadId, options, around, async (core) => {
    const { keeping, retention } = core.services
    if (step === undefined) return retention.pin(threadId, false)
    const found = pinsAt(pinsIn(core, threadId, await recordOf(keeping.events(threadId))), step)
    if (found.length === 0) throw new AppError('not-found', inEnglish(`Step ${step} of this thread is not pinned.`))
    for (const { runId, seq } of found) retention.unpinStep(threadId, { runId, seq })
  })
  return 0
}

function pinsIn({ services: { threads } }: Core, threadId: string, record: ThreadRecord): NumberedPin[] {
  return numberedPins(record, threads.read(threadId).pins ?? [])
}

function pinsAt(pins: readonly NumberedPin[], step: number): NumberedPin[] {
  return pins.filter((pin) => pin.step === step)
}
