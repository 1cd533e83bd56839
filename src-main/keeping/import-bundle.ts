/**
 * Takes a run bundle over as a thread that is only looked at: it has no state, so that nobody can go on with it. Ids of runs, calls and results
 * become new ones, so that nothing that is here already is meant by them.
 */
import { newId, type Json, type JsonObject } from '../../src-shared/flow/records'
import { runEventSchema, type RunEvent } from '../../src-shared/run/log/events'
import { createBreather } from '../in-slices'
import type { RequestRecords } from '../requests/request-records'
import { compact } from '../store/compact'
import { write, type LibraryDatabase } from '../store/database'
import { createEventRows } from '../store/event-rows'
import { createPinnedSteps } from '../store/pinned-steps'
import type { Results } from '../store/results'
import { createSnapshots } from '../store/snapshots'
import type { Threads } from '../store/threads'
import { readBundle, type BundledResult, type RunBundle } from './run-bundle'

export type ImportParts = {
  readonly db: LibraryDatabase
  readonly threads: Pick<Threads, 'createThread'>
  readonly requests: Pick<RequestRecords, 'restore'>
  readonly results: Pick<Results, 'keep'>
  /** The id of the flow in the library that the thread is to be of; where it is not there, the drawing becomes one. */
  readonly flowFor: (flow: { id: string; name: string }, drawing: JsonObject) => string
  readonly remove: (threadId: string) => Promise<void>
}

export type ImportedThread = { readonly threadId: string; readonly flowId: string }

/** So many events are stored at once. */
const BATCH = 100

/** Throws `bad-input` in words for what is no bundle, and the codes of `openFlow` for its drawing; then nothing was stored. */
export async function importBundle(parts: ImportParts, text: string): Promise<ImportedThread> {
  const bundle = readBundle(text)
  const newest = bundle.drawings[bundle.runs.at(-1)?.drawing ?? 0] ?? {}
  const flowId = parts.flowFor(bundle.flow, newest)
  const { title, only } = bundle.thread
  const { id: threadId } = parts.threads.createThread({ flowId, title, only, imported: true })
  try {
    await fill(parts, { bundle, threadId, flowId })
    return { threadId, flowId }
  } catch (cause) {
    await parts.remove(threadId)
    throw cause
  }
}

type Filling = { readonly bundle: RunBundle; readonly threadId: string; readonly flowId: string }

async function fill({ db, requests, results }: ImportParts, { bundle, threadId, flowId }: Filling): Promise<void> {
  const { breathe } = createBreather()
  const rows = createEventRows(db)
  const thread = rows.threadNumber(threadId) ?? 0
  const ids = new Map(bundle.runs.map(({ id }) => [id, newId('run')]))
  for (const result of bundle.results) {
    const body = bodyOf(result)
    const { id } = await results.keep(threadId, { mimeType: result.mimeType, body })
    // What a file says of its results is not believed: others here may have that id.
    ids.set(result.id, id)
  }
  for (const event of bundle.events)
    if ('span' in event && typeof event.span === 'string' && !ids.has(event.span)) ids.set(event.span, newId('span'))
  write(db, () => addRuns(db, thread, { bundle, ids }))
  for (let from = 0; from < bundle.events.length; from += BATCH) {
    write(db, () => {
      for (const event of bundle.events.slice(from, from + BATCH)) {
        const facts = rows.factsOf(ids.get(event.runId) ?? '')
        if (facts !== null) rows.insert(facts, withIds(event, { ids, threadId, flowId }))
      }
    })
    await breathe()
  }
  const steps = createPinnedSteps(db)
  for (const { runId, ...pin } of bundle.thread.pins ?? []) steps.pin(threadId, { ...pin, runId: ids.get(runId) ?? '' })
  for (const { span, body, facts } of bundle.requests) {
    requests.restore(threadId, ids.get(span) ?? newId('span'), { ...facts, body })
    await breathe()
  }
}

function addRuns(
  db: LibraryDatabase,
  thread: number,
  { bundle, ids }: { bundle: RunBundle; ids: ReadonlyMap<string, string> },
): void {
  const snapshots = createSnapshots(db)
  const drawings = bundle.drawings.map((drawing) => snapshots.keep(JSON.stringify(drawing)))
  const add = db.prepare<
    [string, number, number, string, number | null, number, number, string | Buffer | null, string | Buffer | null]
  >(
    'INSERT INTO runs (id, thread, turn, state, revision, snapshot, started_at, input, attachments) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
  )
  const touch = db.prepare<[number, number, number, number]>(
    'UPDATE threads SET newest_run = ?, changed_at = ?, turns = max(turns, ?) WHERE number = ?',
  )
  for (const { id, turn, state, revision, startedAt, input, attachments, drawing } of bundle.runs) {
    const at = Date.parse(startedAt)
    const words = input === null ? null : compact(input)
    const attached =
      attachments.length === 0 ? null : compact(JSON.stringify(attachments.map((one) => mapped(one as Json, ids))))
    const run = add.run(ids.get(id) ?? '', thread, turn, state, revision, drawings[drawing] ?? 0, at, words, attached)
    touch.run(Number(run.lastInsertRowid), at, turn, thread)
  }
}

function bodyOf({ body }: BundledResult): string | Uint8Array {
  return 'text' in body ? body.text : Buffer.from(body.base64, 'base64')
}

type NewIds = { readonly ids: ReadonlyMap<string, string>; readonly threadId: string; readonly flowId: string }

function withIds(event: RunEvent, { ids, threadId, flowId }: NewIds): RunEvent {
  const place = event.type === 'run.started' ? { threadId, flowId } : {}
  const { at, seq } = event
  return runEventSchema.parse({ ...(mapped(event as unknown as Json, ids) as JsonObject), ...place, at, seq })
}

/** The value with other ids where a text is one of them. */
function mapped(value: Json, ids: ReadonlyMap<string, string>): Json {
  if (typeof value === 'string') return ids.get(value) ?? value
  if (Array.isArray(value)) return value.map((one) => mapped(one, ids))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapped(inner, ids)]))
}
