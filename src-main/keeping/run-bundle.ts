/**
 * A run bundle: one JSON file with a thread, the drawings that its turns ran with, its events, what models were asked, and whole results of tools.
 * Reading it is the only door for one that somebody else made: it is bounded before it is parsed, and every part is checked.
 */
import { z } from 'zod'
import { AppError } from '../../src-shared/errors'
import { issueWords } from '../../src-shared/flow/issues'
import { message, type Message } from '../../src-shared/languages/translate'
import { RUN_FORMAT } from '../../src-shared/rpc/kept-methods'
import { attachmentSchema } from '../../src-shared/run/log/attachments'
import { isFleeting } from '../../src-shared/run/log/event-types'
import { runEventSchema } from '../../src-shared/run/log/events'
import { pinnedStepSchema } from '../../src-shared/rpc/pinned-steps'
import { requestFactsSchema } from '../../src-shared/run/log/requests'

export const BUNDLE_VERSION = 1
/** In UTF-16 units of the text. */
export const MOST_BUNDLE = 30_000_000
const MOST_DEPTH = 200
const MOST_RUNS = 20_000
const MOST_DRAWINGS = 2000
export const MOST_PINS = 1000

const bundledRunSchema = z.object({
  id: z.string().min(1).max(128),
  turn: z.int().min(1),
  state: z.enum(['finished', 'failed', 'stopped']),
  revision: z.int().nullable(),
  startedAt: z.iso.datetime(),
  input: z.string().nullable(),
  attachments: z.array(attachmentSchema),
  /** Which of the drawings it ran with. */
  drawing: z.int().min(0),
})
export type BundledRun = z.infer<typeof bundledRunSchema>

const bundledResultSchema = z.object({
  id: z.string(),
  mimeType: z.string().max(200),
  body: z.union([z.object({ text: z.string() }), z.object({ base64: z.base64() })]),
})
export type BundledResult = z.infer<typeof bundledResultSchema>

const runBundleSchema = z.object({
  format: z.literal(RUN_FORMAT),
  version: z.literal(BUNDLE_VERSION),
  exportedAt: z.iso.datetime(),
  flow: z.object({ id: z.string().min(1).max(128), name: z.string().max(200) }),
  thread: z.object({
    title: z.string().max(200),
    only: z.string().max(128).nullable(),
    /** Absent: no step of it is pinned. */
    pins: z.array(pinnedStepSchema).max(MOST_PINS).exactOptional(),
  }),
  drawings: z.array(z.record(z.string(), z.json())).max(MOST_DRAWINGS),
  runs: z.array(bundledRunSchema).min(1).max(MOST_RUNS),
  events: z.array(runEventSchema),
  /** In the order in which they were made. */
  requests: z.array(z.object({ span: z.string(), body: z.string(), facts: requestFactsSchema })),
  results: z.array(bundledResultSchema),
  /** What did not fit: the oldest requests, and results. */
  leftOut: z.object({ requests: z.int(), results: z.int() }),
})
export type RunBundle = z.infer<typeof runBundleSchema>

/** Throws `bad-input` in words for what is no bundle, or not one that can be read. */
export function readBundle(text: string): RunBundle {
  if (text.length > MOST_BUNDLE) throw refused(message('it is larger than 30 MB'))
  if (depthOf(text) > MOST_DEPTH) throw refused(message('its parts lie too deep in each other'))
  const json = jsonOf(text)
  const { success, data } = z.looseObject({ format: z.literal(RUN_FORMAT), version: z.number() }).safeParse(json)
  if (!success) throw refused(message('it is not a run that Baton exported'))
  if (data.version !== BUNDLE_VERSION) throw refused(message('a newer Baton wrote it. Update Baton'))
  const parsed = runBundleSchema.safeParse(json)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw refused(
      message('{place} is not as it should be ({problem})', {
        place: issue?.path.join('.') ?? message('it'),
        problem: issue === undefined ? '' : issueWords(issue),
      }),
    )
  }
  const { runs, events, drawings } = parsed.data
  const known = new Set(runs.map(({ id }) => id))
  if (known.size < runs.length) throw refused(message('two of its runs have the same id'))
  if (runs.some(({ drawing }) => drawings[drawing] === undefined))
    throw refused(message('a run names a drawing that is not in it'))
  if (events.some(({ runId }) => !known.has(runId))) throw refused(message('an event is of a run that is not in it'))
  if (new Set(events.map(({ runId, seq }) => `${seq} ${runId}`)).size < events.length)
    throw refused(message('two of its events have the same number'))
  if (events.some((event) => isFleeting(event) || Number.isNaN(Date.parse(event.at))))
    throw refused(message('it has events that are never kept'))
  return parsed.data
}

/** How deep the brackets of a JSON text go; of any other text, some number. */
function depthOf(text: string): number {
  let [depth, deepest] = [0, 0]
  let isString = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (isString && character === '\\') at += 1
    else if (character === '"') isString = !isString
    else if (!isString && (character === '{' || character === '[')) deepest = Math.max(deepest, (depth += 1))
    else if (!isString && (character === '}' || character === ']')) depth -= 1
  }
  return deepest
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw refused(message('it is not JSON'))
  }
}

function refused(why: Message): AppError {
  return new AppError(
    'bad-input',
    message('This run was not imported: {reason}. Nothing was changed.', { reason: why }),
  )
}
