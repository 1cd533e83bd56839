/** How a model server wants its requests written, where that differs from the form that Baton sends to all of them. */
import { z } from 'zod'
import { RESERVED_FIELDS } from '../flow/model-settings'
import { MOST_PICTURES } from '../run/log/pictures'

/** Parameters that some servers do not take, and that a request can do without. */
export const DROPPABLE = [
  'stream_options',
  'temperature',
  'top_p',
  'stop',
  'seed',
  'reasoning_effort',
  'parallel_tool_calls',
  'tool_choice',
] as const

/** The name of a field that a request can do without: one of these, or of an extra body. */
const droppableName = z
  .string()
  .regex(/^[A-Za-z_][\w.-]{0,63}$/, 'this is not a parameter name')
  .refine((name) => !RESERVED_FIELDS.has(name), 'no request can do without this')

const fields = {
  /** Where the instructions go: into a system message of their own, or into the first user message. */
  system: z.enum(['first', 'in-user']),
  /** Who may speak after a tool's result: the user at once, or the assistant before. */
  afterTools: z.enum(['user', 'assistant']),
  /**
   * Ids of tool calls. `plain`: as they came where every server takes them, else of letters and digits; `as-given`: always as they came; `nine`: nine
   * letters and digits; `counted`: with the tool's name and a number, as Kimi writes them.
   */
  callIds: z.enum(['plain', 'as-given', 'nine', 'counted']),
  /** Calls of earlier replies where none may be made: as calls, for which tools are declared, or in words, for models that take no tools. */
  pastCalls: z.enum(['as-calls', 'in-words']),
  /** Schemas of tools: in the form that every server takes, or with the few keywords that Gemini and Moonshot read. */
  schemas: z.enum(['whole', 'plain']),
  /** What the limit of a reply's tokens is called. `by-model`: as OpenAI wants it for a model of that name. */
  maxTokens: z.enum(['by-model', 'max_tokens', 'max_completion_tokens']),
  /** `reasoning_content` of earlier replies: left out, or with every message of the assistant, empty where there is none of this server. */
  thoughts: z.enum(['left-out', 'sent-back']),
  /** What else this server put beside its replies and calls, such as signatures of thoughts. */
  extras: z.enum(['sent-back', 'left-out']),
  /** Calls without a signature of Gemini's: as they are, or with the one that Google names for calls that its model did not make. */
  unsigned: z.enum(['as-given', 'stand-in']),
  /**
   * How an answer by a JSON schema is asked for where no tools are declared: with the schema as its format, as any JSON object, by a
   * tool that takes it, or by the prompt alone.
   */
  answers: z.enum(['schema', 'object', 'tool', 'prompt']),
  /** What is decided by one word (who speaks, yes or no) is asked for in words alone, or with all words that count as a schema, where that is a format. */
  decisions: z.enum(['words', 'schema']),
  /** Tokens that the model holds; null: not known. */
  contextTokens: z.number().int().min(128).nullable(),
  /** How many tools a request may have, and how many characters a description; null: as many as there are. */
  mostTools: z.number().int().min(1).nullable(),
  longestDescription: z.number().int().min(16).nullable(),
  /** How many pictures a request may have at most: the newest are sent. 0: the model reads none. */
  pictures: z.number().int().min(0).max(MOST_PICTURES),
  /** `reasoning_effort` beside tools: as it is set, or always `none`. */
  effortWithTools: z.enum(['as-set', 'none']),
  /** Parameters that are never sent. */
  without: z.array(droppableName).max(64).readonly(),
}

export const dialectSchema = z.object(fields)
export type Dialect = z.infer<typeof dialectSchema>

/** What a person sets for a connection; what is absent, or everything with `auto`, Baton finds out. */
export const dialectSettingSchema = z.union([z.literal('auto'), dialectSchema.partial()])
export type DialectSetting = z.infer<typeof dialectSettingSchema>
