/** A run of another program on the same data folder, as this one sees it: told event by event, as they are stored. */
import { fromErrorRecord } from '../../../src-shared/errors'
import type { RunEvent } from '../../../src-shared/run/log/events'
import { isTerminal } from '../../../src-shared/run/log/event-types'
import type { LoggedQuestionKind } from '../../../src-shared/run/log/questions'
import { afterLimit, limitWords } from '../../../src-shared/run/words/limits'
import type { Core } from '../../core'
import type { NodeQuestion } from '../../engine/contract/runtime'
import type { Listen, RunOutcome, StartedRun } from '../../run/execution/execution'
import type { RunRecord } from '../../store/threads'
import { startTimeLimit } from '../../time-limit'

/** How often it is looked whether that program is still there. */
const LOOK_MS = 1000

/** `left`: that program was ended first. */
export function runElsewhere(core: Core, { id: runId, threadId }: RunRecord, hear: Listen): StartedRun {
  return { runId, threadId, done: follow(core, { runId, threadId }, hear) }
}

async function follow(core: Core, run: { runId: string; threadId: string }, hear: Listen): Promise<RunOutcome> {
  const { events, threads } = core.services
  const watch = events.watch()
  let seq = 0
  try {
    while (!watch.isOver()) {
      // Asked first: what it stored before its end is read after.
      const isActive = threads.activeRun(run.threadId)?.id === run.runId
      for (const event of events.eventsAfter(run.runId, seq)) {
        seq = event.seq
        hear(event)
        const outcome = isTerminal(event) ? outcomeOf(core, run.threadId, event) : null
        if (outcome !== null) return outcome
      }
      if (!isActive) return { state: 'left' }
      const limit = startTimeLimit(LOOK_MS)
      await watch.woken(limit.signal)
      limit.end()
    }
    return { state: 'left' }
  } finally {
    watch.remove()
  }
}

function isOfThisBuild(asked: NodeQuestion<LoggedQuestionKind>): asked is NodeQuestion {
  return asked.question.kind !== 'other'
}

function outcomeOf({ services }: Core, threadId: string, event: RunEvent): RunOutcome | null {
  switch (event.type) {
    case 'run.failed':
      return { state: 'failed', error: fromErrorRecord(event.error) }
    case 'run.stopped':
      return { state: 'stopped' }
    case 'run.finished': {
      const question = event.reason === 'waiting' ? services.runner.waiting(threadId).find(isOfThisBuild) : undefined
      const isLimited = event.reason === 'limit'
      return {
        state: 'finished',
        limit: isLimited ? limitWords(event.limit) : null,
        ...(isLimited ? { after: afterLimit(event.limit) } : {}),
        ...(question === undefined ? {} : { question }),
      }
    }
    default:
      return null
  }
}
