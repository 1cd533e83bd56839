/** The tools that `baton mcp` offers: one for each flow, and one that answers what a flow asks a person; and what calls of them bring along. */
import { z } from 'zod'
import type { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js'
import { AppError } from '../../../src-shared/errors'
import { issueWords } from '../../../src-shared/flow/issues'
import { ENGLISH, inEnglish } from '../../../src-shared/languages/translate'
import { readSettings, type Flow, type JsonObject, type Variable } from '../../../src-shared/flow/records'
import { anyOptionWords } from '../../../src-shared/run/words/typed-answers'
import type { ServedModel } from '../serving/models'

/** Names of flows have no `_`, so no flow can be called this. */
export const ANSWER_TOOL = 'answer_question'

/** As the contract of the interface has them. */
const MOST_TEXT = 1_000_000
const MOST_ANSWER = 1_000_000
const MOST_NAME = 128

const threadSchema = z.string().trim().min(1).max(MOST_NAME)

const callSchema = z.strictObject({
  message: z.string().max(MOST_TEXT).optional(),
  thread: threadSchema.optional(),
  new_thread: z.boolean().optional(),
  variables: z.record(z.string().max(64), z.json()).optional(),
})

const answerSchema = z.strictObject({
  answer: z.string().max(MOST_ANSWER),
  thread: threadSchema.optional(),
  question: z.string().max(MOST_TEXT).optional(),
})

/** `message` null: the flow speaks first. `thread` null: the one of the session. */
export type FlowCall = { message: string | null; thread: string | null; isNew: boolean; variables: JsonObject }
/** `question` null: the one that waits first. */
export type AnswerCall = { answer: string; thread: string | null; question: string | null }

/** Reads the arguments of a call to a flow. Throws `bad-input`. */
export function readFlowCall(flow: Flow, given: unknown): FlowCall {
  const { message = '', thread, new_thread: isNew = false, variables = {} } = parsed(callSchema, given)
  if (message.trim() === '' && readSettings(flow).speaksFirst !== 'flow')
    throw new AppError('bad-input', inEnglish('The message is empty. Say in "message" what the flow is to hear.'))
  if (isNew && thread !== undefined)
    throw new AppError(
      'bad-input',
      inEnglish('Give "thread" to go on in a thread, or "new_thread" to begin one, not both.'),
    )
  return { message: message.trim() === '' ? null : message, thread: thread ?? null, isNew, variables }
}

/** Reads the arguments of an answer. Throws `bad-input`. */
export function readAnswerCall(given: unknown): AnswerCall {
  const { answer, thread = null, question = null } = parsed(answerSchema, given)
  return { answer: answer.trim(), thread, question }
}

function parsed<Schema extends z.ZodType>(schema: Schema, given: unknown): z.output<Schema> {
  const read = schema.safeParse(given ?? {})
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new AppError(
    'bad-input',
    inEnglish(
      `${issue?.path.join('.') || 'the arguments'}: ${issue === undefined ? 'they do not fit' : ENGLISH.message(issueWords(issue))}`,
    ),
  )
}

const THREAD = {
  type: 'string',
  description:
    'The id of the thread, as an earlier result gave it. Left out: the newest thread of this session, or a new one where there is none.',
} as const

/** The tool of a flow. */
export function flowTool({ id, given: { flow } }: ServedModel): Tool {
  const { variables, starters, speaksFirst } = readSettings(flow)
  const named = Object.entries(variables)
  const message = {
    type: 'string',
    description: 'What is said to the flow. It keeps the conversation: say what is new, not what was said before.',
    ...(starters.length === 0 ? {} : { examples: starters }),
  }
  const properties = {
    message,
    thread: THREAD,
    new_thread: { type: 'boolean', description: 'Begin another thread than the one of this session.' },
    ...(named.length === 0 ? {} : { variables: variablesSchema(named) }),
  }
  return {
    name: id,
    title: flow.name,
    description: [
      flow.description.trim() || `Talk to the flow "${flow.name}".`,
      `A turn may end with a question to a person: then the result says so, and ${ANSWER_TOOL} goes on with it.`,
    ].join('\n\n'),
    inputSchema: {
      type: 'object',
      properties,
      required: speaksFirst === 'flow' ? [] : ['message'],
      additionalProperties: false,
    },
    outputSchema: OUTPUT,
    annotations: { openWorldHint: true },
  }
}

function variablesSchema(variables: [string, Variable][]) {
  const properties = Object.fromEntries(
    variables.map(([name, { type, description }]) => [
      name,
      { ...(type === 'json' ? {} : { type }), ...(description === '' ? {} : { description }) },
    ]),
  )
  return {
    type: 'object',
    description: 'Values that variables of the flow get with this message.',
    properties,
    additionalProperties: false,
  }
}

/** The tool that answers questions, for hosts that cannot ask a person by themselves. */
export function answerTool(): Tool {
  return {
    name: ANSWER_TOOL,
    title: 'Answer a question of a flow',
    description:
      'Answers the question that a turn waits with. It is a question to a person: ask that person, and give here what was answered; do not decide yourself.',
    inputSchema: {
      type: 'object',
      properties: {
        answer: {
          type: 'string',
          description: `As the result that asks says: ${anyOptionWords().replaceAll('a file such as ', '')}`,
        },
        thread: {
          ...THREAD,
          description:
            'The id of the thread, as the result that asks gave it. Left out: the newest thread of this session.',
        },
        question: { type: 'string', description: 'The id of the question; left out: the one that waits first.' },
      },
      required: ['answer'],
      additionalProperties: false,
    },
    outputSchema: OUTPUT,
    annotations: { openWorldHint: true },
  }
}

/** How a call ended. `elsewhere`: another program goes on with the turn. */
const CALL_STATES = ['done', 'limit', 'waiting', 'failed', 'stopped', 'elsewhere'] as const
export type CallState = (typeof CALL_STATES)[number]

/** What is asked, for a program. `answers`: words that answer it; `example`: another form of answer, null: there is none. */
export type AskedQuestion = {
  id: string
  kind: string
  text: string
  answers: string[]
  example: string | null
  about: JsonObject
}

/** Of a call, as data. `output`: the object that the flow answered with, where its answer has a schema. `mayRetry` and `code`: of one that failed. */
export type CallReport = {
  thread: string
  state: CallState
  text: string
  notes: string[]
  questions: AskedQuestion[]
  mayRetry?: boolean | undefined
  code?: string | undefined
  output?: JsonObject
}

const OUTPUT = {
  type: 'object' as const,
  properties: {
    thread: { type: 'string', description: 'The id of the thread, to go on in it.' },
    state: { type: 'string', enum: [...CALL_STATES] },
    text: { type: 'string', description: 'What the flow said.' },
    notes: { type: 'array', items: { type: 'string' } },
    questions: { type: 'array', items: { type: 'object' }, description: 'What the turn asks a person.' },
    mayRetry: {
      type: 'boolean',
      description: 'After a failure: whether the same message may help, or a person has to mend something first.',
    },
    code: { type: 'string', description: 'After a failure: its code.' },
    output: { type: 'object', description: 'The answer as an object, where the flow answers by a schema.' },
  },
  required: ['thread', 'state', 'text', 'notes', 'questions'],
}

/** A report as a result: in words, and as data. */
export function resultOf(report: CallReport): CallToolResult {
  const { text, notes, questions, thread, state } = report
  const asked = questions.map((question) => `${question.text}\n${howToAnswer(question, thread)}`)
  const words = [text, ...notes, ...asked].filter((part) => part !== '')
  return {
    content: [
      { type: 'text', text: words.length === 0 ? 'The flow said nothing.' : words.join('\n\n') },
      { type: 'text', text: `Thread: ${thread}` },
    ],
    structuredContent: report,
    ...(state === 'failed' || state === 'stopped' ? { isError: true } : {}),
  }
}

function howToAnswer({ id, answers, example }: AskedQuestion, thread: string): string {
  const ways = [...answers.map((word) => `"${word}"`), ...(example === null ? [] : [`JSON such as ${example}`])]
  if (ways.length === 0) return 'It cannot be answered from here; a new message begins anew.'
  return `Ask the person, then call ${ANSWER_TOOL} with thread "${thread}", question "${id}" and answer ${ways.join(' or ')}.`
}

/** A call that came to nothing, in words. */
export function refusalOf(message: string): CallToolResult {
  return { content: [{ type: 'text', text: message }], isError: true }
}
