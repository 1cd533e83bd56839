/** What servers' refusals teach about the form that they want: one table of the rules that they name, and what follows from each. */
import { DROPPABLE, type DialectSetting } from '../../../src-shared/rpc/dialect'
import { asMessage, message as sentence, type Message, type Sentence } from '../../../src-shared/languages/translate'
import { MOST_PICTURES } from '../../../src-shared/run/log/pictures'
import { merged, withSetting, type Change, type Dialect } from './dialects'
import type { SentNames } from './sent-names'

/** A rule that a refusal names, and what follows from it. */
type Lesson = {
  named: (said: string) => boolean
  change: Change | ((said: string) => Change)
  words: Sentence
  /** It helps this call, and says nothing about the next one. */
  isForOnce?: true
}

const REFUSED =
  /unsupported|not support|unrecogni[sz]ed|unknown|unexpected|extra[_ ](forbidden|inputs|fields)|not permitted|not allowed|not available|deprecated|additional propert|incompatible/i
const refuses = (name: RegExp) => (said: string) => name.test(said) && REFUSED.test(said)

/** `At most 1 image(s) may be provided` (vllm#9739), `passed 10 image items` beside `image=4` (LlamaFactory#7886), `up to 5 images`. */
const MOST_IMAGES =
  /(?:at most|up to|maximum(?: number)? of|limit of|no more than|image=)\s*(\d{1,3})\b(?!\s*(?:[km]i?b|bytes|px|pixels))(?=.{0,60}(?:image|--limit-mm))/i

/**
 * That a model reads no images, in the words of DeepSeek (deepcode-cli#50), Groq (vercel/ai#2837), LM Studio (lmstudio-bug-tracker#362),
 * llama.cpp (llama.cpp#15377), vLLM, OpenRouter, Bedrock and OpenAI.
 */
const READS_NO_IMAGES = [
  /unknown variant .{0,3}image_url/i,
  /content.{0,3} ?: ?value must be a string|content must be a string/i,
  /(not|n['’]t) (currently )?support (images?\b|the image content|image (input|url|content)|vision|multi-?modal)/i,
  /images?( inputs?| urls?| content)? (is|are) not supported/i,
  /not a multi-?modal model/i,
  /no endpoints found that support image/i,
  /image_url.{0,20} is only supported by certain models/i,
]

/** One picture that a server cannot read would end a conversation for good, since it is sent again with each turn (claude-code#5147). */
const REFUSED_IMAGE =
  /could not process (the )?image|image.{0,20} (dimensions )?exceed|image does not match|(unsupported|invalid|corrupt(ed)?) (base64 )?image|failed to (load|decode|process|read) (the )?image|cannot identify image/i

/** `Function tools with reasoning_effort are not supported for gpt-5.6`: also where none was sent (litellm#34569, openai-openapi#541). */
const NO_EFFORT_WITH_TOOLS = /tools with reasoning_effort are not supported/i

/** OpenAI, Anthropic, Gemini, Moonshot: a schema of a tool that they do not take. */
const REFUSED_SCHEMA =
  /invalid schema for function|input_schema\b.{0,80}(invalid|not support|should match)|function_declarations\b.{0,20}\.parameters|not a valid moonshot|invalid.{0,30}(tool|function) (parameters|schema)/i

const LESSONS: readonly Lesson[] = [
  {
    named: (said) => NO_EFFORT_WITH_TOOLS.test(said),
    change: { effortWithTools: 'none' },
    words: 'reasoning_effort is none beside tools',
  },
  {
    named: (said) => REFUSED_SCHEMA.test(said),
    change: { schemas: 'plain' },
    words: 'schemas of tools are written with few keywords',
  },
  {
    named: (said) => MOST_IMAGES.test(said),
    change: (said) => ({ pictures: Math.min(MOST_PICTURES, Number(MOST_IMAGES.exec(said)?.[1] ?? 0)) }),
    words: 'fewer images are sent, as many as this server takes',
  },
  {
    named: (said) => READS_NO_IMAGES.some((words) => words.test(said)),
    change: { pictures: 0 },
    words: 'no images are sent, since this model reads none',
  },
  {
    named: (said) => REFUSED_IMAGE.test(said),
    change: { picturesRefused: true },
    words: 'without images, since the server could not read one of them',
    isForOnce: true,
  },
  {
    named: (said) => /role.{0,3} ?.?user.{0,3} ?after (the )?(role )?.{0,3}tool/i.test(said),
    change: { afterTools: 'assistant' },
    words: 'an assistant message stands between results of tools and the user',
  },
  {
    named: (said) => /tool.?call.?ids?\b.{0,80}length (of )?9/i.test(said),
    change: { callIds: 'nine' },
    words: 'ids of calls have nine letters and digits',
  },
  {
    // opencode and langchain#37756 (Anthropic); vercel/ai#5171 (OpenAI).
    named: (said) => /tool_(use|calls?)\b.{0,20}\bid\b.{0,40}(should match pattern|string too long)/i.test(said),
    change: { callIds: 'plain' },
    words: 'ids of calls have letters and digits',
  },
  {
    named: (said) =>
      /(system|developer).{0,3} ?(role|message|instruction|prompt)s?\b.{0,40}(not (be )?(supported|enabled|allowed))/i.test(
        said,
      ) || /not support.{0,20}system (role|message|instruction|prompt)/i.test(said),
    change: { system: 'in-user' },
    words: 'instructions stand in the first user message',
  },
  {
    named: (said) =>
      /reasoning_content/.test(said) && /missing|must be (passed|provided|included)|required/i.test(said),
    change: { thoughts: 'sent-back' },
    words: 'thoughts of earlier replies are sent back',
  },
  {
    named: refuses(/reasoning_content/),
    change: { thoughts: 'left-out' },
    words: 'thoughts of earlier replies are left out',
  },
  {
    named: (said) => /missing.{0,40}thought_?signature|thought_?signature.{0,40}(missing|required)/i.test(said),
    change: { unsigned: 'stand-in' },
    words: 'calls without a signature get the one that stands for none',
  },
  {
    // litellm and gateways that change the route in a conversation: "Corrupted thought signature".
    named: (said) => /(invalid|corrupted|not valid).{0,40}signature/i.test(said),
    change: { extras: 'left-out', unsigned: 'stand-in' },
    words: 'signatures of earlier calls are left out',
    isForOnce: true,
  },
  {
    named: (said) => /max_tokens/.test(said) && /(use|with|instead).{0,40}max_completion_tokens/i.test(said),
    change: { maxTokens: 'max_completion_tokens' },
    words: 'max_tokens is called max_completion_tokens',
  },
  {
    named: refuses(/max_completion_tokens/),
    change: { maxTokens: 'max_tokens' },
    words: 'max_completion_tokens is called max_tokens',
  },
]

/** What is tried next where a server refuses one way to ask for an answer by a schema. */
const NEXT_ANSWERS = { schema: 'object', object: 'prompt', tool: 'prompt', prompt: 'prompt' } as const

/** LM Studio: "must be 'json_schema' or 'text'"; DeepSeek: "unavailable now"; OpenAI: "Invalid schema for response_format". */
const FORMAT = /response[_ .](format|mime|schema)|json_schema|json_object|json mode|structured.?outputs?/i
const FORMAT_REFUSED = /unavailable|must be|must contain|invalid schema|cannot be combined/i

/** The lesson of a refusal that names the format in which an answer was asked for. */
function otherAnswer({ answers }: Dialect, sent: readonly string[]): Lesson {
  return {
    named: (said) =>
      sent.includes('response_format') && FORMAT.test(said) && (REFUSED.test(said) || FORMAT_REFUSED.test(said)),
    change: { answers: NEXT_ANSWERS[answers] },
    words: 'an answer by a schema is asked for in another way',
  }
}

/** Of two that exclude each other the first one stays (gptme#1110, litellm#15097: Claude 4.1 and later). */
const ONE_OF: readonly (readonly [string, string])[] = [['temperature', 'top_p']]

/** What its value may be differs between servers, so a value that is refused is left out too (pi#1745, Kilo#3807). */
const OWN_VALUES = new Set(['reasoning_effort', 'tool_choice'])
const OTHER_VALUE = /must be|one of|invalid|cannot|may not|supported values|incompatible/i

/** A number of tools or characters that a refusal names. */
const NUMBERS: readonly {
  words: RegExp
  name: 'mostTools' | 'longestDescription'
  what: (count: number) => Message
}[] = [
  {
    // zed#32946; gsd-2#4376 (Groq); gemini-cli#19083; vscode-copilot-release#13065.
    words:
      /'?tools'?\s*: ?(?:array too long\..{0,60}maximum length|maximum number of items is) (\d+)|at most (\d+) function declarations|more than (\d+) tools|number of tools exceeds (\d+)/i,
    name: 'mostTools',
    what: (count) => sentence('{count} tools at most', { count }),
  },
  {
    // sentry-mcp#106, servers#799.
    words: /description.{0,5}string too long\..{0,60}maximum length (\d+)/i,
    name: 'longestDescription',
    what: (count) => sentence('{count} characters at most describe a tool', { count }),
  },
]

function withinNumber(said: string): Lesson | null {
  for (const { words, name, what } of NUMBERS) {
    const number = Number(
      words
        .exec(said)
        ?.slice(1)
        .find((group) => group !== undefined) ?? Number.NaN,
    )
    if (number >= 16) return { named: () => true, change: { [name]: number }, words: what(number) }
  }
  return null
}

/** The lesson of a refusal that names a field which was sent and can be done without. */
function withoutNamed(said: string, sent: readonly string[]): Lesson | null {
  const names = sent.filter((name) => namePattern(name).test(said))
  const excluded = ONE_OF.find((pair) => pair.every((name) => names.includes(name)) && /both|only one/i.test(said))
  const refused = names.find((name) => REFUSED.test(said) || (OWN_VALUES.has(name) && OTHER_VALUE.test(said)))
  const name = excluded?.[1] ?? refused
  return name === undefined
    ? null
    : { named: () => true, change: { without: [name] }, words: sentence('{name} is left out', { name }) }
}

/** Some servers call a parameter by another spelling: `reasoningEffort` (xAI). */
function namePattern(name: string): RegExp {
  const parts = name.split('_').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`(?<![\\w-])${parts.join('_?')}(?![\\w-])`, 'i')
}

/** Statuses with which servers refuse a request for its form; templates of local servers fail with 500. */
const STATUSES = new Set([400, 404, 422, 500, 501])

/** What a server said against a request, and which names were in that: of fields that it can do without, and beside messages and calls. */
export type Refusal = { status: number; body: string; sent?: SentNames }

/**
 * A model that takes no tools, and was sent some for the calls of others alone: Ollama (ollama#6027), OpenRouter (pydantic-ai#2896), Groq, vLLM without a parser,
 * llama.cpp without templates.
 */
const TOOLS_UNKNOWN: Lesson = {
  named: (said) =>
    /(not|n['’]t) (currently )?support (tools?\b|tool[- _]?(use|call(s|ing)?)|function[- _]?call(s|ing)?)|support tool use|tool[- _]?call(s|ing)?.? (is|are) not supported|tools? (is|are) not supported|enable-auto-tool-choice|requires? --jinja/i.test(
      said,
    ),
  change: { pastCalls: 'in-words' },
  words: 'calls of earlier replies are told in words, since this model takes no tools',
}

const SENT: SentNames = {
  hasClosedTools: false,
  parameters: [...DROPPABLE, 'response_format'],
  beside: ['extra_content', 'reasoning_details', 'thinking_blocks'],
}

/** What a refusal taught: the form to ask in next, what changed in words, and whether that is to be kept for the next call. */
export type DialectLesson = { dialect: Dialect; words: Message; isForOnce: boolean }

/** A new form after a refusal, with what changed in words; null where the refusal names no rule that can still be followed. */
export function learn(
  dialect: Dialect,
  { status, body, sent = SENT }: Refusal,
  setting: DialectSetting = 'auto',
): DialectLesson | null {
  if (!STATUSES.has(status)) return null
  const said = body.slice(0, 20_000)
  const foreign: Lesson = {
    named: (words) => sent.beside.some((name) => namePattern(name).test(words)) && REFUSED.test(words),
    change: { extras: 'left-out' },
    words: 'what the server put beside earlier replies is left out',
  }
  const left = sent.parameters.filter((name) => !dialect.without.includes(name))
  for (const lesson of [
    ...(sent.hasClosedTools ? [TOOLS_UNKNOWN] : []),
    withinNumber(said),
    ...LESSONS,
    otherAnswer(dialect, left),
    foreign,
    withoutNamed(said, left),
  ]) {
    if (lesson?.named(said) !== true) continue
    const { change, words, isForOnce = false } = lesson
    const next = withSetting(merged(dialect, typeof change === 'function' ? change(said) : change), setting)
    if (JSON.stringify(next) !== JSON.stringify(dialect)) return { dialect: next, words: asMessage(words), isForOnce }
  }
  return null
}
