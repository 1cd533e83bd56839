/** A request as it was sent, read back as what a model was to know, so that it can be sent to any model in the form that this one takes. */
import { z } from 'zod'
import type { JsonObject, Language } from '../../src-shared/flow/records'
import type { ModelParameters } from '../../src-shared/flow/model-settings'
import type { MessageSource, RequestRecord } from '../../src-shared/run/log/requests'
import type { Picture } from '../../src-shared/run/log/pictures'
import type { ModelTool } from '../models/contract/model'
import type { AnsweredCall, Prompt, PromptMessage } from '../models/contract/prompt'

const partSchema = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  image_url: z.looseObject({ url: z.string() }).optional(),
})
const messageSchema = z.looseObject({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool']),
  content: z.union([z.string(), z.array(partSchema)]).nullish(),
  tool_calls: z
    .array(z.looseObject({ id: z.string(), function: z.looseObject({ name: z.string(), arguments: z.string() }) }))
    .optional(),
  tool_call_id: z.string().optional(),
})
const toolSchema = z.looseObject({
  function: z.looseObject({
    name: z.string(),
    description: z.string().default(''),
    parameters: z.record(z.string(), z.json()).default({}),
  }),
})
const bodySchema = z.looseObject({
  messages: z.array(messageSchema),
  tools: z.array(toolSchema).default([]),
  tool_choice: z.unknown().optional(),
  temperature: z.number().nullish(),
  top_p: z.number().nullish(),
  seed: z.number().int().nullish(),
  stop: z.array(z.string()).nullish().catch(null),
  reasoning_effort: z.string().nullish(),
  max_tokens: z.number().int().min(1).nullish(),
  max_completion_tokens: z.number().int().min(1).nullish(),
})
type SentMessage = z.infer<typeof messageSchema>

/** `more`: fields of the request that Baton does not write, which are for its own server. */
export type RecordedPrompt = {
  readonly prompt: Prompt
  readonly tools: readonly ModelTool[]
  readonly toolsClosed: boolean
  readonly parameters: ModelParameters & { readonly maxTokens: number | null }
  readonly more: JsonObject
}

export type PromptReading = {
  readonly language: Language
  /** Null: it is gone. */
  readonly pictureOf: (id: string, name: string) => Picture | null
}

/** Null: the record cannot be read as a request. */
export function recordedPrompt(record: RequestRecord, reading: PromptReading): RecordedPrompt | null {
  const parsed = bodySchema.safeParse(jsonOf(record.body))
  if (!parsed.success) return null
  const body = parsed.data
  const tools = body.tools.map(({ function: { name, description, parameters } }) => ({ name, description, parameters }))
  const maxTokens = body.max_tokens ?? body.max_completion_tokens ?? null
  const parameters = {
    temperature: body.temperature ?? null,
    maxTokens,
    topP: body.top_p ?? null,
    seed: body.seed ?? null,
    stop: body.stop ?? [],
    reasoningEffort: body.reasoning_effort ?? '',
  }
  const prompt = promptOf(body.messages, record, reading)
  return { prompt, tools, toolsClosed: body.tool_choice === 'none', parameters, more: beside(body) }
}

const WRITTEN = new Set([
  ...['model', 'messages', 'tools', 'tool_choice', 'stream', 'stream_options', 'response_format', 'temperature'],
  ...['top_p', 'seed', 'stop', 'reasoning_effort', 'max_tokens', 'max_completion_tokens'],
])

function beside(body: { readonly [name: string]: unknown }): JsonObject {
  const more = Object.entries(body).filter(([name, value]) => !WRITTEN.has(name) && value !== undefined)
  return z.record(z.string(), z.json()).catch({}).parse(Object.fromEntries(more))
}

const INSTRUCTION = /<system-instruction>\n([^]*?)\n<\/system-instruction>(?:\n\n)?/g

function promptOf(messages: readonly SentMessage[], { sources, pictures }: RequestRecord, reading: PromptReading) {
  const system: string[] = []
  const history: PromptMessage[] = []
  let after: readonly string[] = []
  const shown = new Map(pictures.map(({ id, name }) => [id, reading.pictureOf(id, name)]))
  for (const [at, message] of messages.entries()) {
    const from = sources[at] ?? []
    const text = textOf(message)
    switch (message.role) {
      case 'system':
      case 'developer':
        system.push(text)
        break
      case 'user': {
        const heard = partsOf(text)
        if (system.length === 0 && history.length === 0 && from[0]?.why === 'instructions') {
          const first = heard[0]?.isFlow === true ? heard.shift() : undefined
          if (first !== undefined) system.push(first.text)
        }
        if (from.some(({ why }) => why === 'request')) after = trailing(heard)
        const source: MessageSource = from.find(({ why }) => why !== 'request') ?? { why: 'conversation' }
        for (const part of heard)
          history.push(
            part.isFlow
              ? { kind: 'note', text: part.text, source }
              : { kind: 'said', by: 'user', text: part.text, source },
          )
        const seen = picturesOf(message).flatMap((id) => shown.get(id) ?? [])
        if (seen.length > 0) history.push({ kind: 'said', by: 'user', text: ' ', source, pictures: seen })
        break
      }
      case 'assistant': {
        const calls = callsOf(message, messages.slice(at + 1))
        if (calls.length > 0) history.push({ kind: 'calls', by: 'self', text, calls })
        else if (from.some(({ why }) => why !== 'form')) history.push({ kind: 'said', by: 'self', text })
        break
      }
      // With the calls that they are results of.
      case 'tool':
        break
    }
  }
  return { language: reading.language, system, history, after }
}

type HeardPart = { readonly isFlow: boolean; readonly text: string }

/** The words of a user message, and what the flow says between them. */
function partsOf(text: string): HeardPart[] {
  const parts: HeardPart[] = []
  let from = 0
  const say = (words: string): void => {
    const said = words.replace(/\n\n$/, '')
    if (said.trim() !== '') parts.push({ isFlow: false, text: said })
  }
  for (const match of text.matchAll(INSTRUCTION)) {
    say(text.slice(from, match.index))
    parts.push({ isFlow: true, text: match[1] ?? '' })
    from = match.index + match[0].length
  }
  say(text.slice(from))
  return parts
}

/** Takes away what the flow says at the end. */
function trailing(parts: HeardPart[]): string[] {
  const last = parts.findLastIndex(({ isFlow }) => !isFlow)
  return parts.splice(last + 1).map(({ text }) => text)
}

function callsOf({ tool_calls: calls = [] }: SentMessage, following: readonly SentMessage[]): AnsweredCall[] {
  const end = following.findIndex(({ role }) => role !== 'tool')
  const results = new Map(
    following.slice(0, end === -1 ? undefined : end).map((message) => [message.tool_call_id ?? '', textOf(message)]),
  )
  return calls.map(({ id, function: { name, arguments: json } }) => {
    return { id, name, arguments: json, result: results.get(id) ?? '' }
  })
}

function textOf({ content }: SentMessage): string {
  if (typeof content === 'string') return content
  return (content ?? []).flatMap(({ text }) => text ?? []).join('\n\n')
}

function picturesOf({ content }: SentMessage): string[] {
  if (typeof content === 'string') return []
  return (content ?? []).flatMap(({ image_url: image }) => /^baton-picture:(.+)$/.exec(image?.url ?? '')?.[1] ?? [])
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
