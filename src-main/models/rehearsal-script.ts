/** The flow's own script for rehearsals: which rule answers a request, if any. Its patterns are tried in a thread of their own. */
import { AppError } from '../../src-shared/errors'
import type { PatternTest } from './pattern-messages'
import type { Patterns } from './patterns'
import type { RehearsedPrompt } from './rehearsal-prompt'
import { message as sentence, type Message } from '../../src-shared/languages/translate'

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

const LONGEST_TEXT = 4000

/** Finds the first rule whose every condition holds; null where the script is silent. Throws on a pattern that is none, and when stopped. */
export type FindRule = (prompt: RehearsedPrompt, signal: AbortSignal) => Promise<RehearsalRule | null>

/** A rule whose conditions hold, but for these patterns. */
type Candidate = { rule: RehearsalRule; at: number; patterns: readonly Pattern[] }
type Pattern = PatternTest & { key: Key }
type Key = 'user' | 'last'

/** Reads the script once; a faulty pattern speaks up when its rule is first looked at. */
export function createScript(rules: readonly RehearsalRule[], patterns: Patterns): FindRule {
  return async (prompt, signal) => {
    const candidates = candidatesOf(rules, prompt)
    const [first] = candidates
    if (first === undefined || first.patterns.length === 0) return first?.rule ?? null
    const { list, fault } = await patterns.first(
      candidates.map((candidate) => candidate.patterns.map(({ source, flags, text }) => ({ source, flags, text }))),
      signal,
    )
    const found = list === null ? undefined : candidates[list]
    const pattern = fault === undefined ? undefined : found?.patterns[fault.test]
    if (found !== undefined && fault !== undefined && pattern !== undefined)
      throw faulty(found.at, pattern, fault.words)
    return found?.rule ?? null
  }
}

/** The rules that may answer, up to the first that does without a pattern. */
function candidatesOf(rules: readonly RehearsalRule[], prompt: RehearsedPrompt): readonly Candidate[] {
  const candidates: Candidate[] = []
  for (const [at, rule] of rules.entries()) {
    const patterns = openConditions(rule, prompt)
    if (patterns === null) continue
    candidates.push({ rule, at, patterns })
    if (patterns.length === 0) break
  }
  return candidates
}

/** The patterns of a rule whose other conditions hold; null when one does not. */
function openConditions(rule: RehearsalRule, prompt: RehearsedPrompt): readonly Pattern[] | null {
  const { speaker, user, last, offered, nth } = rule.when ?? {}
  if (speaker !== undefined && speaker.toLowerCase() !== prompt.speaker.toLowerCase()) return null
  if (nth !== undefined && nth !== prompt.nth) return null
  if (offered !== undefined && !offered.every((name) => prompt.offered.has(name))) return null
  if (user !== undefined && prompt.user === null) return null
  const patterns: Pattern[] = []
  for (const [key, wanted, whole] of [
    ['user', user, prompt.user ?? ''],
    ['last', last, prompt.last],
  ] as const) {
    if (wanted === undefined) continue
    const text = whole.slice(0, LONGEST_TEXT)
    const parts = /^\/(.+)\/([a-z]*)$/s.exec(wanted)
    if (parts !== null)
      patterns.push({ key, source: parts[1] ?? '', flags: (parts[2] ?? '').replace(/[gy]/g, ''), text })
    else if (!text.toLowerCase().includes(wanted.toLowerCase())) return null
  }
  return patterns
}

function faulty(at: number, { key, source }: Pattern, fault: Message): AppError {
  const shown = source.length > 60 ? `${source.slice(0, 60)}…` : source
  const message = sentence(
    'Rehearsal rule {number}: the pattern in "{field}" {fault}: {pattern}. Correct it in the flow\'s rehearsal script.',
    { number: at + 1, field: key, fault, pattern: shown },
  )
  return new AppError('expression', message, { rule: at, field: `when.${key}` })
}
