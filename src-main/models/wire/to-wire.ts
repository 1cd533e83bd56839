/**
 * The one way from a prompt to what a server is sent: a form that every server accepts. One system message first; then user and
 * assistant in turn, a user first and never an assistant last; calls with their results behind them, and tools declared for them.
 */
import { isObjectText } from '../../../src-shared/agents/answers/model-calls'
import { builtInText } from '../../../src-shared/agents/prompts'
import { resultNote } from '../../../src-shared/agents/prompts/result-notes'
import { isJsonObject } from '../../../src-shared/flow/json'
import type { Json, JsonObject } from '../../../src-shared/flow/records'
import type { GivenBack } from '../../../src-shared/run/log/log'
import type { MessageSource } from '../../../src-shared/run/log/requests'
import type { ToolsLeft, ModelTool, AnswerForm } from '../contract/model'
import type { AnsweredCall, Prompt, Speaker } from '../contract/prompt'
import { askedAnswer, type ResponseFormat } from './answer-form'
import { besideCall, besideReply, type Receiver } from './given-back'
import { sentId } from './call-ids'
import type { Dialect } from './dialects'
import type { Picture } from '../../../src-shared/run/log/pictures'
import { picturesIn, picturesToShow, type ShownPicture } from './shown-pictures'
import { withoutCalls } from './calls-in-words'
import { limitedTools } from './tool-limits'
import { NO_KEYS, sentName, withSentKeys, withSentNames, wireTools, type ToolKeys } from './tool-keys'
import type { WireTool } from './wire-tool'

/** With what its server put beside it. */
export type WireCall = {
  readonly [beside: string]: Json
  id: string
  type: 'function'
  function: { readonly [beside: string]: Json; name: string; arguments: string }
}

/** A part of a user message with pictures; their bytes are filled in where the request is written. */
export type WirePart = { type: 'text'; text: string } | { type: 'picture'; picture: Picture }

type WireFields =
  | { role: 'system'; content: string }
  /** `content` is all its text, `parts` the message where it has pictures: no server takes these from anybody but the user. */
  | { role: 'user'; content: string; parts?: readonly WirePart[] }
  /** `beside`: fields of the message that its server wants back. */
  | { role: 'assistant'; content: string; calls: readonly WireCall[]; beside: JsonObject }
  | { role: 'tool'; content: string; callId: string }

declare const MADE_HERE: unique symbol
/** A message as it is sent. Only `toWire` makes them. */
export type WireMessage = WireFields & { readonly [MADE_HERE]: true }

/**
 * What a server is sent; `choice`: `none` where tools are declared for the calls of the history and none may be called, the name of the
 * one that must be called, null where the model chooses. `answerTool`: the one that takes the answer, where that is asked for so. `left`: what
 * the server's limits left out.
 */
export type WirePrompt = {
  messages: readonly WireMessage[]
  tools: readonly WireTool[]
  choice: { type: 'function'; function: { name: string } } | 'none' | null
  answerTool: string | null
  format: ResponseFormat | null
  left: ToolsLeft
  keys: ToolKeys
  /** For each message, what it was made of. */
  sources: readonly (readonly MessageSource[])[]
}

/**
 * `toolsClosed`: no tool may be called in this reply, though some may have been called before. `receiver`: who gets the request, and what it once put
 * beside replies and calls; without it all of that is left out. `answer`: the reply is JSON.
 */
export type WireInput = {
  prompt: Prompt
  tools: readonly ModelTool[]
  toolsClosed?: boolean | undefined
  receiver?: Receiver | undefined
  answer?: AnswerForm | undefined
  /** The name of the tool that is to be called, if it is one. */
  wanted?: string | undefined
}

type UserTurn = {
  role: 'user'
  parts: ShownPicture[]
  sources: MessageSource[]
  /** The last part is another participant's. */ endsWithOther: boolean
}
type AssistantTurn = {
  role: 'assistant'
  text: string
  calls: readonly AnsweredCall[]
  extra: GivenBack | undefined
  source: MessageSource
}
type Turn = UserTurn | AssistantTurn

/** The same prompt gives the same bytes, and a longer conversation the same beginning, so that servers can cache it. */
export function toWire(input: WireInput, dialect: Dialect): WirePrompt {
  const { prompt, toolsClosed = false, receiver, answer } = input
  const tools = withSentNames(input.tools)
  const wanted = input.wanted === undefined ? undefined : sentName(input.wanted)
  // Where calls are to be made, there is no other way to tell of earlier ones.
  const isInWords = dialect.pastCalls === 'in-words' && toolsClosed
  const told = isInWords ? { ...prompt, history: withoutCalls(prompt) } : prompt
  const turns = turnsOf(told, picturesToShow(told, dialect))
  addLast(turns, prompt)
  const { declared, left, keys } = declaredTools(turns, { tools, toolsClosed, prompt, wanted, answer, dialect })
  const names = declared.map(({ function: { name } }) => name)
  const asked = askedAnswer(answer, { language: prompt.language, declared: names }, dialect)
  const system = [...prompt.system, asked.words].map((text) => text.trim()).filter((text) => text !== '')
  const messages: WireMessage[] = []
  const sources: (readonly MessageSource[])[] = []
  const add: AddMessage = (message, from) => {
    messages.push(message)
    sources.push(from)
  }
  if (system.length > 0 && dialect.system === 'first')
    add(made({ role: 'system', content: system.join('\n\n') }), [INSTRUCTIONS])
  const first = turns[0]
  if (dialect.system === 'in-user' && first?.role === 'user' && system.length > 0) {
    first.parts.unshift(...system.map(instruction))
    first.sources.unshift(INSTRUCTIONS)
  }
  const form: Form = { language: prompt.language, dialect, receiver, keys, count: { calls: 0 } }
  let isAfterTool = false
  for (const turn of turns) {
    if (isAfterTool && turn.role === 'user' && dialect.afterTools === 'assistant') add(bridge(dialect), [FORM])
    if (turn.role === 'user') add(userMessage(turn.parts), turn.sources)
    else addReply(turn, form, add)
    isAfterTool = turn.role === 'assistant' && turn.calls.length > 0
  }
  if (asked.tool === null) {
    const choice = toolsClosed && declared.length > 0 ? 'none' : null
    return { messages, tools: declared, choice, answerTool: null, format: asked.format, left, keys, sources }
  }
  const { name } = asked.tool
  const answering = wireTools([asked.tool], dialect)
  const isOnly = toolsClosed || tools.length === 0
  return {
    messages,
    tools: [...declared, ...answering.declared],
    choice: isOnly ? { type: 'function', function: { name } } : null,
    answerTool: name,
    format: null,
    left,
    keys: new Map([...keys, ...answering.keys]),
    sources,
  }
}

type AddMessage = (message: WireMessage, from: readonly MessageSource[]) => void

const INSTRUCTIONS: MessageSource = { why: 'instructions' }
const REQUEST: MessageSource = { why: 'request' }
const FORM: MessageSource = { why: 'form' }

function made(fields: WireFields): WireMessage {
  return fields as WireMessage
}

/** Stands where a server wants the assistant to speak between a result and the user. */
function bridge(dialect: Dialect): WireMessage {
  return made({ role: 'assistant', content: '…', calls: [], beside: besideReply(undefined, { dialect }) })
}

/** The conversation as turns: a user is first, what a user hears at once is one turn, and between two own replies stands what led to the second. */
function turnsOf({ history, language }: Prompt, show: (picture: Picture) => ShownPicture): Turn[] {
  const turns: Turn[] = []
  const shown: PictureContext = { show, language }
  for (const message of history) {
    const extra = message.kind === 'calls' ? message.extra : undefined
    const { calls, results } = message.kind === 'calls' ? withoutPictures(message.calls, shown) : NO_CALLS
    const source = message.source ?? (message.kind === 'note' ? INSTRUCTIONS : { why: 'conversation' })
    if (message.kind === 'note') hear(turns, instruction(message.text), source)
    else if (message.by === 'self')
      speak(turns, { role: 'assistant', text: message.text, calls, extra, source }, language)
    else {
      const isSilent = calls.length > 0 && message.text.trim() === ''
      hearFrom(turns, message.by, isSilent ? wordsOfCalls(calls, language) : message.text, source)
      if (message.kind === 'said')
        for (const picture of picturesIn(message)) hear(turns, shownWords(show(picture)), source)
      if (calls.length > 0) speak(turns, { role: 'assistant', text: '', calls, extra, source }, language)
    }
    for (const part of results) hear(turns, part, source)
  }
  if (turns[0]?.role !== 'user') turns.unshift(flowTurn(FORM, builtInText(language, 'conversationBegins')))
  return turns
}

/** What stands for a reply of somebody else that was calls alone. */
function wordsOfCalls(calls: readonly AnsweredCall[], language: Prompt['language']): string {
  return builtInText(language, 'silentCalls', { names: calls.map(({ name }) => name).join(', ') })
}

type PictureContext = { show: (picture: Picture) => ShownPicture; language: Prompt['language'] }

const NO_CALLS: { calls: readonly AnsweredCall[]; results: readonly ShownPicture[] } = { calls: [], results: [] }

/**
 * Calls whose results are text alone, and what a user says after them in their place: every server takes pictures of users only
 * (OpenHands#7700, vllm#43203). What is not shown is a line of the result.
 */
function withoutPictures(
  given: readonly AnsweredCall[],
  { show, language }: PictureContext,
): { calls: readonly AnsweredCall[]; results: readonly ShownPicture[] } {
  const results: ShownPicture[] = []
  const calls = given.map(({ pictures = [], ...call }): AnsweredCall => {
    const shown = pictures.map(show)
    const notes = shown.filter((one) => typeof one === 'string')
    if (notes.length < shown.length) {
      results.push(instruction(builtInText(language, 'picturesOf', { name: sentName(call.name) })))
      results.push(...shown.filter((one) => typeof one !== 'string'))
    }
    return notes.length === 0 ? call : { ...call, result: [call.result, ...notes].join('\n') }
  })
  return { calls, results }
}

function shownWords(shown: ShownPicture): ShownPicture {
  return typeof shown === 'string' ? unmarked(shown) : shown
}

function flowTurn(source: MessageSource, ...texts: string[]): UserTurn {
  return { role: 'user', parts: texts.map(instruction), sources: [source], endsWithOther: false }
}

/** The user's words are plain, and named only where they would read as the end of somebody else's. */
function hearFrom(turns: Turn[], by: Exclude<Speaker, 'self'>, text: string, source: MessageSource): void {
  if (text.trim() === '') return
  const said = unmarked(text)
  const last = turns.at(-1)
  if (by !== 'user') hear(turns, `${by.name.replace(/\s+/g, ' ')}: ${said}`, source, true)
  else hear(turns, last?.role === 'user' && last.endsWithOther ? `User: ${said}` : said, source)
}

function hear(turns: Turn[], part: ShownPicture, source: MessageSource, isOther = false): void {
  const last = turns.at(-1)
  if (last?.role !== 'user') turns.push({ role: 'user', parts: [part], sources: [source], endsWithOther: isOther })
  else {
    last.parts.push(part)
    if (last.sources.at(-1) !== source) last.sources.push(source)
    last.endsWithOther = isOther
  }
}

function speak(turns: Turn[], turn: AssistantTurn, language: Prompt['language']): void {
  if (turn.text.trim() === '' && turn.calls.length === 0) return
  const last = turns.at(-1)
  if (last?.role === 'assistant' && last.calls.length === 0)
    turns.push(flowTurn(FORM, builtInText(language, 'yourTurn')))
  turns.push(turn)
}

/** What the flow wants after the conversation goes into the last user turn; behind results, that is the one before the calls. */
function addLast(turns: Turn[], { after, language }: Prompt): void {
  const texts = after.filter((text) => text.trim() !== '')
  const last = turns.at(-1)
  if (last?.role === 'assistant' && last.calls.length === 0)
    turns.push(texts.length === 0 ? flowTurn(FORM, builtInText(language, 'yourTurn')) : flowTurn(REQUEST, ...texts))
  else {
    const heard = turns.findLast((turn) => turn.role === 'user')
    heard?.parts.push(...texts.map(instruction))
    if (texts.length > 0) heard?.sources.push(REQUEST)
  }
}

const MARK = 'system-instruction'

/** Words of the flow within a user's turn. */
function instruction(text: string): string {
  return `<${MARK}>\n${text.trim()}\n</${MARK}>`
}

/** What people, participants and tools say cannot pass for words of the flow. */
function unmarked(text: string): string {
  return text.includes('<') && text.toLowerCase().includes(MARK)
    ? text.replace(/<(?=\s*\/?\s*system-instruction)/gi, '‹')
    : text
}

/** `count`: how many calls were written so far. */
type Form = {
  language: Prompt['language']
  dialect: Dialect
  receiver: Receiver | undefined
  keys: ToolKeys
  count: { calls: number }
}

const NO_WIRE_CALLS: readonly WireCall[] = []

/** A reply, and the results of what it called. */
function addReply({ text, calls: called, extra, source }: AssistantTurn, form: Form, add: AddMessage): void {
  const from = [source]
  const beside = besideReply(extra, form)
  if (called.length === 0) return add(made({ role: 'assistant', content: text, calls: NO_WIRE_CALLS, beside }), from)
  const { callIds } = form.dialect
  const calls = called.map((call, index) => {
    const name = sentName(call.name)
    const id = sentId(call.id, { form: callIds, name, number: form.count.calls })
    form.count.calls += 1
    return { call, index, id }
  })
  add(made({ role: 'assistant', content: text, calls: calls.map((one) => wireCall(one, form)), beside }), from)
  for (const { call, id } of calls) {
    const content = call.result.trim() === '' ? resultNote(form.language, 'nothing') : unmarked(call.result)
    add(made({ role: 'tool', content, callId: id }), from)
  }
}

/** Texts that follow each other are one; without pictures the message is a plain text, which is all that some servers take. */
function userMessage(shown: readonly ShownPicture[]): WireMessage {
  const [only] = shown
  if (typeof only === 'string' && shown.length === 1) return made({ role: 'user', content: only })
  const content = shown.filter((one) => typeof one === 'string').join('\n\n')
  if (shown.every((one) => typeof one === 'string')) return made({ role: 'user', content })
  const parts: WirePart[] = []
  for (const one of shown) {
    const last = parts.at(-1)
    if (typeof one !== 'string') parts.push({ type: 'picture', picture: one })
    else if (last?.type === 'text') last.text += `\n\n${one}`
    else parts.push({ type: 'text', text: one })
  }
  return made({ role: 'user', content, parts })
}

type PlacedCall = { call: AnsweredCall; index: number; id: string }

function wireCall({ call, index, id }: PlacedCall, form: Form): WireCall {
  const { function: within, ...beside } = besideCall(call.extra, { ...form, isFirst: index === 0 })
  const name = sentName(call.name)
  const named = { name, arguments: withSentKeys(safeArguments(call.arguments), form.keys.get(name)) }
  return { ...beside, id, type: 'function', function: { ...(isJsonObject(within) ? within : {}), ...named } }
}

/** Several servers parse the arguments of past calls and refuse the whole request where a model once wrote something else. */
function safeArguments(text: string): string {
  if (text.trim() === '') return '{}'
  return isObjectText(text) ? text : JSON.stringify({ malformed: text })
}

type ToolDeclarationInput = Pick<WireInput, 'tools' | 'prompt' | 'wanted' | 'answer'> & {
  toolsClosed: boolean
  dialect: Dialect
}
type DeclaredTools = { declared: WireTool[]; left: ToolsLeft; keys: ToolKeys }

const NOTHING_LEFT: ToolsLeft = { tools: [], descriptions: [] }

/** What is on offer, and for each call of the history that is on offer no more a tool of that name. */
function declaredTools(turns: readonly Turn[], declaring: ToolDeclarationInput): DeclaredTools {
  const { tools, toolsClosed, prompt, wanted, answer, dialect } = declaring
  const called = new Set<string>()
  for (const turn of turns) if (turn.role === 'assistant') for (const { name } of turn.calls) called.add(sentName(name))
  if (toolsClosed && called.size === 0) return { declared: [], left: NOTHING_LEFT, keys: NO_KEYS }
  const offered = new Set(tools.map(({ name }) => name))
  const gone = [...called].filter((name) => !offered.has(name))
  const needed = new Set([...called, ...(wanted === undefined ? [] : [wanted])])
  // An answer may be asked for by a tool too.
  const others = gone.length + (answer === undefined ? 0 : 1)
  const { kept, ...left } = limitedTools(tools, { ...dialect, needed, others })
  const description = gone.length === 0 ? '' : builtInText(prompt.language, 'toolGone')
  const all = [...kept, ...gone.map((name) => ({ name, description, parameters: {} }))]
  const { declared, keys } = wireTools(all, dialect)
  return { declared, left: toolsClosed ? NOTHING_LEFT : left, keys }
}
