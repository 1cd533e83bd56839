/** Stored events of older builds, which kept some facts in sentences, as today's build tells them. What is of today is left as it is. */
import { isJsonObject } from '../../flow/json'
import type { Json, JsonObject } from '../../flow/records'
import { MOVE_CAUSES } from './facts'
import { isQuestionKind } from './questions'
import { warningSchema } from './warnings'

/** An event as it was stored, with its facts in fields of their own. */
export function fromOlderBuild(event: JsonObject): JsonObject {
  switch (event['type']) {
    case 'entry':
      return { ...event, entry: withCause(event['entry']) }
    case 'decision':
      return { ...event, decision: withGrounds(event['decision']) }
    case 'plan.step':
      return withNotes(event)
    case 'run.finished':
      return withLimit(event)
    case 'warning':
      return withFacts(event)
    case 'question':
      return { ...event, question: withKnownKind(event['question']) }
    case 'answer':
      return { ...event, answer: withKnownKind(withKind(event['answer'])) }
    default:
      return event
  }
}

const BY_CODE = 'its code says so'

/** A task graph wrote a code word as its reason where no intent led on, and after-work code a sentence. */
function withCause(entry: Json | undefined): Json {
  if (!isJsonObject(entry)) return null
  const { by, reason } = entry
  const word = MOVE_CAUSES.find((one) => one === reason && one !== 'code')
  const cause = by === 'intent' ? word : by === 'after-work' && reason === BY_CODE ? 'code' : undefined
  return cause === undefined ? entry : { ...entry, reason: '', cause }
}

/** What decided and what was chosen were texts. */
function withGrounds(told: Json | undefined): Json {
  const decision = withTaken(withCandidates(told))
  if (!isJsonObject(decision)) return decision
  const { rule, choice } = decision
  return {
    ...decision,
    ...(typeof rule === 'string' ? { rule: { by: 'other', text: rule } } : {}),
    ...(typeof choice === 'string' ? { choice: { is: 'other', text: choice } } : {}),
  }
}

const UNAVAILABLE = 'not available: '

/** Why a candidate could not be chosen stood in its note. */
function withCandidates(decision: Json | undefined): Json {
  if (!isJsonObject(decision) || !Array.isArray(decision['candidates'])) return decision ?? null
  const candidates = decision['candidates'].map((candidate: Json): Json => {
    if (!isJsonObject(candidate)) return candidate
    const { note, ...rest } = candidate
    if (typeof note !== 'string' || !note.startsWith(UNAVAILABLE)) return candidate
    const when = note.slice(UNAVAILABLE.length)
    return { ...rest, unavailable: { when: when === BY_CODE ? null : when } }
  })
  return { ...decision, candidates }
}

/** Whom a model could hand over to stood there as the tools for it, beside the name of the node that one of them led to: the one that was called. */
function withTaken(decision: Json): Json {
  if (!isJsonObject(decision)) return decision
  const { about, candidates, choice, answer } = decision
  const isMove = about === 'handoff' || about === 'dialog'
  if (!isMove || !Array.isArray(candidates) || typeof answer !== 'string') return decision
  const taken = isJsonObject(choice) && Array.isArray(choice['names']) ? choice['names'].at(0) : choice
  const told = candidates.map((candidate: Json): Json => {
    if (!isJsonObject(candidate) || 'node' in candidate || 'tool' in candidate) return candidate
    const { name } = candidate
    const isTaken = typeof name === 'string' && typeof taken === 'string' && answer.startsWith(`${name}(`)
    return isTaken ? { ...candidate, name: taken, tool: name } : candidate
  })
  return { ...decision, candidates: told }
}

/** What was noted of a step of a plan was one text. */
function withNotes({ note, ...event }: JsonObject): JsonObject {
  return typeof note === 'string' ? { ...event, notes: [{ note: 'other', text: note }] } : event
}

/** A limit was its name, with its words in `message`. */
function withLimit({ message, ...event }: JsonObject): JsonObject {
  const { limit } = event
  if (typeof limit !== 'string' && typeof message !== 'string') return event
  return { ...event, limit: { limit: 'other', was: textOf(limit), message: textOf(message) } }
}

/** A warning had its words where it has its facts now. */
function withFacts(event: JsonObject): JsonObject {
  const { code, message, facts, ...rest } = event
  if (typeof code === 'string' && CODES.has(code) && isJsonObject(facts)) return event
  return { ...rest, code: 'other', facts: { was: textOf(code), message: textOf(message) || textOf(code) } }
}

/** The first kind of question was the only one, so its answers did not name it. */
function withKind(answer: Json | undefined): Json | undefined {
  return isJsonObject(answer) ? { kind: 'approve-plan', ...answer } : answer
}

/** A question, or an answer to one. */
function withKnownKind(said: Json | undefined): Json {
  if (!isJsonObject(said)) return said ?? null
  const { kind, problem } = said
  if (typeof kind === 'string' && isQuestionKind(kind)) return said
  return { kind: 'other', was: textOf(kind), problem: typeof problem === 'string' ? problem : null }
}

const CODES: ReadonlySet<string> = new Set(warningSchema.options.map(({ shape }) => shape.code.value))

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : ''
}
