/** Answers one chat request: finds its thread, runs the turn, and writes what the flow says, whole or as it streams. */
import type { ServerResponse } from 'node:http'
import { AppError, toAppError } from '../../../src-shared/errors'
import { inEnglish } from '../../../src-shared/languages/translate'
import { readSettings, type SayWhen } from '../../../src-shared/flow/records'
import { readPicture } from '../../../src-shared/run/log/pictures'
import { limitNote } from '../../../src-shared/run/words/limit-note'
import { askingWords } from '../../../src-shared/run/words/typed-answers'
import type { RunRecord } from '../../store/threads'
import { idOf } from '../../store/results'
import type { RunOutcome, StartedRun } from '../../run/execution/execution'
import type { Core } from '../../core'
import { findThread, openThread } from '../talk'
import type { GivenFlow } from '../options'
import { queuedTurn } from './queued-turn'
import { runElsewhere } from './run-elsewhere'
import { createReply, wordsOf, type Reply } from './reply'
import type { SharedThreads, ThreadLease } from './shared-threads'
import type { ChatRequest } from './request'
import { THREAD_HEADER } from './thread-header'
import type { TranscriptLocation, SaidMessage, Transcripts } from './transcripts'
import { finishOf } from './wire'
import { createWriter } from './writer'
import { refusedAs } from './failures'

/** What requests are answered with. `note` is for the person who serves; `stopping` fires when no turn begins any more. */
export type ServingContext = {
  core: Core
  transcripts: Transcripts
  /** Threads that other processes serve too; null: none. */
  shared: SharedThreads | null
  note: (line: string) => void
  stopping: AbortSignal
}

/**
 * One request with the flow that it is for, the key of its caller, and the thread that it names, if it names one. `when`: what becomes of the
 * turn that runs there; null: as the flow says. `failed`: hears of a failure that may be told in a stream, where no status is.
 */
export type Question = {
  request: ChatRequest
  given: GivenFlow
  caller: string
  threadName: string | undefined
  when: SayWhen | null
  failed: (cause: unknown) => void
}

/**
 * How many messages of a client's history a new thread begins with: they are logged in one go, in which nobody else is answered, and models
 * read the newest of them in any case.
 */
const MOST_HISTORY = 1000

/**
 * Answers, or throws before anything was written. A client that hangs up stops the run; where the flow has said nothing yet the run is left,
 * and the same message again goes on with it, so that a client's own retries pay nothing twice.
 */
export async function answer(serving: ServingContext, question: Question, response: ServerResponse): Promise<void> {
  if (serving.shared === null) return answerHere(serving, question, response)
  const { transcripts, shared, stopping } = serving
  const { request, threadName: named } = question
  const talker = talkerOf(question)
  await transcripts.settled(talker)
  const conversations = named === undefined ? [conversationOf(request), request.earlier] : []
  const visit = { talker, named, conversations, transcripts, stopping }
  return shared.within(visit, response, (lease) => answerHere({ ...serving, ...lease }, question, response))
}

/** `settled`: there is a database, which is to have all of the turn before its answer ends. */
type AnswerContext = ServingContext & Partial<Omit<ThreadLease, 'transcripts'>>

async function answerHere(serving: AnswerContext, question: Question, response: ServerResponse): Promise<void> {
  const { request, given } = question
  await serving.transcripts.settled(talkerOf(question))
  const turn = await chooseTurn(serving, question)
  const writer = createWriter(response, request, () => reply)
  const fail = (failure: AppError) => {
    question.failed(failure)
    writer.fail(failure)
  }
  const reply = createReply({ skip: turn.history.length, onText: writer.more })
  // A stream that waits for its turn is kept open by its first bytes, and headers come before these.
  if (turn.threadId !== null) response.setHeader(THREAD_HEADER, turn.threadId)
  const begun = await begin(serving, { question, turn, reply }, response).catch((cause: unknown) => {
    if (!response.headersSent) throw cause
    fail(toAppError(cause))
    return null
  })
  if (begun === null) return
  const { runId, threadId, done } = begun
  if (turn.threadId === null) serving.core.services.threadKeys.claim(question.caller, () => threadId)
  if (!response.headersSent) response.setHeader(THREAD_HEADER, threadId)
  const ended = done.then((outcome) => {
    remember(serving, { question, threadId, outcome, reply })
    return outcome
  })
  const { runner } = serving.core.services
  const hangUp = () => {
    serving.transcripts.hungUp(talkerOf(question), ended)
    void (wordsOf(reply) === '' ? runner.leave(runId) : runner.stop(runId))
  }
  response.once('close', hangUp)
  if (response.destroyed) hangUp()
  writer.begin({ id: `chatcmpl-${runId}`, created: Math.floor(Date.now() / 1000), model: request.model })
  const outcome = await ended
  response.removeListener('close', hangUp)
  const unshared = (await serving.settled?.(threadId)) ?? null
  if (response.destroyed) return
  if (unshared !== null) return fail(unshared)
  const { limit, after } = outcome.state === 'finished' ? outcome : NO_LIMIT
  if (limit !== null) serving.note(`${given.flow.name}: ${limitNote(limit, after)}`)
  for (const words of reply.overBudget) serving.note(`${given.flow.name}: ${words}`)
  const failure = failureOf(outcome)
  if (turn.heard != null) await serving.heard?.(threadId, turn.heard.id).catch(() => undefined)
  if (failure === null) writer.end(finishOf(reply.end, { isLimited: limit !== null }))
  else fail(failure)
}

const NO_LIMIT = { limit: null, after: undefined } as const

/**
 * `threadId` null: a new thread. `isRetry`: the thread's last turn came to no end at this very message, and is tried again. `heard`: it came to
 * its end while nobody listened, and is told now.
 */
type Turn = { threadId: string | null; isRetry: boolean; history: readonly SaidMessage[]; heard?: RunRecord | null }

async function chooseTurn(serving: AnswerContext, question: Question): Promise<Turn> {
  const { core } = serving
  const { request, threadName } = question
  const { earlier } = request
  if (threadName !== undefined) {
    const threadId = openOwnThread(serving, question, threadName)
    const { threads } = core.services
    const unfinished = threads.unfinishedRun(threadName)
    const isRetry = unfinished !== null && isSaidIn(unfinished, request)
    const newest = threads.newestRun(threadName)
    const heard = newest !== null && newest.id === serving.unheard && isSaidIn(newest, request) ? newest : null
    if (unfinished?.state === 'interrupted' && !isRetry) await serving.endTurnBefore?.(threadName)
    const isNew = core.services.threads.read(threadName).turns === 0
    return {
      threadId,
      isRetry,
      history: isNew ? historyOf(serving, question) : [],
      heard,
    }
  }
  const unanswered = request.text === null ? null : takePlace(serving, question, conversationOf(request))
  if (unanswered !== null) return { threadId: unanswered.threadId, isRetry: true, history: [] }
  const known = earlier.length === 0 ? null : takePlace(serving, question, earlier)
  return {
    threadId: known?.threadId ?? null,
    isRetry: false,
    history: known === null ? historyOf(serving, question) : [],
  }
}

/** What a client has: all that was said, its newest message too. */
function conversationOf({ earlier, text, pictures }: ChatRequest): SaidMessage[] {
  return text === null ? earlier : [...earlier, { role: 'user', text, attachments: pictures }]
}

/** Whether a run began with this very message. */
function isSaidIn({ input, attachments }: RunRecord, { text, pictures }: ChatRequest): boolean {
  if (input !== (text === '' ? null : text) || attachments.length !== pictures.length) return false
  return pictures.every(({ base64 }, index) => {
    const bytes = Buffer.from(base64, 'base64')
    const facts = readPicture(bytes)
    return facts !== null && attachments[index]?.kept?.id === idOf(facts.mimeType, bytes)
  })
}

function historyOf({ note }: ServingContext, { request: { earlier }, given }: Question): readonly SaidMessage[] {
  if (earlier.length <= MOST_HISTORY) return earlier
  note(
    `${given.flow.name}: a client's history has ${earlier.length} messages; the newest ${MOST_HISTORY} are taken over.`,
  )
  return earlier.slice(-MOST_HISTORY)
}

/** A thread belongs to the key that began it; for every other one it is not there. */
function openOwnThread({ core }: ServingContext, { given, caller }: Question, name: string): string {
  const { threadKeys } = core.services
  const open = () => openThread({ core, given }, name) ?? name
  if (findThread(core, name) === null) return threadKeys.claim(caller, open)
  if (threadKeys.of(name) === caller) return open()
  const message = `This key has no thread "${name}". A thread belongs to the key that began it: choose another name in ${THREAD_HEADER}.`
  throw new AppError('not-found', inEnglish(message), refusedAs('thread_not_found'))
}

/** A thread that somebody else took further, or removed, does not stand there any more. */
function takePlace(
  { core, transcripts }: ServingContext,
  question: Question,
  said: readonly SaidMessage[],
): TranscriptLocation | null {
  const place = transcripts.take(talkerOf(question), said)
  if (place === null) return null
  return findThread(core, place.threadId)?.turns === place.turns ? place : null
}

/** Whose conversations with which flow these are. */
function talkerOf({ given, caller }: Question): string {
  return `${caller} ${given.flow.id}`
}

type TurnRequest = { question: Question; turn: Turn; reply: Reply }

async function begin(serving: ServingContext, asked: TurnRequest, response: ServerResponse): Promise<StartedRun> {
  const { question, turn, reply } = asked
  const { core } = serving
  const { given, request } = question
  const { runner } = core.services
  const { threadId, isRetry, history, heard } = turn
  const { flow, text: flowText } = given
  if (heard != null) return runElsewhere(core, heard, reply.hear)
  if (isRetry && threadId !== null) return runner.resume({ threadId, flowText, revision: null }, reply.hear)
  const { text, pictures: attachments } = request
  const waits = threadId !== null && text !== null ? { ...asked, threadId, text } : null
  if (waits !== null && core.services.threads.activeRun(waits.threadId) !== null)
    return waitForTurn(serving, waits, response)
  const within = waits === null ? undefined : () => takeLeftWords(core, waits)
  const said = { text, attachments, history, listen: reply.hear, ...(within === undefined ? {} : { within }) }
  try {
    return await runner.start({ flowId: flow.id, flowText, revision: null, threadId, ...said })
  } catch (cause) {
    // Another message was first.
    if (waits === null || !(cause instanceof AppError) || cause.code !== 'run-active') throw cause
    return await waitForTurn(serving, waits, response)
  }
}

/** The very same words that wait there still are those of a client that was cut off when Baton was: they are not said twice. */
function takeLeftWords({ services }: Core, { threadId, text }: WaitingRequest): void {
  const { queue } = services.runner
  const left = queue.list(threadId).find((row) => row.text === text && !queue.isAwaited(row.id))
  if (left !== undefined) queue.remove(left.id)
}

type WaitingRequest = TurnRequest & { threadId: string; text: string }

async function waitForTurn(
  { core, stopping }: ServingContext,
  { question, reply, threadId, text }: WaitingRequest,
  response: ServerResponse,
): Promise<StartedRun> {
  const { given, request, when } = question
  const gone = new AbortController()
  const leave = () => gone.abort()
  response.once('close', leave)
  if (response.destroyed) leave()
  try {
    return await queuedTurn(core, {
      threadId,
      when: when ?? readSettings(given.flow).whileWorking,
      text,
      pictures: request.pictures,
      hear: reply.hear,
      signal: AbortSignal.any([gone.signal, stopping]),
    })
  } finally {
    response.removeListener('close', leave)
  }
}

type TurnResult = { question: Question; threadId: string; outcome: RunOutcome; reply: Reply }

/** Remembers the conversation as the client now has it: with the reply, or without one where the turn failed or was left. */
function remember({ core, transcripts }: ServingContext, { question, threadId, outcome, reply }: TurnResult): void {
  if (question.threadName !== undefined) return
  const asked = conversationOf(question.request)
  const said: SaidMessage[] =
    outcome.state === 'failed' || outcome.state === 'left'
      ? asked
      : [...asked, { role: 'assistant', text: wordsOf(reply) }]
  const thread = findThread(core, threadId)
  if (thread !== null) transcripts.keep({ threadId, turns: thread.turns }, talkerOf(question), said)
}

function failureOf(outcome: RunOutcome): AppError | null {
  if (outcome.state === 'failed') return outcome.error
  if (outcome.state === 'finished' && outcome.question !== undefined)
    return new AppError(
      'bad-input',
      inEnglish(
        `The flow waits for a person to ${askingWords(outcome.question.question.kind).task}, which is done in the app or with "baton run --answer".`,
      ),
    )
  if (outcome.state === 'stopped')
    return new AppError('cancelled', inEnglish('The turn was stopped.'), refusedAs('turn_stopped'))
  if (outcome.state === 'left')
    return new AppError('unavailable', inEnglish('Baton stops serving; the turn was left unfinished.'))
  return null
}
