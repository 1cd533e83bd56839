/**
 * Where a server needs a form of its own: by host and model where that is known, else learnt from a refusal that names the rule, for
 * as long as the core is open. What a person set for the connection goes before both.
 */
import type { Dialect as SettableDialect, DialectSetting } from '../../../src-shared/rpc/dialect'
import { MOST_PICTURES } from '../../../src-shared/run/log/pictures'

/** `picturesRefused`: the server could not read a picture of this very request, so that none of them is sent again with it. */
export type Dialect = SettableDialect & { picturesRefused?: true }

/** What every server takes that nothing else is known about. */
export const UNIVERSAL: Dialect = {
  system: 'first',
  afterTools: 'user',
  callIds: 'plain',
  pastCalls: 'as-calls',
  schemas: 'whole',
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
  effortWithTools: 'as-set',
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
  // vscode#325813, getkimchi/kimchi#1063: these models read their own ids, and stop where they are of another form.
  { model: /kimi[-_ ]?k2/i, change: { callIds: 'counted' } },
  // gptel#806, zed#45552, opencode#2687, n8n#15553: a schema language of its own, which refuses what it does not know.
  { host: /(^|[.-])(generativelanguage|aiplatform)\.googleapis\.com(:|$)/, change: { schemas: 'plain' } },
  // new-api#3121, obsidian-yolo#243: the same rule, and an empty one does.
  { host: /(^|\.)moonshot\.(ai|cn)(:|$)/, model: /thinking|k2\.[5-9]|k[3-9]/i, change: { thoughts: 'sent-back' } },
]

export type DialectFacts = { host: string; model: string; setting: DialectSetting }

/** The form that the table and the person's setting say. */
export function dialectFor({ host, model, setting }: DialectFacts): Dialect {
  const rows = TABLE.filter((row) => (row.host?.test(host) ?? true) && (row.model?.test(model) ?? true))
  return withSetting(
    rows.reduce((dialect, { change }) => merged(dialect, change), UNIVERSAL),
    setting,
  )
}

/** A form with a change of it; what is left out adds up. */
export function merged(dialect: Dialect, change: Change): Dialect {
  const without = [...new Set([...dialect.without, ...(change.without ?? [])])]
  const { picturesRefused, ...setting } = change
  const refused = picturesRefused === true ? { picturesRefused } : {}
  return { ...withSetting(dialect, { ...setting, without }), ...refused }
}

/** A form with what a person says of it. */
export function withSetting(dialect: Dialect, setting: DialectSetting): Dialect {
  if (setting === 'auto') return dialect
  const { picturesRefused } = dialect
  return {
    system: setting.system ?? dialect.system,
    afterTools: setting.afterTools ?? dialect.afterTools,
    callIds: setting.callIds ?? dialect.callIds,
    pastCalls: setting.pastCalls ?? dialect.pastCalls,
    schemas: setting.schemas ?? dialect.schemas,
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
    effortWithTools: setting.effortWithTools ?? dialect.effortWithTools,
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
