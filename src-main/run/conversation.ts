/** What was said in a thread and what was set in it, read back from its events. */
import type { JsonObject } from '../../src-shared/flow/records'
import type { RunEvent } from '../../src-shared/run/log/events'
import {
  addExpense,
  NO_EXPENSE,
  spendAt,
  spentOnCall,
  type Expense,
  type ExpenseByNode,
} from '../../src-shared/run/log/expense'
import { isInToolCall, type LogEntry } from '../../src-shared/run/log/log'
import { createBreather } from '../in-slices'
import type { EventRows } from '../store/event-rows'

/**
 * `spent`: by all of its model calls, also those that came to nothing; its time is that of its runs. `spentBy`: by each node, whose time is that of
 * its calls and tools.
 */
export type Conversation = { log: LogEntry[]; variables: JsonObject; spent: Expense; spentBy: ExpenseByNode }

const PAGE = 500

/** The entry that an event added to the thread's own log; what flows said that run as tools stands in logs of their own. */
export function ownEntry(event: RunEvent): LogEntry[] {
  return event.type === 'entry' && !isInToolCall(event.entry.scope) ? [event.entry] : []
}

/** Reads with pauses for everybody else. Throws nothing for a thread that is not there: it has said nothing. */
export async function readConversation(rows: EventRows, threadId: string, lastTurn: number): Promise<Conversation> {
  const thread = rows.threadNumber(threadId)
  const log = new Map<string, LogEntry>()
  let variables: JsonObject = {}
  let spent = NO_EXPENSE
  let spentBy: ExpenseByNode = {}
  const { breathe } = createBreather()
  for (let after = 0; thread !== null;) {
    const page = rows.ofThread(thread, after, PAGE)
    for (const { read } of page) {
      const event = read()
      for (const entry of ownEntry(event)) if (entry.turn <= lastTurn && !log.has(entry.id)) log.set(entry.id, entry)
      if (event.type === 'model.finished') spentBy = spendAt(spentBy, event.node, spentOnCall(event))
      if (event.type === 'tool.finished') spentBy = spendAt(spentBy, event.node, { ms: event.ms })
      if (event.type === 'model.finished') spent = addExpense(spent, { ...spentOnCall(event), ms: 0 })
      if (event.type === 'run.finished') spent = addExpense(spent, { ms: event.ms })
      if (event.type === 'variables') variables = { ...variables, ...event.changes }
      await breathe()
    }
    const last = page.at(-1)
    if (last === undefined) break
    after = last.row
  }
  return { log: [...log.values()], variables, spent, spentBy }
}
