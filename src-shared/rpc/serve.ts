/**
 * The core's end of a link: checks what arrives, runs the handler, and turns whatever it throws into an error frame.
 * One of the four places in Baton that catch everything.
 */

import type { z } from 'zod'
import { AppError, toAppError, toErrorRecord } from '../errors'
import type { ErrorRecord } from '../errors'
import { issueSentence, issueWords } from '../flow/issues'
import { ENGLISH, inARow, message as sentence, type Message } from '../languages/translate'
import { findForbidden } from '../flow/json'
import type { CallContext, Contract, Handlers, MethodSpec, StreamContext, StreamItem, StreamSpec } from './define'
import { idOfBadFrame, requestSchema } from './frames'
import type { RequestFrame, ResponseFrame } from './frames'
import type { Link } from './link'

/** What is served: a contract and one handler for each of its entries. */
export type Service<C extends Contract> = {
  readonly contract: C
  readonly handlers: Handlers<C>
  /** Hears of failures that nobody expected, so that a host can log them; the caller gets an `internal` error. */
  readonly onDefect?: ((cause: unknown) => void) | undefined
}

const LONGEST_NAME = 100

/** What goes in one frame of items that are there together: a frame costs more than what is in it. */
const MOST_HELD = { items: 200, characters: 200_000 }

type AskFrame = Extract<RequestFrame, { name: string }>

/** The handlers without their types: names come from the wire, and inputs are parsed before they are handed over. */
type UntypedHandlers = {
  readonly [name: string]: ((input: unknown, context: CallContext & StreamContext) => unknown) | undefined
}

/**
 * Serves a contract on a link until the returned function is called. When the link closes, everything that was asked
 * over it is aborted; a link that opens again (the memory link does) is served again.
 */
export function serve<C extends Contract>(service: Service<C>, link: Link): () => void {
  const active = new Map<number, AbortController>()

  const abort = (id: number): void => {
    const controller = active.get(id)
    active.delete(id)
    controller?.abort(new AppError('cancelled', 'It was stopped.'))
  }
  const abortAll = (): void => {
    for (const id of [...active.keys()]) abort(id)
  }
  const receive = (value: unknown): void => {
    const parsed = requestSchema.safeParse(value)
    if (!parsed.success) {
      const id = idOfBadFrame(value)
      if (id !== null)
        sendError(link, id, new AppError('bad-input', 'The link received a message that it cannot read.'))
      return
    }
    const frame = parsed.data
    if (frame.kind === 'cancel' || frame.kind === 'stop') abort(frame.id)
    else if (active.has(frame.id)) {
      abort(frame.id)
      sendError(
        link,
        frame.id,
        new AppError('bad-input', sentence('The id {id} was used for two requests at once.', { id: frame.id })),
      )
    } else void answer(frame)
  }

  const answer = async (frame: AskFrame): Promise<void> => {
    const controller = new AbortController()
    active.set(frame.id, controller)
    const isWanted = (): boolean => active.get(frame.id) === controller
    const respond = (response: ResponseFrame): void => {
      if (isWanted()) link.send(response)
    }
    try {
      await run(service, frame, { signal: controller.signal, isWanted, respond })
    } catch (cause) {
      const error = toAppError(cause)
      if (error.code === 'internal') service.onDefect?.(cause)
      if (isWanted()) sendError(link, frame.id, error)
    } finally {
      if (isWanted()) active.delete(frame.id)
    }
  }

  const stopFrames = link.onFrame(receive)
  const stopStates = link.onState((state) => {
    if (state === 'closed') abortAll()
  })
  return () => {
    stopFrames()
    stopStates()
    abortAll()
  }
}

type AnswerHandle = {
  readonly signal: AbortSignal
  isWanted(): boolean
  respond(response: ResponseFrame): void
}

/** Runs one request to its end and sends its answers. */
async function run<C extends Contract>(service: Service<C>, frame: AskFrame, answering: AnswerHandle): Promise<void> {
  const { id } = frame
  const spec = specOf(service.contract, frame)
  const input = parseInput(spec, frame)
  const handler = (service.handlers as unknown as UntypedHandlers)[frame.name]
  if (handler === undefined)
    throw new AppError(
      'unknown-method',
      sentence("Baton's core has no handler for “{name}”.", { name: shown(frame.name) }),
    )
  const after = frame.kind === 'listen' ? frame.after : null
  const outcome = handler(input, { signal: answering.signal, after })
  if (spec.kind === 'method') {
    answering.respond({ kind: 'result', id, value: await outcome })
    return
  }
  await sendItems(outcome as AsyncIterable<StreamItem<unknown>>, { id, answering })
  answering.respond({ kind: 'end', id })
}

/** Sends items as they come; those that are there together go in one frame. */
async function sendItems(
  source: AsyncIterable<StreamItem<unknown>>,
  { id, answering }: { id: number; answering: AnswerHandle },
): Promise<void> {
  let held: { id: string; item: unknown }[] = []
  let size = 0
  const send = (more: boolean): void => {
    const [first] = held
    if (first === undefined) return
    const end = more ? ({ more } as const) : {}
    if (held.length > 1) answering.respond({ kind: 'items', id, items: held, ...end })
    else answering.respond({ kind: 'item', id, itemId: first.id, item: first.item, ...end })
    held = []
    size = 0
  }
  try {
    for await (const { more = false, ...entry } of source) {
      if (!answering.isWanted()) return
      const own = more || held.length > 0 ? (JSON.stringify(entry.item)?.length ?? 0) : 0
      if (size + own > MOST_HELD.characters) send(true)
      held.push(entry)
      size += own
      if (!more || held.length >= MOST_HELD.items) send(more)
    }
  } finally {
    // Also what came before it failed.
    send(false)
  }
}

function specOf(contract: Contract, frame: AskFrame): MethodSpec | StreamSpec {
  const spec = Object.hasOwn(contract, frame.name) ? contract[frame.name] : undefined
  if (spec === undefined || (spec.kind === 'stream') !== (frame.kind === 'listen')) {
    const name = shown(frame.name)
    throw new AppError(
      'unknown-method',
      frame.kind === 'listen'
        ? sentence("Baton's core has no stream “{name}”. Update Baton, then try again.", { name })
        : sentence("Baton's core has no method “{name}”. Update Baton, then try again.", { name }),
    )
  }
  return spec
}

/** Names come from the wire, and what is answered does not grow with them. */
function shown(name: string): string {
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name
}

function parseInput(spec: MethodSpec | StreamSpec, frame: AskFrame): unknown {
  // Schemas walk by recursion, so that depth is looked at before.
  const forbidden = findForbidden(frame.input)
  if (forbidden !== null)
    throw new AppError(
      'bad-input',
      sentence('“{name}” cannot take this input: {path}: {reason}.', {
        name: frame.name,
        path: forbidden.path,
        reason: forbidden.message,
      }),
    )
  const parsed = spec.input.safeParse(frame.input)
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.slice(0, 5).map(describeIssue)
  throw new AppError(
    'bad-input',
    sentence('“{name}” cannot take this input: {reason}.', { name: frame.name, reason: inARow(issues, '; ') }),
    { issues: issues.map((issue) => ENGLISH.message(issue)) },
  )
}

/** One mistake with its place, such as `nodes.a.name: must be text, but is a number`. */
function describeIssue(issue: z.core.$ZodIssue): Message {
  return issueSentence({ path: issue.path.map(String).join('.'), message: issueWords(issue) })
}

/** Sends an error; without its details when those cannot travel (too large, or not JSON). */
function sendError(link: Link, id: number, error: AppError): void {
  const record = toErrorRecord(error)
  try {
    link.send({ kind: 'error', id, error: record })
  } catch {
    link.send({ kind: 'error', id, error: withoutDetails(record) })
  }
}

function withoutDetails(record: ErrorRecord): ErrorRecord {
  return { code: record.code, message: record.message.slice(0, 10_000) }
}
