/** Telling what a run does: events go into the log, and then to whoever listens. Its end is told once, and what a store refused is told with what comes next. */
import { isTerminal } from '../../../src-shared/run/log/event-types'
import type { NewRunEvent, RunEvent } from '../../../src-shared/run/log/events'
import type { Answers } from '../../store/answers'
import type { EventLog } from './event-log'
import type { Execution } from './execution'

export type EventTeller = {
  tell: (events: readonly NewRunEvent[]) => void
  /** The same in two halves, for a transaction around the first one: what a failed one takes back was not told. */
  store: (events: readonly NewRunEvent[]) => RunEvent[]
  publish: (stored: readonly RunEvent[]) => void
  /** Tells the last events of a run with all that was not stored before them; by themselves where that cannot be stored at all. */
  tellEnd: (events: readonly NewRunEvent[]) => void
  /** Whether the end was told. */
  isTold: () => boolean
}

type TellerContext = { events: Pick<EventLog, 'append'>; answers: Pick<Answers, 'during'> }

/** Tells events of a run until its end was told: nothing follows a terminal event, whatever whoever listens does with it. */
export function createTeller(
  { run, listen, breakpoints }: Pick<Execution, 'run' | 'listen' | 'breakpoints'>,
  { events: log, answers }: TellerContext,
): EventTeller {
  let isTold = false
  let unstored: readonly NewRunEvent[] = []
  const store: EventTeller['store'] = (events) => {
    if (events.length === 0 || isTold) return []
    // What a store before this one refused comes first: the state has it, and models are told it.
    const all = [...unstored, ...events]
    unstored = all.filter((event) => !isTerminal(event))
    const append = () => log.append(run.id, run.threadId, all)
    const reached = reachedOnce(all)
    if (reached.length === 0) return append()
    return answers.during(() => {
      breakpoints?.reached(reached)
      return append()
    })
  }
  const publish: EventTeller['publish'] = (stored) => {
    if (stored.length > 0) unstored = []
    isTold ||= stored.some(isTerminal)
    for (const event of stored) listen(event)
  }
  const tell: EventTeller['tell'] = (events) => publish(store(events))
  return {
    tell,
    store,
    publish,
    tellEnd(events) {
      try {
        tell(events)
      } catch (cause) {
        if (isTold || unstored.length === 0) throw cause
        unstored = []
        tell(events)
      }
    },
    isTold: () => isTold,
  }
}

/** The breakpoints that pause once, and have. */
function reachedOnce(events: readonly NewRunEvent[]): string[] {
  return events.flatMap((event) => {
    if (event.type !== 'question' || event.question.kind !== 'breakpoint') return []
    return event.question.because.flatMap((reason) => (reason.is === 'run-to' ? [reason.id] : []))
  })
}
