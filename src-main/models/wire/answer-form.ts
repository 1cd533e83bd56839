/**
 * How a model is asked for an answer by a JSON schema. Where tools are declared it is one more tool, since many servers refuse a format
 * beside tools or let no call through it; else the server's format, as its dialect says. The model is always told in words as well.
 */
import { strictSchema } from '../../../src-shared/json-schema/strict-schema'
import { jsonObjectIn } from '../../../src-shared/agents/answers/json-in-text'
import { mendedArguments, offeredName } from '../../../src-shared/agents/answers/model-calls'
import { builtInText } from '../../../src-shared/agents/prompts'
import type { Language } from '../../../src-shared/flow/records'
import type { AnswerForm, ModelPurpose, ModelReply, ModelTool } from '../contract/model'
import type { ModelToolCall } from '../contract/prompt'
import type { Dialect } from './dialects'

export type ResponseFormat =
  | { type: 'json_object' }
  | { type: 'json_schema'; json_schema: { name: string; strict: boolean; schema: AnswerForm['schema'] } }

/** `words`: what the model is told; empty: nothing. `tool`: one that is declared and takes the answer. */
export type AskedAnswer = { words: string; tool: ModelTool | null; format: ResponseFormat | null }

const NAME = 'final_answer'
const NOTHING: AskedAnswer = { words: '', tool: null, format: null }

export type AnswerPlace = { language: Language; /** Names of declared tools. */ declared: readonly string[] }

export function askedAnswer(answer: AnswerForm | undefined, at: AnswerPlace, dialect: Dialect): AskedAnswer {
  if (answer === undefined) return NOTHING
  const { schema, how } = answer
  const { language, declared } = at
  const words = builtInText(language, 'answerBySchema', { schema: JSON.stringify(schema) })
  if (how === 'help') {
    const isClear = declared.length === 0 && dialect.answers === 'schema'
    return isClear ? { ...NOTHING, format: formatOf(answer, dialect) } : NOTHING
  }
  if (how === 'may') return { ...NOTHING, words }
  if (declared.length === 0 && dialect.answers !== 'tool')
    return { words, tool: null, format: formatOf(answer, dialect) }
  const name = freeName(declared)
  const description = builtInText(language, 'answerTool')
  const tool: ModelTool = { name, description, parameters: schema }
  return { words: builtInText(language, 'answerByTool', { tool: name }), tool, format: null }
}

/** The form of a decision, for a server that is to be held to the words that count; null: it answers in words alone. */
export function decisionForm(purpose: ModelPurpose, { decisions }: Dialect): AnswerForm | null {
  const words = purpose.kind === 'choose' || purpose.kind === 'judge' ? (purpose.words ?? []) : []
  if (decisions === 'words' || words.length === 0) return null
  const answer = { type: 'string', enum: [...new Set(words)] }
  return { schema: { type: 'object', properties: { answer }, required: ['answer'] }, how: 'help' }
}

/** A decision that came by its form, as the word alone; anything else is left to whoever reads words. */
export function withDecision(reply: ModelReply): ModelReply {
  const word = jsonObjectIn(reply.text)?.['answer']
  return typeof word === 'string' ? { ...reply, text: word } : reply
}

function formatOf({ schema }: AnswerForm, { answers }: Dialect): ResponseFormat | null {
  if (answers === 'object') return { type: 'json_object' }
  if (answers !== 'schema') return null
  const { schema: written, isStrict } = strictSchema(schema)
  return { type: 'json_schema', json_schema: { name: 'answer', strict: isStrict, schema: written } }
}

function freeName(taken: readonly string[]): string {
  let name = NAME
  for (let count = 2; taken.includes(name); count += 1) name = `${NAME}_${count}`
  return name
}

/** A reply whose answer came as a call, with the answer as its text. Beside other calls it came too early: those are carried out first. */
export function withAnswer(reply: ModelReply, tool: string | null): ModelReply {
  const given = tool === null ? undefined : reply.calls.find(isAnswer(tool))
  if (given === undefined) return reply
  const calls = reply.calls.filter((call) => !isAnswer(tool ?? '')(call))
  return calls.length > 0 ? { ...reply, calls } : { ...reply, calls, text: mendedArguments(given.arguments) }
}

function isAnswer(tool: string): (call: ModelToolCall) => boolean {
  return ({ name }) => offeredName(name, [tool]) === tool
}
