/**
 * What real servers refuse beyond the protocol itself, one mode for each; `all` is every rule that Baton keeps without knowing who
 * answers. Rules are from their users' reports, named beside them.
 */
import { z } from 'zod'
import type { WireBody, WireMessage } from './strict-chat'
import {
  describedTools,
  fortyCharacterIds,
  knownKeywords,
  latinKeys,
  letterNames,
  listsWithItems,
  noChoicesAtTop,
  noClosedTools,
  noDraft,
  noEffortBesideTools,
  plainIds,
} from './strict-tools'

export const STRICT_MODES = [
  'openai',
  'openai-reasoning',
  'openai-newest',
  'anthropic',
  'bedrock',
  'mistral',
  'qwen',
  'gemma',
  'xai',
  'groq',
  'gemini',
  'gemini-3',
  'deepseek',
  'deepseek-thinking',
  'moonshot',
  'toolless',
  'all',
] as const
export type StrictMode = (typeof STRICT_MODES)[number]

/** Those that want a form of their own, which is learnt from their refusals; to all others the same bytes are sent. */
export const LEARNT_MODES = [
  'mistral',
  'gemma',
  'gemini',
  'gemini-3',
  'deepseek-thinking',
  'openai-newest',
  'moonshot',
  'toolless',
] as const satisfies readonly StrictMode[]

/** The modes that take what is sent to a server that nothing is known of. */
export const ALIKE_MODES: readonly StrictMode[] = STRICT_MODES.filter(
  (mode) => !LEARNT_MODES.some((learnt) => learnt === mode),
)

/** A rule: what a server says about a request that breaks it; null for one that keeps it. */
export type Rule = (body: WireBody) => string | null

/** litellm#1371, vllm#41114, llama.cpp#20733: the templates of Qwen 3.5 and later, and Mistral, take one system message, first. */
const systemFirst: Rule = ({ messages }) =>
  messages.slice(1).some(({ role }) => isSystem(role)) ? 'System message must be at the beginning.' : null

/** deepagents#1585 (Claude 4.6 and later), langchain#23703 and smolagents#757 (Mistral). */
const notAssistantLast: Rule = ({ messages }) =>
  messages.at(-1)?.role === 'assistant'
    ? 'This model does not support assistant message prefill. The conversation must end with a user message.'
    : null

/** gemini-cli#11814 and Anthropic: the conversation begins with the user; verl#7725: a template without any user fails. */
const userFirst: Rule = ({ messages }) =>
  spoken(messages)[0]?.role === 'user' ? null : 'messages: the first message must use the "user" role'

/** litellm#9720; Groq and other gateways refuse or strip it too. */
const noNames: Rule = ({ messages }) =>
  messages.some(({ name }) => name !== undefined) ? "Only messages of role 'user' can have a name." : null

/** dify#17545, pydantic-ai#1966, litellm: "the toolConfig field must be defined" (Bedrock), "tools= param must be set" (Anthropic). */
const toolsDeclared: Rule = ({ messages, tools = [] }) => {
  const declared = new Set(tools.map(({ function: { name } }) => name))
  const called = messages.flatMap(({ tool_calls: calls = [] }) => calls.map(({ function: { name } }) => name))
  const missing = called.find((name) => !declared.has(name))
  return missing === undefined
    ? null
    : `The toolConfig field must be defined when using toolUse and toolResult content blocks (${missing}).`
}

/** DeepSeek-R1#21, vllm#6862, autogen#3597: user and assistant take turns; results of tools belong to the assistant's. */
const alternates: Rule = ({ messages }) => {
  const turns = spoken(messages)
  const repeated = turns.findIndex(({ role }, at) => role !== 'tool' && turns[at - 1]?.role === role)
  return repeated === -1 ? null : `does not support successive ${turns[repeated]?.role} messages`
}

/** gemini-cli#26486, vscode#299295: a function call comes after a user turn or after results. */
const callsInPlace: Rule = ({ messages }) => {
  const turns = spoken(messages)
  const wrong = turns.some(
    ({ tool_calls: calls = [] }, at) => calls.length > 0 && !['user', 'tool'].includes(turns[at - 1]?.role ?? ''),
  )
  return wrong
    ? 'Please ensure that function call turn comes immediately after a user turn or after a function response turn.'
    : null
}

/** OpenAI, and everybody after it: "'tool_choice' is only allowed when 'tools' are specified". */
const choiceWithTools: Rule = ({ tools, tool_choice: choice }) =>
  choice !== undefined && (tools ?? []).length === 0
    ? "'tool_choice' is only allowed when 'tools' are specified."
    : null

/** avante.nvim#2562, goose#5998, zed#37021. */
const noUserAfterTool: Rule = ({ messages }) =>
  messages.some(({ role }, at) => role === 'user' && messages[at - 1]?.role === 'tool')
    ? "Unexpected role 'user' after role 'tool'"
    : null

/** langchain#24668, opencode#1680. */
const nineCharacterIds: Rule = ({ messages }) => {
  const ids = messages.flatMap(({ tool_calls: calls = [] }) => calls.map(({ id }) => id))
  const wrong = ids.find((id) => !/^[a-zA-Z0-9]{9}$/.test(id))
  return wrong === undefined ? null : `Tool call id was ${wrong} but must be a-z, A-Z, 0-9, with a length of 9.`
}

/** openai-agents#442, avante.nvim#2347, litellm#11696. */
const noStreamOptions: Rule = ({ stream_options: options }) =>
  (options ?? null) === null
    ? null
    : '[{"type":"extra_forbidden","loc":["body","stream_options","include_usage"],"msg":"Extra inputs are not permitted"}]'

/** Gemma 2 and the first Mistral Instruct (localGPT#720, autogen#1037). */
const noSystem: Rule = ({ messages }) =>
  messages.some(({ role }) => isSystem(role)) ? 'System role not supported' : null

/** ai.google.dev/gemini-api/docs/thought-signatures, 5ire#405, envoy ai-gateway#2366: the first call of each reply is signed. */
const signed: Rule = ({ messages }) => {
  const calls = messages.flatMap(({ tool_calls: [first] = [] }) => first ?? [])
  const bare = calls.find(({ extra_content: content }) => !SIGNED.safeParse(content).success)
  return bare === undefined
    ? null
    : `Function call is missing a thought_signature in functionCall parts. Additional data, function call \`default_api:${bare.function.name}\`.`
}
const SIGNED = z.looseObject({ google: z.looseObject({ thought_signature: z.string().min(1) }) })

/** opencode#24722, continue#8989, n8n#25161, deepseek-harness#739: with every call, also where nothing was thought before it. */
const thoughtsWithCalls: Rule = ({ messages }) => {
  const bare = messages.findIndex(
    (message) => message.tool_calls !== undefined && typeof message['reasoning_content'] !== 'string',
  )
  return bare === -1 ? null : `Missing \`reasoning_content\` field in the assistant message at message index ${bare}.`
}

/** opencode#53 and cherry-studio#1099 (Groq), mistral's `extra_forbidden`: fields of messages and calls that the protocol does not have. */
const noForeignFields: Rule = ({ messages }) => {
  const known = new Set([
    'role',
    'content',
    'name',
    'refusal',
    'tool_calls',
    'tool_call_id',
    'id',
    'type',
    'function',
    'arguments',
    // How images are read here.
    'images',
    'emptyParts',
  ])
  const calls = messages.flatMap(({ tool_calls: made = [] }) => made)
  const fields = [...messages, ...calls, ...calls.map((call) => call.function)].flatMap((part) => Object.keys(part))
  const foreign = fields.find((field) => !known.has(field))
  return foreign === undefined ? null : `property '${foreign}' is unsupported: Extra inputs are not permitted`
}

const unsupported = (name: string) => `Unsupported parameter: '${name}' is not supported with this model.`

/** Flowise#5046, smolagents#1671, litellm#15244, docs of reasoning models: o-series and GPT-5. */
const noSampling: Rule = (body) => {
  const name = ['top_p', 'stop', 'parallel_tool_calls'].find((field) => body[field] !== undefined)
  if (name !== undefined) return unsupported(name)
  const { temperature = 1, max_tokens: limit } = body
  if (temperature !== 1)
    return `Unsupported value: 'temperature' does not support ${String(temperature)} with this model. Only the default (1) value is supported.`
  return limit === undefined ? null : `${unsupported('max_tokens')} Use 'max_completion_tokens' instead.`
}

/** gptme#1110, litellm#15097: Claude 4.1 and later. */
const oneOfSampling: Rule = ({ temperature, top_p: topP }) =>
  temperature === undefined || topP === undefined
    ? null
    : '`temperature` and `top_p` cannot both be specified for this model. Please use only one.'

/** hermes-agent#23435, litellm#16265 (reasoning_effort), bifrost#1286 (stop): grok-4. */
const noEffortNorStop: Rule = ({ reasoning_effort: effort, stop }) => {
  if (effort !== undefined) return 'Model grok-4 does not support parameter reasoningEffort.'
  return stop === undefined ? null : 'Argument not supported on this model: stop'
}

/** pi#1745: models of Qwen behind Groq. */
const ownEfforts: Rule = ({ reasoning_effort: effort }) =>
  effort === undefined || effort === 'none' || effort === 'default'
    ? null
    : '`reasoning_effort` must be one of `none` or `default`'

/** Mistral calls it random_seed, and refuses what it does not know (litellm#11696). */
const noSeed: Rule = ({ seed }) =>
  seed === undefined
    ? null
    : '[{"type":"extra_forbidden","loc":["body","seed"],"msg":"Extra inputs are not permitted"}]'
/** DeepSeek's own server (deepcode-cli#50, rikkahub#1433, chatluna#867). */
const textPartsOnly: Rule = ({ messages }) => {
  const at = messages.findIndex(({ images = [] }) => images.length > 0)
  return at === -1
    ? null
    : `Failed to deserialize the JSON body into the target type: messages[${at}]: unknown variant \`image_url\`, expected \`text\` at line 1 column 63279`
}

/** vercel/ai#2837, gptme#896, OpenHands#4643: a model of Groq that reads text alone. */
const stringContent: Rule = ({ messages }) => {
  const at = messages.findIndex(({ images }) => images !== undefined)
  const role = messages[at]?.role
  return at === -1
    ? null
    : `'messages.${at}' : for 'role:${role}' the following must be satisfied[('messages.${at}.content' : value must be a string)]`
}

/** Mistral's documentation of vision: eight images in a request. */
const eightImages: Rule = ({ messages }) =>
  messages.reduce((sum, { images = [] }) => sum + images.length, 0) > 8
    ? 'At most 8 images may be provided in one request.'
    : null

/**
 * vercel/ai#16540 (Groq: "json mode cannot be combined with tool/function calling", and Gemini), python-genai#867; openai-agents-python#3709:
 * vLLM takes it and then lets no call through.
 */
const formatAlone: Rule = ({ response_format: format, tools = [] }) =>
  isJson(format) && tools.length > 0
    ? "Function calling with a response mime type: 'application/json' is unsupported; json mode cannot be combined with tool/function calling"
    : null

/** openai-python#1733, kimi-cli#2036, adk-java#1476: with `strict` every object is closed, and every property of it is required. */
const strictFormat: Rule = ({ response_format: format }) => {
  if (format?.type !== 'json_schema' || format.json_schema.strict !== true) return null
  const fault =
    format.json_schema.schema['type'] === 'object' ? looseObject(format.json_schema.schema) : 'it is no object'
  return fault === null ? null : `Invalid schema for response_format '${format.json_schema.name}': ${fault}`
}

/** stagehand#1204, and OpenAI: JSON mode wants the word in the prompt, so that it is no endless run of blanks. */
const jsonNamed: Rule = ({ response_format: format, messages }) =>
  format?.type === 'json_object' && !messages.some(({ content }) => /json/i.test(content ?? ''))
    ? "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'."
    : null

/** litellm#31466, inspect_ai#4916, llm-exe#662: DeepSeek has JSON mode only. */
const noSchemaFormat: Rule = ({ response_format: format }) =>
  format?.type === 'json_schema' ? 'This response_format type is unavailable now' : null

/** lmstudio-bug-tracker#189, OpenBiliClaw#12: LM Studio has no JSON mode. */
const noObjectFormat: Rule = ({ response_format: format }) =>
  format?.type === 'json_object' ? "'response_format.type' must be 'json_schema' or 'text'" : null

/** CLIProxyAPI#2352, klusterai-cookbook#1: servers that know no formats at all. */
const noFormat: Rule = ({ response_format: format }) =>
  format === undefined ? null : 'Unsupported parameter: response_format'

/** litellm#31466: models that think refuse a tool that must be called. */
const noForcedTool: Rule = ({ tool_choice: choice }) =>
  typeof choice === 'object' && choice !== null ? 'Thinking mode does not support this tool_choice' : null
/** zed#32946, hexstrike-ai#29; sentry-mcp#106 and servers#799 (gpt-4o, gpt-4o-mini). */
const fewTools: Rule = ({ tools = [] }) =>
  tools.length <= 128
    ? null
    : `Invalid 'tools': array too long. Expected an array with maximum length 128, but got an array with length ${tools.length} instead.`
const shortDescriptions: Rule = ({ tools = [] }) => {
  const at = tools.findIndex(({ function: { description = '' } }) => description.length > 1024)
  return at === -1
    ? null
    : `Invalid 'tools[${at}].function.description': string too long. Expected a string with maximum length 1024, but got a string with length ${tools[at]?.function.description?.length} instead.`
}

/** gsd-2#4376, ha-groq-cloud-api#25. */
const fewItems: Rule = ({ tools = [] }) => (tools.length <= 128 ? null : "'tools' : maximum number of items is 128")

/** gemini-cli#19083. */
const fewDeclarations: Rule = ({ tools = [] }) =>
  tools.length <= 512
    ? null
    : 'The GenerateContentRequest proto is invalid: tools[0].function_declarations: [FIELD_INVALID] At most 512 function declarations can be specified.'

const EVERYWHERE = [
  noForeignFields,
  systemFirst,
  notAssistantLast,
  userFirst,
  noNames,
  toolsDeclared,
  alternates,
  callsInPlace,
  choiceWithTools,
  formatAlone,
  strictFormat,
  jsonNamed,
  eightImages,
  plainIds,
  fortyCharacterIds,
  letterNames,
  describedTools,
  noDraft,
  noChoicesAtTop,
  listsWithItems,
  latinKeys,
]

const OPENAI_TOOLS = [fortyCharacterIds, noChoicesAtTop, listsWithItems]
const CLAUDE_TOOLS = [plainIds, noChoicesAtTop, latinKeys]
const GEMINI = [userFirst, callsInPlace, choiceWithTools, formatAlone, fewDeclarations, letterNames, knownKeywords]

const RULES: { readonly [Mode in StrictMode]: readonly Rule[] } = {
  openai: [choiceWithTools, strictFormat, jsonNamed, fewTools, shortDescriptions, ...OPENAI_TOOLS],
  'openai-reasoning': [choiceWithTools, noSampling, strictFormat, jsonNamed, fewTools, ...OPENAI_TOOLS],
  'openai-newest': [choiceWithTools, noEffortBesideTools, strictFormat, jsonNamed, fewTools, ...OPENAI_TOOLS],
  anthropic: [systemFirst, notAssistantLast, userFirst, toolsDeclared, oneOfSampling, ...CLAUDE_TOOLS],
  bedrock: [systemFirst, notAssistantLast, userFirst, toolsDeclared, alternates, describedTools, ...CLAUDE_TOOLS],
  mistral: [
    systemFirst,
    notAssistantLast,
    noUserAfterTool,
    nineCharacterIds,
    noStreamOptions,
    noForeignFields,
    noSeed,
    eightImages,
  ],
  qwen: [systemFirst, userFirst, formatAlone, noObjectFormat],
  gemma: [noSystem, userFirst, alternates, noFormat],
  xai: [noNames, noEffortNorStop, strictFormat],
  groq: [noNames, noForeignFields, ownEfforts, formatAlone, fewItems, stringContent],
  gemini: GEMINI,
  'gemini-3': [...GEMINI, signed],
  deepseek: [alternates, notAssistantLast, noForeignFields, noSchemaFormat, jsonNamed, textPartsOnly],
  'deepseek-thinking': [alternates, notAssistantLast, thoughtsWithCalls, noSchemaFormat, noForcedTool, textPartsOnly],
  moonshot: [letterNames, noDraft, knownKeywords, userFirst],
  toolless: [noClosedTools],
  all: EVERYWHERE,
}

/** What a server of that mode says about a request; none: it takes it. */
export function refusals(body: WireBody, mode: StrictMode): string[] {
  return RULES[mode].flatMap((rule) => rule(body) ?? [])
}

function isJson(format: WireBody['response_format']): boolean {
  return format !== undefined && format.type !== 'text'
}

/** Where a schema has an object that is open, or a property that is not required; null: nowhere. */
function looseObject(schema: unknown, place = '()'): string | null {
  if (typeof schema !== 'object' || schema === null) return null
  const { properties, required, additionalProperties, ...others } = { ...schema } as { [key: string]: unknown }
  const names = typeof properties === 'object' && properties !== null ? Object.keys(properties) : []
  if (names.length > 0 && additionalProperties !== false)
    return `In context=${place}, 'additionalProperties' is required to be supplied and to be false.`
  if (names.some((name) => !Array.isArray(required) || !required.includes(name)))
    return `In context=${place}, 'required' is required to be supplied and to be an array including every key in properties.`
  const inner = [...Object.entries(properties ?? {}), ...Object.entries(others)]
  return inner.map(([key, one]) => looseObject(one, `('${key}')`)).find((fault) => fault !== null) ?? null
}

function spoken(messages: readonly WireMessage[]): WireMessage[] {
  return messages.filter(({ role }) => !isSystem(role))
}

function isSystem(role: string): boolean {
  return role === 'system' || role === 'developer'
}
