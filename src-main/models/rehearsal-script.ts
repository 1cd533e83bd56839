/** The flow's own script for rehearsals: which rule answers a request, if any. Patterns come from files of strangers and are run on a leash. */
import { createContext, Script, type Context } from 'node:vm'
import { AppError } from '../../src-shared/errors'
import type { Prompt } from './rehearsal-prompt'

export type RehearsalCall = { tool: string; arguments?: Readonly<Record<string, unknown>> | undefined }

/** One RULE of a flow's `settings.rehearsal`. Every condition that is given must hold; a rule without any always answers. */
export type RehearsalRule = {
  when?:
    | {
        /** A node's name, case ignored. */
        speaker?: string | undefined
        /** `/regex/flags`, or a text to look for, case ignored: in the last user message. */
        user?: string | undefined
        /** The same, in the last message that is not a system message. */
        last?: string | undefined
        /** Tools that must all be on offer. */
        offered?: readonly string[] | undefined
        /** Which of this speaker's calls in the turn, from 1. */
        nth?: number | undefined
      }
    | undefined
  text?: string | undefined
  call?: RehearsalCall | undefined
  calls?: readonly RehearsalCall[] | undefined
  /** Wait before answering. */
  delayMs?: number | undefined
}

const LONGEST_PATTERN = 500
const LONGEST_TEXT = 4000
const PATTERN_MS = 250

type Test = (text: string) => boolean

/** Finds the first rule whose every condition holds; null where the script is silent. Throws on a pattern that is none. */
export type FindRule = (prompt: Prompt) => RehearsalRule | null

/** Reads the script once; a faulty pattern speaks up when its rule is first looked at. */
export function createScript(rules: readonly RehearsalRule[]): FindRule {
  const tests = new Map<string, Test>()
  const leash = createLeash()
  const matches = (pattern: string, text: string, place: Place): boolean => {
    const known = tests.get(pattern) ?? toTest(pattern, place, leash)
    tests.set(pattern, known)
    try {
      return known(text.slice(0, LONGEST_TEXT))
    } catch {
      throw faulty(place, pattern, `took longer than ${PATTERN_MS} ms`)
    }
  }
  return (prompt) =>
    rules.find((rule, at) => holds(rule, prompt, (key, text) => matches(rule.when?.[key] ?? '', text, { at, key }))) ??
    null
}

type Place = { at: number; key: 'user' | 'last' }

function holds(rule: RehearsalRule, prompt: Prompt, test: (key: Place['key'], text: string) => boolean): boolean {
  const { speaker, user, last, offered, nth } = rule.when ?? {}
  if (speaker !== undefined && speaker.toLowerCase() !== prompt.speaker.toLowerCase()) return false
  if (nth !== undefined && nth !== prompt.nth) return false
  if (offered !== undefined && !offered.every((name) => prompt.offered.has(name))) return false
  if (user !== undefined && (prompt.user === null || !test('user', prompt.user))) return false
  return last === undefined || test('last', prompt.last)
}

function toTest(pattern: string, place: Place, leash: Leash): Test {
  const parts = /^\/(.+)\/([a-z]*)$/s.exec(pattern)
  if (parts === null) {
    const wanted = pattern.toLowerCase()
    return (text) => text.toLowerCase().includes(wanted)
  }
  const [, source = '', flags = ''] = parts
  if (source.length > LONGEST_PATTERN) throw faulty(place, source, `is longer than ${LONGEST_PATTERN} characters`)
  const regex = toRegex(source, flags.replace(/[gy]/g, ''), place)
  const quantifiers = source.match(/[*+?{]/g)?.length ?? 0
  return quantifiers < 2 ? (text) => regex.test(text) : (text) => leash(regex, text)
}

function toRegex(source: string, flags: string, place: Place): RegExp {
  try {
    return new RegExp(source, flags)
  } catch (cause) {
    throw faulty(
      place,
      source,
      `is not a regular expression (${cause instanceof Error ? cause.message : String(cause)})`,
    )
  }
}

function faulty({ at, key }: Place, pattern: string, fault: string): AppError {
  const shown = pattern.length > 60 ? `${pattern.slice(0, 60)}…` : pattern
  const message = `Rehearsal rule ${at + 1}: the pattern in "${key}" ${fault}: ${shown}. Correct it in the flow's rehearsal script.`
  return new AppError('expression', message, { rule: at, field: `when.${key}` })
}

type Leash = (regex: RegExp, text: string) => boolean

/** Runs a pattern that could take for ever in a way that can be interrupted; throws when it was. */
function createLeash(): Leash {
  let context: Context | undefined
  const script = new Script('regex.test(text)')
  return (regex, text) => {
    context ??= createContext({})
    Object.assign(context, { regex, text })
    return script.runInContext(context, { timeout: PATTERN_MS }) === true
  }
}
