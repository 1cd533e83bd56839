/** A thread of former days, laid into a library as if it had been run. */
import type { NewRunEvent } from '../../src-shared/run/log/events'
import { turnEvents } from '../../src-shared/testing/turn-events'
import { systemClock } from '../clock'
import { createEventLog } from '../run/execution/event-log'
import { openLibraryDatabase } from '../store/database'
import { processOwner } from '../store/owner'
import { createThreads } from '../store/threads'

export type LaidThread = {
  flowText: string
  turns: number
  eventsOf: (place: { flowId: string; threadId: string; turn: number }) => readonly NewRunEvent[]
}

export type LongThread = {
  flowText: string
  /** Ids of who speaks, in a circle. */
  agents: readonly string[]
  turns: number
  /** Of each turn. */
  steps: number
}

/** Its newest reply says `Answer TURN-STEP.`: see `turnEvents`. */
export function layLongThread(dataDir: string, flowId: string, { flowText, agents, turns, steps }: LongThread): void {
  const eventsOf: LaidThread['eventsOf'] = (place) => turnEvents({ ...place, steps, agents })
  layThread(dataDir, flowId, { flowText, turns, eventsOf })
}

export function layThread(dataDir: string, flowId: string, { flowText, turns, eventsOf }: LaidThread): void {
  const db = openLibraryDatabase(dataDir)
  const log = createEventLog(db, systemClock)
  const threads = createThreads({ db, clock: systemClock, owner: processOwner() })
  let threadId: string | null = null
  for (let turn = 1; turn <= turns; turn += 1) {
    const run = threads.startRun({ threadId, flowId, input: `Question ${turn}`, flowText, revision: 1 })
    threadId = run.threadId
    log.append(run.id, run.threadId, eventsOf({ flowId, threadId, turn }))
  }
  log.close()
  db.close()
}
