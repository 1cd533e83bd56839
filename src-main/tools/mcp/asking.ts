/** A tool that wants to know something of a person before it goes on (MCP of 2026: `input_required`): what it asks, and how it is told. */
import { z } from 'zod'
import { AppError } from '../../../src-shared/errors'
import { message as sentence, type Message } from '../../../src-shared/languages/translate'
import { findForbidden } from '../../../src-shared/flow/json'
import type { JsonObject } from '../../../src-shared/flow/records'

const MOST_QUESTIONS = 20
const MOST_MESSAGE = 5000
/** Characters of one form, and of what a server wants back. */
const MOST_FORM = 50_000
const MOST_STATE = 100_000
const MOST_KEY = 200

/** `key`: what the server calls it; `form`: a JSON schema of what is filled in. */
export type McpQuestion = { key: string; message: string; form: JsonObject }
/** `state`: what the server wants back with the answers, as it is. No question: it wants to be called again. */
export type McpQuestions = { questions: McpQuestion[]; state: string | null }
/** What was said to one question. */
export type McpResponse = { action: 'accept'; content: JsonObject } | { action: 'decline' }
/** The answers to what a call asked, by the keys of its questions. */
export type McpResponses = { state: string | null; responses: { readonly [key: string]: McpResponse } }

export const inputRequiredSchema = z.object({
  resultType: z.literal('input_required'),
  inputRequests: z.record(z.string(), z.unknown()).optional(),
  requestState: z.string().optional(),
})

const formRequestSchema = z.object({
  method: z.literal('elicitation/create'),
  params: z.object({
    mode: z.literal('form').optional(),
    message: z.string(),
    requestedSchema: z.record(z.string(), z.json()).optional(),
  }),
})

/** What a call asks. Throws AppError `tool-failed` for what is no form, or is too much. */
export function readQuestions({ inputRequests = {}, requestState }: z.infer<typeof inputRequiredSchema>): McpQuestions {
  const asked = Object.entries(inputRequests)
  if (asked.some(([key]) => key === '__proto__' || key.length > MOST_KEY))
    throw refused(sentence('What it calls its question cannot be a name.'))
  if (asked.length > MOST_QUESTIONS)
    throw refused(sentence('It asks {count} questions at once.', { count: asked.length }))
  if ((requestState?.length ?? 0) > MOST_STATE) throw refused(sentence('What it wants to have back is too large.'))
  return { questions: asked.map(([key, request]) => readQuestion(key, request)), state: requestState ?? null }
}

function readQuestion(key: string, request: unknown): McpQuestion {
  const { data } = formRequestSchema.safeParse(request)
  if (data === undefined)
    throw refused(sentence('It wants something else than a form to be filled in, which Baton does not offer.'))
  const { message, requestedSchema: form = {} } = data.params
  const isTooMuch = findForbidden(form) !== null || JSON.stringify(form).length > MOST_FORM
  if (isTooMuch) throw refused(sentence('The form that it wants to be filled in is too large.'))
  return { key, message: message.slice(0, MOST_MESSAGE), form }
}

function refused(why: Message): AppError {
  return new AppError(
    'tool-failed',
    sentence('The MCP server asks for more before it goes on. {reason}', { reason: why }),
  )
}

/** What goes with a call that is made again. */
export function responseParams(again: McpResponses | undefined): { [name: string]: unknown } {
  if (again === undefined) return {}
  const { state, responses } = again
  return { inputResponses: responses, ...(state === null ? {} : { requestState: state }) }
}
