/** Results in the log of a copied state, as a person has them. */
import { AppError } from '../../../src-shared/errors'
import { message } from '../../../src-shared/languages/translate'
import type { ForkEditOf } from '../../../src-shared/run/log/fork-changes'
import { logEntrySchema, type LogEntry } from '../../../src-shared/run/log/log'
import type { BatonState, Summaries } from '../state/state'

/** `replaced`: the entries that are others now. */
export type EditedLog = { log: LogEntry[]; summaries: Summaries; replaced: LogEntry[] }

/** Throws `bad-input` for an entry that is no result of a tool, or is not there. */
export function editResults({ log, summaries }: BatonState, edits: readonly ForkEditOf<'result'>[]): EditedLog {
  if (edits.length === 0) return { log, summaries, replaced: [] }
  const byId = new Map(edits.map((edit) => [edit.entry, edit]))
  const replaced: LogEntry[] = []
  const edited = log.map((entry) => {
    const edit = byId.get(entry.id)
    if (edit === undefined) return entry
    byId.delete(entry.id)
    const now = editedResult(entry, edit)
    replaced.push(now)
    return now
  })
  const [missing] = byId.keys()
  if (missing !== undefined)
    throw new AppError(
      'bad-input',
      message('There is no result “{missing}” before this step. Choose one that was there by then.', { missing }),
    )
  const first = log.findIndex(({ id }) => replaced.some((entry) => entry.id === id))
  return { log: edited, summaries: summariesBefore(summaries, log, first), replaced }
}

function editedResult(entry: LogEntry, { text, isError }: ForkEditOf<'result'>): LogEntry {
  if (entry.kind !== 'result')
    throw new AppError(
      'bad-input',
      message('“{id}” is not the result of a tool, so it cannot be edited here.', { id: entry.id }),
    )
  // What is kept whole is the result as it was, which the model could read again.
  const { kept: _kept, ...rest } = entry
  return logEntrySchema.parse({ ...rest, text, isError })
}

/** Those of what was said before a place: what a model said of the edited result stands for it no more. */
function summariesBefore(summaries: Summaries, log: readonly LogEntry[], place: number): Summaries {
  const kept = Object.entries(summaries).filter(([, { upTo }]) => log.findIndex(({ id }) => id === upTo) < place)
  return Object.fromEntries(kept)
}
