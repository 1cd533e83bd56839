/**
 * Reads the tool calls of models as they are really written: names in another case or with a prefix, arguments in a code fence or
 * encoded twice, calls written into the text because the server has no parser for them. Only what is lossless is mended.
 */
import { z } from 'zod'
import type { JsonObject } from '../../flow/records'
import { findByName } from '../../match'

/** What models put before a name: `functions.get_time`, `default_api.get_time` (Gemini), `functions.get_time:0` (Kimi). */
const PREFIX = /^(?:functions?|tools?|default_api|api)(?:\.|::|[:/])/i
const COUNT = /:\d{1,3}$/

/** The name on offer that a called name means: exactly, then ignoring case, then without prefixes; null where none is meant (shared rule 6.8). */
export function offeredName(called: string, names: readonly string[]): string | null {
  const text = called.trim()
  const bare = text.replace(PREFIX, '')
  return findByName(names, text) ?? findByName(names, bare) ?? findByName(names, bare.replace(COUNT, ''))
}

const argumentsSchema = z.record(z.string(), z.json())
const FENCE = /^```[a-z]*\s*\n?([^]*?)\n?```$/i

/** JSON within a JSON text within a JSON text; models do not go further. */
const MOST_ENCODED = 3

/**
 * The arguments of a call as a JSON object; null where the text is none. Nothing, `null`, an empty list, a code fence, JSON within a
 * JSON text and commas before a closing bracket are taken for what they mean.
 */
export function readCallArguments(text: string): JsonObject | null {
  let written = text
  for (let times = 0; times < MOST_ENCODED; times += 1) {
    const trimmed = written.trim()
    if (trimmed === '' || trimmed === 'null') return {}
    const fenced = FENCE.exec(trimmed)?.[1]?.trim() ?? trimmed
    const value = parse(fenced) ?? parse(withoutTrailingCommas(fenced))
    // Where objects and lists are one thing, no arguments are an empty list.
    if (Array.isArray(value) && value.length === 0) return {}
    if (typeof value !== 'string') {
      const parsed = argumentsSchema.safeParse(value)
      return parsed.success ? parsed.data : null
    }
    written = value
  }
  return null
}

/** The arguments of a call as they go into the log: mended where that is needed and lossless, else as they were written. */
export function mendedArguments(text: string): string {
  if (text.trim() === '' || isObjectText(text)) return text
  const read = readCallArguments(text)
  return read === null ? text : JSON.stringify(read)
}

/** Whether a text is a JSON object as it stands. */
export function isObjectText(text: string): boolean {
  const value = parse(text)
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The text without commas right before a closing bracket, those within JSON texts aside. */
function withoutTrailingCommas(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])/g, (match) => (match === ',' ? '' : match))
}

/** Marks of calls that a server with a parser would have taken out of the text. */
const CALL_MARKS =
  /<\|?tool_calls?(?:_begin)?\|?>|<function(?:_call)?[=>]|\[TOOL_(?:CALLS|REQUEST)\]|<\|python_tag\|>|<｜tool[▁_]calls?[▁_]begin｜>/i
const NAME_IN_CALL = /"name"\s*:\s*"([^"]{1,80})"|<function=([\w.-]{1,80})|\[TOOL_CALLS\]\s*([\w.-]{1,80})\s*[[{(]/i

/** The tool that a reply calls in its text instead of calling it; null for a reply that is none. `names`: the tools on offer. */
export function writtenCall(text: string, names: readonly string[]): string | null {
  if (names.length === 0) return null
  const trimmed = text.trim()
  if (CALL_MARKS.test(trimmed)) {
    const found = NAME_IN_CALL.exec(trimmed)
    const called = found?.[1] ?? found?.[2] ?? found?.[3] ?? ''
    return offeredName(called, names) ?? (called === '' ? (names[0] ?? null) : called)
  }
  return callAsJson(trimmed, names) ?? callAsCode(trimmed, names)
}

function callAsJson(text: string, names: readonly string[]): string | null {
  const json = (FENCE.exec(text)?.[1] ?? text).trimStart()
  // Most replies are words, and a parse that fails costs more than all else that is done with one.
  const value = json.startsWith('{') ? argumentsSchema.safeParse(parse(json)).data : undefined
  const name = value?.['name'] ?? value?.['tool'] ?? value?.['function']
  const hasArguments = value !== undefined && ['arguments', 'parameters', 'args', 'input'].some((key) => key in value)
  return typeof name === 'string' && hasArguments ? offeredName(name, names) : null
}

/** `get_time()` and nothing else. */
function callAsCode(text: string, names: readonly string[]): string | null {
  const match = /^`{0,3}\s*([\w.:-]{1,80})\([^]*\)\s*`{0,3}$/.exec(text)
  return match?.[1] === undefined ? null : offeredName(match[1], names)
}
