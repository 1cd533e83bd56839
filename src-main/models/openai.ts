/**
 * A chat model behind an OpenAI-compatible endpoint: the chat-completions half of ChatOpenAI from @langchain/openai, with Baton's own
 * transport, retries and errors around it.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ChatGenerationChunk } from '@langchain/core/outputs'
import type { ChatOpenAIFields } from '@langchain/openai'
import { AppError } from '../../src-shared/errors'
import type { Picture } from '../../src-shared/run/log/pictures'
import { toReason } from '../../src-shared/run/log/reasons'
import type { RequestOutcome } from '../../src-shared/run/log/requests'
import type { DialectSetting } from '../../src-shared/rpc/dialect'
import { createRedactor } from '../redaction/redactor'
import type { Purpose } from '../outbound/purpose'
import { cleanBaseUrl, hostOf, partsOf } from './base-url'
import { fitKnown, fitRefused } from './fit'
import { keyHeaders } from './headers'
import type { ChatModel, ModelReply, ModelRequest, ModelSettings } from './contract/model'
import { TolerantCompletions } from './openai-completions'
import { fromStream, incomplete } from './openai-ending'
import { FailedAttempt, toModelError, tooLong, type Endpoint, type Failure } from './openai-failure'
import { toChatMessages } from './openai-messages'
import { createReplyBuilder } from './openai-reply'
import { createWire, startAttempt, type Attempt } from './openai-wire'
import { answeredOutcome, failedOutcome } from './attempt-outcome'
import { callIdsOf } from './contract/prompt'
import { decisionForm, withAnswer, withDecision } from './wire/answer-form'
import { fieldsBeside } from './wire/body'
import { contextRefusal } from './wire/context-refusal'
import { learntDialect, type Dialect, type LearntDialect } from './wire/dialects'
import { learn, type Refusal } from './wire/lessons'
import { fieldsOf, toolChoiceOf } from './wire/parameters'
import { toWire } from './wire/to-wire'
import { sentName, withOwnNames } from './wire/tool-keys'
import { inARow, message as sentence, type Message } from '../../src-shared/languages/translate'

export type OpenAiModelOptions = {
  /** Up to where the API starts, often ending in `/v1`. */
  baseUrl: string
  apiKey: string | null
  settings: ModelSettings
  /** The connection's name, for messages. */
  label: string
  /** For the ledger of connections; a model that is asked over the connection by default. */
  purpose?: Purpose | undefined
  /** How long the server may take to begin its answer; 120 s by default. */
  timeoutMs?: number | undefined
  /** How long it may pause within one; 60 s by default. */
  idleTimeoutMs?: number | undefined
  /** How the person says that this server wants its requests; `auto` by default. */
  dialect?: DialectSetting | undefined
  /** Where what the server teaches is kept; for this client alone by default. */
  learnt?: LearntDialect | undefined
  /** Headers besides Baton's own, with their secrets filled in; asked for at every call. Those of the settings are not read. */
  headers?: (() => Promise<Readonly<Record<string, string>>>) | undefined
  /** Further attempts after the first; 3 by default. */
  retries?: number | undefined
  /** Takes secrets out of what the server says of a failure; without it the key. */
  redact?: ((text: string) => string) | undefined
  /** For tests: 0 <= random() < 1, and a wait that ends early, by rejecting, when the signal fires. */
  random?: (() => number) | undefined
  wait?: ((ms: number, signal: AbortSignal) => Promise<void>) | undefined
}

/** Longer than this nobody waits for a busy server: the call fails and says how long it wanted. */
const LONGEST_RETRY_AFTER_MS = 30_000
const FIRST_WAIT_MS = 500
/** So many rules a server may name within one call. */
const MOST_LESSONS = 8

type Client = {
  endpoint: Endpoint
  setting: DialectSetting
  learnt: LearntDialect
  headers: () => Promise<Readonly<Record<string, string>>>
  /** What a reply may take; null: nobody said. */
  maxTokens: number | null
  stream: (request: ModelRequest, attempt: Attempt) => AsyncGenerator<ChatGenerationChunk>
  retries: number
  random: () => number
  wait: (ms: number, signal: AbortSignal) => Promise<void>
}

/** Builds the client once; each call then costs little more than its HTTP request. */
export function createOpenAiModel(options: OpenAiModelOptions): ChatModel {
  const { settings, label } = options
  const baseUrl = cleanBaseUrl(options.baseUrl)
  const { redact = createRedactor([options.apiKey]).text } = options
  const endpoint: Endpoint = { label, host: hostOf(baseUrl), model: settings.model, redact }
  const client: Client = {
    endpoint,
    setting: options.dialect ?? 'auto',
    learnt: options.learnt ?? learntDialect({ ...endpoint, setting: options.dialect ?? 'auto' }),
    headers: options.headers ?? (async () => ({})),
    maxTokens: settings.maxTokens,
    stream: createStream({ ...options, baseUrl }, endpoint),
    retries: options.retries ?? 3,
    random: options.random ?? Math.random,
    wait: options.wait ?? (async (ms, signal) => void (await sleep(ms, undefined, { signal }))),
  }
  return {
    label: `${label}: ${settings.model}`,
    call: (request) => untilAborted(request.signal, () => callWithRetries(client, request)),
    contextTokens: async () => client.learnt.get().contextTokens,
  }
}

/** What the library's client is made with; its requests go through the wire. */
function clientFields(
  options: OpenAiModelOptions,
  endpoint: Endpoint,
  attempts: AsyncLocalStorage<Attempt>,
): ChatOpenAIFields {
  const { settings, apiKey, baseUrl, label } = options
  const { purpose = { why: 'model', permit: { by: 'connection', connection: label } } } = options
  const { path, query } = partsOf(baseUrl)
  const timeouts = { firstByteMs: options.timeoutMs ?? 120_000, idleMs: options.idleTimeoutMs ?? 60_000 }
  return {
    model: settings.model,
    // The transport sends the real key, or none; this keeps the library from taking one out of the environment.
    apiKey: 'unused',
    maxRetries: 0,
    timeout: 2 ** 31 - 1,
    streamUsage: true,
    ...(settings.temperature === null ? {} : { temperature: settings.temperature }),
    ...(settings.maxTokens === null ? {} : { maxTokens: settings.maxTokens }),
    configuration: {
      baseURL: path,
      defaultQuery: Object.fromEntries(new URLSearchParams(query)),
      organization: null,
      project: null,
      logLevel: 'off',
      fetch: createWire({
        endpoint,
        key: keyHeaders(baseUrl, apiKey),
        purpose,
        timeouts,
        current: () => attempts.getStore(),
      }),
    },
  }
}

function createStream(options: OpenAiModelOptions, endpoint: Endpoint): Client['stream'] {
  const { settings } = options
  const attempts = new AsyncLocalStorage<Attempt>()
  const chat = new TolerantCompletions(clientFields(options, endpoint, attempts))
  const parameters = fieldsOf(settings)
  return async function* stream(request, attempt) {
    // A planner writes calls down; tools on offer would only tempt it to make them.
    const offered = request.purpose.kind === 'plan' ? [] : request.tools
    const { isClosed, field: wanted } = toolChoiceOf(settings.toolChoice, { ...request, tools: offered })
    const decision = request.answer === undefined ? decisionForm(request.purpose, attempt.dialect) : null
    const asked = {
      ...request,
      ...(decision === null ? {} : { answer: decision }),
      tools: offered,
      toolsClosed: isClosed,
      receiver: endpoint,
      wanted: settings.toolChoice,
    }
    const { messages, tools, choice, answerTool, format, left, keys, sources } = toWire(asked, attempt.dialect)
    const shown: Picture[] = []
    const written = toChatMessages(messages, (picture) => {
      const bytes = request.readPicture?.(picture) ?? null
      if (bytes !== null) shown.push(picture)
      return bytes
    })
    attempt.pictures = shown
    attempt.sources = sources
    attempt.left = left
    attempt.keys = keys
    attempt.beside = fieldsBeside(messages)
    attempt.answerTool = answerTool
    attempt.isDecision = decision !== null && format !== null
    attempt.parameters = {
      ...(format === null ? {} : { response_format: format }),
      ...(wanted === undefined ? {} : { tool_choice: wanted }),
      ...parameters,
    }
    const callOptions = {
      signal: attempt.signal,
      ...(tools.length > 0 ? { tools: [...tools] } : {}),
      ...(choice === null ? {} : { tool_choice: choice }),
    }
    const chunks = attempts.run(attempt, () => chat._streamResponseChunks(written, callOptions))
    for (;;) {
      const next = await attempts
        .run(attempt, () => chunks.next())
        .catch((cause: unknown) => {
          throw attempt.fail(fromStream(cause, attempt, endpoint))
        })
      if (next.done === true) return
      yield next.value
    }
  }
}

/** What was learnt within one call: the form to ask in next, what of it is to be kept, and the request as it is sent. */
type RequestAttempt = {
  request: ModelRequest
  dialect: Dialect
  kept: Dialect | null
  lessons: number
  isShortened: boolean
}

async function callWithRetries(client: Client, request: ModelRequest): Promise<ModelReply> {
  if (client.endpoint.host === '') throw noAddress(client.endpoint)
  const { learnt, endpoint } = client
  let asking = await startAsking(client, request)
  const headers = await client.headers()
  for (let attempt = 1; ; attempt += 1) {
    const result = await tryOnce(client, asking.request, asking.dialect, headers)
    if ('reply' in result) {
      // Kept once it has helped: a refusal may name a rule that was not the reason.
      if (asking.kept !== null) learnt.set(asking.kept)
      return result.reply
    }
    const { refusal, failure } = result
    // What is wrong with a reply says nothing about the form of the request, though it quotes the model.
    const isRefused = refusal !== null && failure.isOfReply !== true
    const otherwise = isRefused ? await askOtherwise(client, asking, { ...refusal, failure }) : null
    if (otherwise !== null) {
      const { said } = toModelError(failure, endpoint)
      request.onRetry?.({ attempt, waitMs: 0, ...toReason(inARow([said, otherwise.words], ' ')) })
      asking = otherwise.asking
      attempt -= 1
      continue
    }
    const waitMs = attempt > client.retries ? null : waitBefore(client, attempt, failure)
    if (waitMs === null) throw toModelError(lastWords(failure, attempt), endpoint)
    const of = client.retries + 1
    request.onRetry?.({ attempt, waitMs, of, ...toReason(toModelError(failure, endpoint).said) })
    await waitUnlessEnded(client, waitMs, request)
  }
}

/** Rejects when the call is stopped; ends early when somebody does not want to wait. */
async function waitUnlessEnded({ wait }: Client, ms: number, { signal, onWait }: ModelRequest): Promise<void> {
  const ended = new AbortController()
  const forget = onWait?.(() => ended.abort())
  try {
    await wait(ms, AbortSignal.any([signal, ended.signal]))
  } catch (cause) {
    if (signal.aborted || !ended.signal.aborted) throw cause
  } finally {
    forget?.()
  }
}

async function startAsking({ learnt, maxTokens }: Client, request: ModelRequest): Promise<RequestAttempt> {
  const dialect = learnt.get()
  const limit = dialect.contextTokens
  const fitted = limit === null ? null : await fitKnown(request, { limit, maxTokens })
  return { request: fitted?.request ?? request, dialect, kept: null, lessons: 0, isShortened: false }
}

type RefusedAttempt = Refusal & { failure: Failure }

/** How to ask again after a refusal: a shorter conversation, once, or another form. Null where neither helps. Throws `model-context`. */
async function askOtherwise(
  { learnt, maxTokens, endpoint, setting }: Client,
  asking: RequestAttempt,
  refused: RefusedAttempt,
): Promise<{ asking: RequestAttempt; words: Message } | null> {
  const context = contextRefusal(refused)
  if (context !== null) {
    const fitted = asking.isShortened ? null : await fitRefused(asking.request, { ...context, maxTokens })
    if (fitted === null) throw toModelError(tooLong(refused.failure, context.limit), endpoint)
    const contextTokens = context.limit
    const kept = contextTokens === null ? asking.kept : { ...(asking.kept ?? learnt.get()), contextTokens }
    const words = sentence('The conversation is too long for the model: asked again once, {how}.', {
      how: fitted.words,
    })
    return { asking: { ...asking, request: fitted.request, isShortened: true, kept }, words }
  }
  const lesson = asking.lessons < MOST_LESSONS ? learn(asking.dialect, refused, setting) : null
  if (lesson === null) return null
  const { dialect, isForOnce } = lesson
  const learned = isForOnce ? null : learn(asking.kept ?? learnt.get(), refused, setting)
  const kept = learned?.dialect ?? asking.kept
  const words = sentence('Asked again in another form: {how}.', { how: lesson.words })
  return { asking: { ...asking, dialect, kept, lessons: asking.lessons + 1 }, words }
}

type AttemptResult = { reply: ModelReply } | { failure: Failure; refusal: Attempt['refusal'] }

async function tryOnce(
  client: Client,
  request: ModelRequest,
  dialect: Dialect,
  headers: Readonly<Record<string, string>>,
): Promise<AttemptResult> {
  const attempt = startAttempt(request.signal, dialect)
  attempt.headers = headers
  const { label: connection, model, redact } = client.endpoint
  const began = performance.now()
  let outcome: RequestOutcome = { kind: 'stopped' }
  const builder = createReplyBuilder(request.tools.map(({ name }) => sentName(name)))
  let isComplete = false
  try {
    for await (const chunk of client.stream(request, attempt)) {
      if (request.signal.aborted) break
      const { text, thought } = builder.add(chunk)
      attempt.hasContent = builder.hasContent()
      if (thought !== '') request.onThought?.({ text: thought, takesBack: false })
      if (text !== '') request.onToken?.(text)
    }
    const failure = attempt.failure ?? incomplete(builder, attempt, client.endpoint)
    isComplete = failure === null
    const { refusal } = attempt
    if (failure !== null) {
      outcome = failedOutcome(failure, attempt, { isStopped: request.signal.aborted, redact })
      return { failure, refusal }
    }
    request.onToolsLeft?.(attempt.left)
    const reply = withOwnNames(builder.build(callIdsOf(request.prompt), client.endpoint), request.tools, attempt.keys)
    outcome = answeredOutcome(reply)
    return { reply: attempt.isDecision ? withDecision(reply) : withAnswer(reply, attempt.answerTool) }
  } catch (cause) {
    if (!(cause instanceof FailedAttempt)) throw cause
    outcome = failedOutcome(cause.failure, attempt, { isStopped: request.signal.aborted, redact })
    return { failure: cause.failure, refusal: attempt.refusal }
  } finally {
    attempt.end(!isComplete)
    const { sent: body, url, pictures, sources } = attempt
    const ms = Math.round(performance.now() - began)
    if (body !== '')
      request.onAttempt?.({ connection, url, model, body, pictures, sources, ms, outcome, clean: redact })
  }
}

function noAddress({ label, model }: Endpoint): AppError {
  const message = sentence(
    'The base URL of "{label}" is not a web address. Write it as http://host:port/v1 in Settings, Connections.',
    { label },
  )
  return new AppError('model-refused', message, { connection: label, model })
}

/** How long to wait before the next attempt; null where there should be none. A little less each time, so that callers spread. */
function waitBefore(client: Client, attempt: number, failure: Failure): number | null {
  if (!failure.canRetry) return null
  const { retryAfterMs = 0 } = failure
  if (retryAfterMs > LONGEST_RETRY_AFTER_MS) return null
  const backoff = FIRST_WAIT_MS * 2 ** (attempt - 1)
  return Math.max(retryAfterMs, Math.round(backoff * (1 - client.random() / 4)))
}

function lastWords(failure: Failure, attempts: number): Failure {
  const { retryAfterMs = 0 } = failure
  const seconds = Math.ceil(retryAfterMs / 1000)
  const asked =
    retryAfterMs > LONGEST_RETRY_AFTER_MS
      ? sentence('{what}, and to wait {seconds} s', { what: failure.what, seconds })
      : failure.what
  return {
    ...failure,
    what: attempts === 1 ? asked : sentence('{what}, {attempts} times in a row', { what: asked, attempts }),
  }
}

/** Settles as soon as the signal fires, whatever the work still does. */
function untilAborted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const stopped = () => new AppError('cancelled', 'The model call was stopped.')
  if (signal.aborted) return Promise.reject(stopped())
  return new Promise<T>((resolve, reject) => {
    const onAbort = () => reject(stopped())
    signal.addEventListener('abort', onAbort, { once: true })
    work()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', onAbort))
  })
}
