/** What must hold of a thread between any two things that a person does, whatever was cut short: as a list of what does not. */
import { EMPTY_THREAD } from '../../src-shared/run/fold/fold-view'
import { foldEvents } from '../../src-shared/run/fold/fold'
import { isTerminal } from '../../src-shared/run/log/event-types'
import type { RunEvent } from '../../src-shared/run/log/events'
import { isInToolCall, type LogEntry } from '../../src-shared/run/log/log'
import type { Core } from '../core'
import type { BatonState } from '../engine/state/state'
import { ownEntry } from '../run/conversation'

type ThreadPlace = { thread: string; state: BatonState; events: readonly RunEvent[] }

export function eventsOfThread({ services: { threads, events } }: Core, thread: string): RunEvent[] {
  const turns = Array.from({ length: threads.read(thread).turns }, (_, at) => at + 1)
  return turns.flatMap((turn) => events.eventsOfTurn(thread, turn))
}

/** What is wrong with a thread of which nothing runs here. */
export async function faultsOfThread(core: Core, { thread, state, events }: ThreadPlace): Promise<string[]> {
  const { threads, runner, inbox } = core.services
  const { state: shown } = threads.read(thread)
  const waiting = runner.waiting(thread).map(({ id }) => id)
  const view = foldEvents(EMPTY_THREAD, events)
  const cards = (view.latest?.questions ?? []).map(({ id }) => id)
  const listed = inbox.list().flatMap((one) => (one.threadId === thread ? [one.id] : []))
  const faults: string[] = []
  if (shown === 'running') faults.push('it is shown as running, and nobody runs it')
  if (shown === 'waiting' && waiting.length === 0) faults.push('it is shown as waiting, and asks nothing')
  if (shown !== 'unfinished' && !isSame(waiting, cards))
    faults.push(`it waits with ${waiting.join(' ')}, and the cards are ${cards.join(' ')}`)
  if (!isSame(waiting, listed)) faults.push(`it waits with ${waiting.join(' ')}, and the inbox has ${listed.join(' ')}`)
  faults.push(...endFaults(events), ...logFaults(state.log))
  const newest = threads.newestRun(thread)
  if (newest?.state === 'finished' && waiting.length === 0)
    faults.push(...(await wholeFaults(core, { thread, state, events })))
  return faults.map((fault) => `${thread}: ${fault}`)
}

/** One end at most for each run, and nothing behind it but what a person sets between turns. */
function endFaults(events: readonly RunEvent[]): string[] {
  return [...Map.groupBy(events, ({ runId }) => runId).values()].flatMap((told) => {
    const ends = told.filter(isTerminal).length
    return ends > 1 ? [`a run told ${ends} ends`] : []
  })
}

/** A result belongs to a call that has none yet, within its own conversation. */
function logFaults(log: readonly LogEntry[]): string[] {
  const faults: string[] = []
  const open: string[] = []
  for (const entry of log) {
    if (entry.kind === 'calls') open.push(...entry.calls.map(({ id }) => `${entry.scope} ${id}`))
    if (entry.kind !== 'result') continue
    const at = open.indexOf(`${entry.scope} ${entry.callId}`)
    if (at === -1) faults.push(`the result ${entry.id} of ${entry.callId} belongs to no open call`)
    else open.splice(at, 1)
  }
  const ids = log.map(({ id }) => id)
  if (new Set(ids).size !== ids.length) faults.push('an entry is in the log twice')
  return faults
}

/** Of a turn that is over: what was told is what models are told, and each call of the turn has its result. */
async function wholeFaults(core: Core, { thread, state, events }: ThreadPlace): Promise<string[]> {
  const { threads, events: log } = core.services
  const faults: string[] = []
  // What is said within calls is not the conversation's own.
  const known = new Set(state.log.flatMap(({ id, scope }) => (isInToolCall(scope) ? [] : [id])))
  const own = events.flatMap(ownEntry).map(({ id }) => id)
  const told = new Set(own)
  const lost = [...told].filter((id) => !known.has(id))
  const untold = [...known].filter((id) => !told.has(id))
  if (lost.length > 0) faults.push(`models are not told ${lost.join(' ')}`)
  if (untold.length > 0) faults.push(`nobody was told ${untold.join(' ')}`)
  const { variables } = await log.conversation(thread, threads.read(thread).turns)
  if (JSON.stringify(variables['n']) !== JSON.stringify(state.variables['n']))
    faults.push(`n is ${JSON.stringify(state.variables['n'])}, and shown as ${JSON.stringify(variables['n'])}`)
  const newest = state.log.filter(({ turn }) => turn === state.turn.number)
  const results = new Set(
    newest.flatMap((entry) => (entry.kind === 'result' ? [`${entry.scope} ${entry.callId}`] : [])),
  )
  for (const entry of newest)
    if (entry.kind === 'calls')
      for (const { id, name } of entry.calls)
        if (!results.has(`${entry.scope} ${id}`)) faults.push(`the call ${id} of ${name} has no result`)
  return faults
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return JSON.stringify(some.toSorted()) === JSON.stringify(others.toSorted())
}
