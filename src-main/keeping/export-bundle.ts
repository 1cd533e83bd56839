/** Writes a thread as a run bundle, without keys and secrets. */
import { z } from 'zod'
import { AppError } from '../../src-shared/errors'
import type { Json } from '../../src-shared/flow/records'
import { RUN_FORMAT } from '../../src-shared/rpc/kept-methods'
import { isTextType } from '../../src-shared/run/log/results'
import type { RunEvent } from '../../src-shared/run/log/events'
import { isoOf } from '../clock'
import type { Redactor } from '../redaction/redactor'
import type { RequestRecords } from '../requests/request-records'
import type { LibraryDatabase } from '../store/database'
import type { Results } from '../store/results'
import { runActive } from '../store/run-active'
import { createRunRows } from '../store/run-rows'
import type { Threads } from '../store/threads'
import { bundleCleaner, namedSecrets } from './bundle-secrets'
import {
  BUNDLE_VERSION,
  MOST_BUNDLE,
  MOST_PINS,
  type BundledResult,
  type BundledRun,
  type RunBundle,
} from './run-bundle'

export type BundleParts = {
  readonly db: LibraryDatabase
  readonly threads: Pick<Threads, 'read'>
  readonly requests: Pick<RequestRecords, 'ofCall'>
  readonly results: Pick<Results, 'read'>
  readonly now: () => number
  /** Knows keys and secrets that are stored here, and those of the environment that are named. */
  readonly redactor: (names: readonly string[]) => Promise<Redactor>
}

export type ExportedBundle = {
  readonly fileName: string
  readonly text: string
  readonly leftOut: RunBundle['leftOut']
}

const jsonSchema = z.record(z.string(), z.json())
/** What is as large as that is left out first. */
const MOST_REQUESTS = 12_000_000
const MOST_RESULTS = 10_000_000

/** Throws `not-found`, `run-active` while a turn runs, and `bad-input` for a thread that is too large even so. */
export async function exportBundle(
  parts: BundleParts,
  threadId: string,
  events: readonly RunEvent[],
): Promise<ExportedBundle> {
  const { threads, now } = parts
  const { title, flowId, only, state, pins = [] } = threads.read(threadId)
  if (state === 'running') throw runActive()
  const { runs, drawings } = runsOf(parts, threadId)
  if (runs.length === 0)
    throw new AppError('bad-input', 'Nothing was said in this thread yet: there is no run to export.')
  const requests = requestsOf(parts, events)
  // What nothing names was held back, or is of another thread that left this one.
  const named = JSON.stringify([events, runs, requests.kept])
  const results = resultsOf(parts, threadId, (id) => named.includes(id))
  const name = z.string().catch('').parse(drawings.at(-1)?.['name'])
  const bundle: RunBundle = {
    format: RUN_FORMAT,
    version: BUNDLE_VERSION,
    exportedAt: isoOf(now()),
    flow: { id: flowId, name },
    thread: { title, only, ...(pins.length > 0 ? { pins: pins.slice(0, MOST_PINS) } : {}) },
    drawings,
    runs,
    events: [...events],
    requests: requests.kept,
    results: results.kept,
    leftOut: { requests: requests.leftOut, results: results.leftOut },
  }
  const redactor = await parts.redactor(namedSecrets(drawings))
  const clean = bundleCleaner(redactor, drawings)
  const bare = { ...bundle, results: bundle.results.map((result) => cleanBytes(result, redactor)) }
  const text = `${JSON.stringify(clean(jsonSchema.parse(JSON.parse(JSON.stringify(bare)))))}\n`
  if (text.length > MOST_BUNDLE)
    throw new AppError('bad-input', 'This thread is too large for one file: its events alone take more than 30 MB.')
  return { fileName: fileNameOf(title), text, leftOut: bundle.leftOut }
}

function cleanBytes(result: BundledResult, { base64 }: Redactor): BundledResult {
  return 'base64' in result.body ? { ...result, body: { base64: base64(result.body.base64) } } : result
}

/** Each drawing stands there once, however many turns ran with it. */
function runsOf({ db }: BundleParts, threadId: string): { runs: BundledRun[]; drawings: { [name: string]: Json }[] } {
  const rows = createRunRows(db)
  const ids = db
    .prepare<[string], string>(
      'SELECT runs.id FROM runs JOIN threads ON threads.number = runs.thread WHERE threads.id = +? ORDER BY runs.number',
    )
    .pluck()
    .all(threadId)
  const drawings = new Map<string, number>()
  const runs = ids.flatMap((id): BundledRun[] => {
    const row = rows.read(id)
    if (row === null) return []
    const { turn, state, revision, startedAt, input, attachments, flowText } = row
    const drawing = drawings.get(flowText) ?? drawings.size
    drawings.set(flowText, drawing)
    // Of a turn that was left there is nobody to go on with it.
    const ended = state === 'running' ? 'stopped' : state
    return [
      { id, turn, state: ended, revision, startedAt: isoOf(startedAt), input, attachments: [...attachments], drawing },
    ]
  })
  return { runs, drawings: [...drawings.keys()].map((text) => jsonSchema.parse(JSON.parse(text))) }
}

/** The newest ones that fit, in the order in which they were made. */
function requestsOf({ requests }: BundleParts, events: readonly RunEvent[]) {
  const spans = [
    ...new Set(events.flatMap((event) => ('span' in event && typeof event.span === 'string' ? [event.span] : []))),
  ]
  const kept: RunBundle['requests'] = []
  let [size, leftOut] = [0, 0]
  for (const span of spans.toReversed()) {
    for (const { body, isWhole, ...facts } of requests.ofCall(span).toReversed()) {
      size += body.length
      if (isWhole && size <= MOST_REQUESTS) kept.push({ span, body, facts })
      else leftOut += 1
    }
  }
  return { kept: kept.reverse(), leftOut }
}

function resultsOf({ db, results }: BundleParts, threadId: string, isNamed: (id: string) => boolean) {
  const ids = db
    .prepare<[string], string>(
      'SELECT results.id FROM result_uses JOIN results ON results.number = result_uses.result JOIN threads ON threads.number = result_uses.thread WHERE threads.id = +? ORDER BY results.number',
    )
    .pluck()
    .all(threadId)
  const kept: BundledResult[] = []
  let [size, leftOut] = [0, 0]
  for (const id of ids.filter(isNamed)) {
    const { mimeType, body } = results.read(threadId, id)
    size += body.length
    if (size > MOST_RESULTS) leftOut += 1
    else if (typeof body === 'string' && isTextType(mimeType)) kept.push({ id, mimeType, body: { text: body } })
    else kept.push({ id, mimeType, body: { base64: Buffer.from(body).toString('base64') } })
  }
  return { kept, leftOut }
}

/** Without the characters that file systems refuse. */
function fileNameOf(title: string): string {
  const clean = title
    .replaceAll(/[^\p{L}\p{N} _-]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 60)
  return `${clean === '' ? 'run' : clean}.baton-run.json`
}
