/**
 * The test of a connection: its list of models, then text, streaming, tools, the place of instructions and images, one after another. What is
 * learnt from refusals on the way is kept for the connection, as in turns.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError, toErrorRecord, type ErrorRecord } from '../../../src-shared/errors'
import { isLoopback } from '../../../src-shared/providers/presets'
import { TRIAL_PARTS, type Trial, type TrialPart, type TrialRow } from '../../../src-shared/providers/trial'
import type { Purpose } from '../../outbound/purpose'
import { createRedactor } from '../../redaction/redactor'
import { cleanBaseUrl, hostOf } from '../base-url'
import { permitOf, type Connection } from '../contract/connection'
import { listModels, mayBeWrongAddress, suggestedAddress, type ListedModel, type Server } from '../listing'
import { toModelError, type Endpoint } from '../openai-failure'
import { learntDialect, lessonsInMemory, type KnownOf, type LessonStore } from '../wire/dialects'
import { REPLY_TOKENS, tryImages, trySystem, tryText, tryTools, type ProbeContext, type ProbeResult } from './probes'
import { asMessage, inARow, message, type Message, type Sentence } from '../../../src-shared/languages/translate'

export type TrialOptions = {
  readonly signal: AbortSignal
  /** Those of the connection, with their secrets filled in. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Where what is learnt is kept; nowhere by default. */
  readonly lessons?: (LessonStore & { readonly known?: KnownOf }) | undefined
  /** Hears how it stands, each time that a row changed. */
  readonly tell?: ((trial: Trial) => void) | undefined
  /** How it waits; by the clock by default. */
  readonly wait?: ((ms: number, signal: AbortSignal) => Promise<void>) | undefined
  /** Hears the list of models before the model is tried. */
  readonly onListed?: ((models: readonly ListedModel[]) => void) | undefined
}

/** A test that ended before it began. */
export function endedTrial(ok: boolean, said: Message | null, error: ErrorRecord | null = null): Trial {
  return { isOver: true, ok, said, rows: [], models: [], suggestedUrl: null, error }
}

/** Tries a connection. Throws `cancelled` alone: every other fault is in the result. */
export async function tryConnection(connection: Connection, options: TrialOptions): Promise<Trial> {
  const state = new TrialState(options.tell, patienceOf(options))
  if (connection.provider === 'rehearsal')
    return state.end(true, 'The rehearsal model is built in: it needs no server and no key.')
  const server = serverOf(connection, { ...options, why: 'connection-test' })
  if (server.endpoint.host === '')
    return state.end(false, 'The base URL is not a web address. Write it as http://host:port/v1.')
  const model = await tryList(state, server, { connection, options })
  if (model === null) return state.ended()
  await tryModel(state, { ...server, endpoint: { ...server.endpoint, model } }, { connection, options })
  if (isLoopback(new URL(server.baseUrl).hostname)) await hearSizes(server, options)
  return state.ended()
}

/** Servers of this computer say how much a model holds once it is loaded. */
async function hearSizes(server: Server, { onListed }: TrialOptions): Promise<void> {
  const listing = onListed === undefined ? null : await listModels(server)
  if (listing !== null && 'models' in listing) onListed?.(listing.models)
}

/** A server as a connection leads to it. */
export function serverOf(
  connection: Connection,
  { headers = {}, signal, why }: Pick<TrialOptions, 'headers' | 'signal'> & Pick<Purpose, 'why'>,
): Server {
  const { name, apiKey, model } = connection
  const baseUrl = cleanBaseUrl(connection.baseUrl)
  const { text: redact } = createRedactor([apiKey, ...Object.values(headers)])
  const endpoint: Endpoint = { label: name, host: hostOf(baseUrl), model: model ?? '', redact }
  return { baseUrl, apiKey, headers, endpoint, purpose: { why, permit: permitOf(connection) }, signal }
}

type TrialRequest = { connection: Connection; options: TrialOptions }

/** The model to try; null where none can be. */
async function tryList(state: TrialState, server: Server, { options }: TrialRequest): Promise<string | null> {
  const { host, model } = server.endpoint
  state.set('models', 'running', 'Asking for the list of models.')
  const listing = await state.patiently('models', async () => {
    const listed = await listModels(server)
    return { result: listed, wait: 'failure' in listed ? listed.failure.retryAfterMs : undefined }
  })
  if ('models' in listing) {
    options.onListed?.(listing.models)
    const models = listing.models.map(({ id }) => id)
    const [only] = models
    const chosen = model === '' && models.length === 1 && only !== undefined ? only : model
    const isListed = chosen === '' || models.includes(chosen)
    const count = models.length
    const lists = message('{host} answers and lists {count, plural, one {# model} other {# models}}.', { host, count })
    const note = message('“{model}” is not among them; it may still work.', { model: chosen })
    state.listed(models)
    state.set('models', 'works', isListed ? lists : inARow([lists, note], ' '))
    if (chosen !== '') return chosen
    state.skipOthers('Choose a model, then test again.')
    state.conclude(
      true,
      message(
        'Connected. {count, plural, one {# model} other {# models}}. Choose one and test again to see what it can do.',
        { count },
      ),
    )
    return null
  }
  const { failure } = listing
  const { said, code } = toModelError(failure, server.endpoint)
  const suggested = mayBeWrongAddress(failure) ? await suggestedAddress(server) : null
  if (suggested !== null) {
    state.suggest(suggested)
    state.fail('models', answersElsewhere(suggested), code)
    return null
  }
  const isMissing = failure.status === 404 || failure.status === 405
  if (!isMissing) {
    state.fail('models', said, code)
    return null
  }
  if (model !== '') {
    state.set('models', 'no', 'The server does not list its models. The one that you named is tried.')
    return model
  }
  const nameless = message('The server at {host} lists no models. Name one, then test again.', { host })
  state.fail('models', inARow([nameless, said], ' '), code)
  return null
}

/** Where the API was found. */
export function answersElsewhere(url: string): Message {
  return message('Nothing answers at this address, but {url} does.', { url })
}

async function tryModel(state: TrialState, server: Server, given: TrialRequest): Promise<void> {
  const trying = await tryingOf(server, given)
  const { model } = server.endpoint
  const asking = message('Asking “{model}” for a few words. A model that has to be loaded first takes its time.', {
    model,
  })
  state.set('text', 'running', asking)
  try {
    const { text, streaming } = await state.tryPatiently('text', () => tryText(trying))
    state.put('text', text)
    state.put('streaming', streaming)
  } catch (cause) {
    const error = failureOf(cause)
    state.fail('text', error.said, error.code)
    return
  }
  await probe(state, 'tools', () => tryTools(trying))
  await probe(state, 'system', () => trySystem(trying))
  await probe(state, 'images', () => tryImages(trying))
  state.conclude(true, message('Connected. “{model}” answers.', { model }))
}

async function probe(state: TrialState, part: TrialPart, work: () => Promise<ProbeResult>) {
  state.set(part, 'running', null)
  try {
    state.put(part, await state.tryPatiently(part, work))
  } catch (cause) {
    state.set(part, 'failed', message('It could not be tried: {reason}', { reason: failureOf(cause).said }))
  }
}

/** The client that turns have too, without retries: a person waits for it, and is told how long. */
async function tryingOf(server: Server, { connection, options }: TrialRequest): Promise<ProbeContext> {
  const { createOpenAiModel } = await import('../openai')
  const { endpoint, baseUrl, apiKey, headers } = server
  const { dialect = 'auto', parameters = {}, name, timeoutMs } = connection
  const facts = { host: endpoint.host, model: endpoint.model, setting: dialect }
  const place = { connection: name, baseUrl: connection.baseUrl, model: endpoint.model }
  const learnt = learntDialect(facts, options.lessons ?? lessonsInMemory(), place)
  const model = createOpenAiModel({
    baseUrl,
    apiKey,
    label: name,
    purpose: server.purpose,
    timeoutMs,
    dialect,
    learnt,
    redact: endpoint.redact,
    headers: async () => headers,
    retries: 0,
    settings: {
      ...parameters,
      connection: name,
      model: endpoint.model,
      temperature: parameters.temperature ?? null,
      maxTokens: REPLY_TOKENS,
      contextTokens: null,
      toolChoice: 'auto',
    },
  })
  return { model, learnt, server }
}

function waitIn(cause: unknown): number | undefined {
  const asked = cause instanceof AppError ? cause.details['retryAfterMs'] : undefined
  return typeof asked === 'number' ? asked : undefined
}

/** Throws `cancelled` again. */
function failureOf(cause: unknown): AppError {
  if (!(cause instanceof AppError) || cause.code === 'cancelled') throw cause
  return cause
}

/** Waits so long; throws `cancelled`. */
type Patience = (ms: number) => Promise<void>

function patienceOf({ wait = sleepUntil, signal }: TrialOptions): Patience {
  return async (ms) => {
    await wait(ms, signal).catch(() => undefined)
    if (signal.aborted) throw new AppError('cancelled', 'The test was stopped.')
  }
}

async function sleepUntil(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal })
}

/** A server that asks to wait is waited for, so many times for each of its rows, and no longer than a person would. */
const MOST_WAITS = 2
const LONGEST_WAIT_MS = 30_000

/** What a server was asked for came to; `wait`: in so many ms it may come to something else. */
type Waited<Result> = { result: Result; wait: number | undefined }

/** The rows as they come to be; whoever listens hears of every change. */
class TrialState {
  private readonly tell: TrialOptions['tell']
  private readonly pause: Patience
  private trial: Trial = { ...endedTrial(false, null), isOver: false }

  constructor(tell: TrialOptions['tell'], pause: Patience) {
    this.tell = tell
    this.pause = pause
  }

  async patiently<Result>(part: TrialPart, work: () => Promise<Waited<Result>>): Promise<Result> {
    for (let waits = 0; ; waits += 1) {
      const { result, wait } = await work()
      if (wait === undefined || wait > LONGEST_WAIT_MS || waits === MOST_WAITS) return result
      const seconds = Math.ceil(wait / 1000)
      this.set(part, 'running', message('The server asks to wait: trying again in {seconds} s.', { seconds }))
      await this.pause(wait)
    }
  }

  /** The same of work that throws what the server says. */
  async tryPatiently<Result>(part: TrialPart, work: () => Promise<Result>): Promise<Result> {
    const settled = await this.patiently(part, async () => {
      const [result] = await Promise.allSettled([work()])
      return { result, wait: result.status === 'rejected' ? waitIn(result.reason) : undefined }
    })
    if (settled.status === 'rejected') throw settled.reason
    return settled.value
  }

  set(part: TrialPart, verdict: TrialRow['verdict'], words: Sentence | null): void {
    const others = this.trial.rows.filter((row) => row.part !== part)
    const rows = [...others, { part, verdict, words: words === null ? null : asMessage(words) }]
    rows.sort((one, other) => TRIAL_PARTS.indexOf(one.part) - TRIAL_PARTS.indexOf(other.part))
    this.change({ rows })
  }

  put(part: TrialPart, { verdict, words }: ProbeResult): void {
    this.set(part, verdict, words)
  }

  listed(models: string[]): void {
    this.change({ models })
  }

  suggest(suggestedUrl: string): void {
    this.change({ suggestedUrl })
  }

  /** What is behind the last row needs it. */
  fail(part: TrialPart, said: Message, code: AppError['code']): void {
    this.set(part, 'failed', said)
    this.skipOthers('The step before failed.')
    this.conclude(false, said, toErrorRecord(new AppError(code, said)))
  }

  skipOthers(words: Sentence): void {
    const told = new Set(this.trial.rows.map(({ part }) => part))
    for (const part of TRIAL_PARTS) if (!told.has(part)) this.set(part, 'skipped', words)
  }

  conclude(ok: boolean, said: Sentence, error: ErrorRecord | null = null): void {
    this.trial = { ...this.trial, ok, said: asMessage(said), error }
  }

  end(ok: boolean, said: Sentence): Trial {
    this.conclude(ok, said)
    return this.ended()
  }

  ended(): Trial {
    this.change({ isOver: true })
    return this.trial
  }

  private change(patch: Partial<Trial>): void {
    this.trial = { ...this.trial, ...patch }
    this.tell?.(this.trial)
  }
}
