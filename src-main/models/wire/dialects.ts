/**
 * Where a server needs a form of its own: by host and model where that is known, else learnt from a refusal that names the rule, for
 * as long as the core is open. What a person set for the connection goes before both.
 */
import { DROPPABLE, type Dialect as SettableDialect, type DialectSetting } from '../../../src-shared/rpc/dialect'
import { MOST_PICTURES } from '../../../src-shared/run/log/pictures'
import type { SentNames } from './sent-names'

/** `picturesRefused`: the server could not read a picture of this very request, so that none of them is sent again with it. */
export type Dialect = SettableDialect & { picturesRefused?: true }

/** What every server takes that nothing else is known about. */
export const UNIVERSAL: Dialect = {
  system: 'first',
  afterTools: 'user',
  callIds: 'as-given',
  maxTokens: 'by-model',
  thoughts: 'left-out',
  extras: 'sent-back',
  unsigned: 'as-given',
  answers: 'schema',
  decisions: 'words',
  contextTokens: null,
  mostTools: null,
  longestDescription: null,
  pictures: MOST_PICTURES,
  without: [],
}

export type Change = Exclude<DialectSetting, 'auto'> & Pick<Dialect, 'picturesRefused'>

type Row = { host?: RegExp; model?: RegExp; change: Change }

const MISTRAL_MODELS = /mistral|mixtral|ministral|magistral|devstral|codestral|pixtral/i

/** THE table. Every row that fits counts. */
const TABLE: readonly Row[] = [
  // ha-llmvision#328, Groq's vision guide: five images in a request.
  { host: /(^|\.)groq\.com(:|$)/, change: { pictures: 5 } },
  // avante.nvim#2562, zed#37021: "Unexpected role 'user' after role 'tool'". langchain#24668, opencode#1680: ids of nine characters.
  { host: /(^|\.)mistral\.ai$/, change: { afterTools: 'assistant', callIds: 'nine', without: ['stream_options'] } },
  // The templates of these models have the same rules behind other servers (mistral-vibe#578, hermes-agent#20154).
  { model: MISTRAL_MODELS, change: { afterTools: 'assistant', callIds: 'nine' } },
  // litellm#31466, inspect_ai#4916: "This response_format type is unavailable now"; thinking models refuse a tool that must be called.
  { host: /(^|\.)deepseek\.com(:|$)/, change: { answers: 'object' } },
  // docs.anthropic.com/en/api/openai-sdk: `response_format` and `strict` are ignored, tools are not.
  { host: /(^|\.)anthropic\.com(:|$)/, change: { answers: 'tool' } },
  // litellm#11696: "extra_forbidden ... stream_options".
  {
    host: /\.(services|inference|models)\.ai\.azure\.com$/,
    model: MISTRAL_MODELS,
    change: { without: ['stream_options'] },
  },
  // ai.google.dev/gemini-api/docs/thought-signatures; pi#1825, vercel/ai#17649: Gemini 3 refuses calls without a signature, also those of other models.
  {
    host: /(^|[.-])(generativelanguage|aiplatform)\.googleapis\.com(:|$)/,
    model: /gemini-([3-9]|\d\d)/i,
    change: { unsigned: 'stand-in' },
  },
  // zed#32946, hexstrike-ai#29: "array too long ... 128". Descriptions are learnt: newer models take long ones (llama_index#18784).
  { host: /^api\.openai\.com(:|$)/, change: { mostTools: 128 } },
  // OpenHands#4838: "string too long ... 1024".
  { host: /\.(openai|cognitiveservices)\.azure\.com(:|$)/, change: { mostTools: 128, longestDescription: 1024 } },
  // gsd-2#4376, ha-groq-cloud-api#25: "maximum number of items is 128".
  { host: /(^|\.)groq\.com(:|$)/, change: { mostTools: 128 } },
  // CLIProxyAPI#5214: 200, refused without a reason.
  { host: /(^|\.)x\.ai(:|$)/, change: { mostTools: 200 } },
  // gemini-cli#19083, #26869: "At most 512 function declarations can be specified".
  { host: /(^|[.-])(generativelanguage|aiplatform)\.googleapis\.com(:|$)/, change: { mostTools: 512 } },
  // api-docs.deepseek.com/guides/thinking_mode; opencode#24722: wanted with calls in every later request, an empty one too (deepseek-harness#739).
  { host: /(^|\.)deepseek\.com(:|$)/, model: /reasoner|v[4-9]/i, change: { thoughts: 'sent-back' } },
  // new-api#3121, obsidian-yolo#243: the same rule, and an empty one does.
  { host: /(^|\.)moonshot\.(ai|cn)(:|$)/, model: /thinking|k2\.[5-9]|k[3-9]/i, change: { thoughts: 'sent-back' } },
]

/** A rule that a refusal names, and what follows from it. */
type Lesson = {
  named: (said: string) => boolean
  change: Change | ((said: string) => Change)
  words: string
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

const LESSONS: readonly Lesson[] = [
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
const FORMAT = /response[_ .](format|mime)|json_schema|json_object|json mode|structured.?outputs?/i
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
const NUMBERS: readonly { words: RegExp; name: 'mostTools' | 'longestDescription'; what: string }[] = [
  {
    // zed#32946; gsd-2#4376 (Groq); gemini-cli#19083; vscode-copilot-release#13065.
    words:
      /'?tools'?\s*: ?(?:array too long\..{0,60}maximum length|maximum number of items is) (\d+)|at most (\d+) function declarations|more than (\d+) tools|number of tools exceeds (\d+)/i,
    name: 'mostTools',
    what: 'tools at most',
  },
  {
    // sentry-mcp#106, servers#799.
    words: /description.{0,5}string too long\..{0,60}maximum length (\d+)/i,
    name: 'longestDescription',
    what: 'characters at most describe a tool',
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
    if (number >= 16) return { named: () => true, change: { [name]: number }, words: `${number} ${what}` }
  }
  return null
}

/** The lesson of a refusal that names a field which was sent and can be done without. */
function withoutNamed(said: string, sent: readonly string[]): Lesson | null {
  const names = sent.filter((name) => namePattern(name).test(said))
  const excluded = ONE_OF.find((pair) => pair.every((name) => names.includes(name)) && /both|only one/i.test(said))
  const refused = names.find((name) => REFUSED.test(said) || (OWN_VALUES.has(name) && OTHER_VALUE.test(said)))
  const name = excluded?.[1] ?? refused
  return name === undefined ? null : { named: () => true, change: { without: [name] }, words: `${name} is left out` }
}

/** Some servers call a parameter by another spelling: `reasoningEffort` (xAI). */
function namePattern(name: string): RegExp {
  const parts = name.split('_').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`(?<![\\w-])${parts.join('_?')}(?![\\w-])`, 'i')
}

/** Statuses with which servers refuse a request for its form; templates of local servers fail with 500. */
const STATUSES = new Set([400, 404, 422, 500])

/** What a server said against a request, and which names were in that: of fields that it can do without, and beside messages and calls. */
export type Refusal = { status: number; body: string; sent?: SentNames }

const SENT: SentNames = {
  parameters: [...DROPPABLE, 'response_format'],
  beside: ['extra_content', 'reasoning_details', 'thinking_blocks'],
}

/** What a refusal taught: the form to ask in next, what changed in words, and whether that is to be kept for the next call. */
export type DialectLesson = { dialect: Dialect; words: string; isForOnce: boolean }

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
    withinNumber(said),
    ...LESSONS,
    otherAnswer(dialect, left),
    foreign,
    withoutNamed(said, left),
  ]) {
    if (lesson?.named(said) !== true) continue
    const { change, words, isForOnce = false } = lesson
    const next = withSetting(merged(dialect, typeof change === 'function' ? change(said) : change), setting)
    if (JSON.stringify(next) !== JSON.stringify(dialect)) return { dialect: next, words, isForOnce }
  }
  return null
}

export type DialectFacts = { host: string; model: string; setting: DialectSetting }

/** The form that the table and the person's setting say. */
export function dialectFor({ host, model, setting }: DialectFacts): Dialect {
  const rows = TABLE.filter((row) => (row.host?.test(host) ?? true) && (row.model?.test(model) ?? true))
  return withSetting(
    rows.reduce((dialect, { change }) => merged(dialect, change), UNIVERSAL),
    setting,
  )
}

function merged(dialect: Dialect, change: Change): Dialect {
  const without = [...new Set([...dialect.without, ...(change.without ?? [])])]
  const { picturesRefused, ...setting } = change
  const refused = picturesRefused === true ? { picturesRefused } : {}
  return { ...withSetting(dialect, { ...setting, without }), ...refused }
}

function withSetting(dialect: Dialect, setting: DialectSetting): Dialect {
  if (setting === 'auto') return dialect
  const { picturesRefused } = dialect
  return {
    system: setting.system ?? dialect.system,
    afterTools: setting.afterTools ?? dialect.afterTools,
    callIds: setting.callIds ?? dialect.callIds,
    maxTokens: setting.maxTokens ?? dialect.maxTokens,
    thoughts: setting.thoughts ?? dialect.thoughts,
    extras: setting.extras ?? dialect.extras,
    unsigned: setting.unsigned ?? dialect.unsigned,
    answers: setting.answers ?? dialect.answers,
    decisions: setting.decisions ?? dialect.decisions,
    contextTokens: setting.contextTokens ?? dialect.contextTokens,
    mostTools: setting.mostTools ?? dialect.mostTools,
    longestDescription: setting.longestDescription ?? dialect.longestDescription,
    pictures: setting.pictures ?? dialect.pictures,
    without: setting.without ?? dialect.without,
    ...(picturesRefused === true ? { picturesRefused } : {}),
  }
}

/** What a connection's server has taught. */
export type LearntDialect = { get: () => Dialect; set: (dialect: Dialect) => void }

/** Where lessons are kept: for a connection with its address and one model. */
export type LessonPlace = { connection: string; baseUrl: string; model: string }
export type LessonStore = {
  /** What differs from the form that is known without asking; null: nothing was learnt. */
  readonly read: (place: LessonPlace) => Change | null
  readonly keep: (place: LessonPlace, change: Change) => void
}

/** Lessons that are gone with whoever holds them. */
export function lessonsInMemory(): LessonStore {
  const known = new Map<string, Change>()
  const keyOf = ({ connection, baseUrl, model }: LessonPlace) => JSON.stringify([connection, baseUrl, model])
  return {
    read: (place) => known.get(keyOf(place)) ?? null,
    keep: (place, change) => void known.set(keyOf(place), change),
  }
}

/** What else is known of a model at a place without asking, such as its size; a lesson of its server goes before it. */
export type KnownOf = (place: LessonPlace) => Change

const knowsNothing: KnownOf = () => ({})

/** What one server teaches about one model: read at every call, so that it counts at once where it is learnt or forgotten elsewhere. */
export function learntDialect(
  facts: DialectFacts,
  store: LessonStore & { readonly known?: KnownOf } = lessonsInMemory(),
  place: LessonPlace = { connection: '', baseUrl: facts.host, model: facts.model },
): LearntDialect {
  const { known = knowsNothing } = store
  const table = dialectFor(facts)
  const unasked = () => withSetting(merged(table, known(place)), facts.setting)
  return {
    get() {
      const learnt = store.read(place)
      return learnt === null ? unasked() : withSetting(merged(unasked(), learnt), facts.setting)
    },
    set: (next) => store.keep(place, difference(unasked(), next)),
  }
}

/** What of a form is not known without asking. */
function difference({ without, ...known }: Dialect, next: Dialect): Change {
  const fields = Object.entries(known).flatMap(([name, value]) => {
    const now = next[name as keyof typeof known]
    return now === value ? [] : [[name, now] as const]
  })
  const left = next.without.filter((name) => !without.includes(name))
  return { ...(Object.fromEntries(fields) as Change), ...(left.length > 0 ? { without: left } : {}) }
}
