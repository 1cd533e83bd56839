/** A row of the trace in words: what happened, why, and what came of it. */
import type { Decision, FallbackReason } from '../../src-shared/run/events'
import type { ThreadView, TraceRow, TraceStep } from '../../src-shared/run/fold-view'
import type { MoveReason } from '../../src-shared/run/log'
import type { RowPart } from './trace-tree'
import { becauseWords, durationWords, oneLine, pairWords, progressWords } from './words'

export type NameOf = (nodeId: string) => string
export type TraceWords = { what: string; text: string }

/** Every row of a thread, oldest first. `earlier` is kept by its caller: it changes only when a turn begins. */
export function earlierRows(earlier: ThreadView['earlier']): TraceRow[] {
  return earlier.flatMap((turn) => turn.trace)
}

/** What the columns "What" and "Why, and what came of it" say. `part`: what the row is to a nested chat. */
export function traceWords({ step, state }: TraceRow, nameOf: NameOf, part: RowPart | null = null): TraceWords {
  if (step.what === 'model' && part !== null) return partWords(step.text, part)
  switch (step.what) {
    case 'user':
      return { what: 'message', text: quoted(step.text) }
    case 'model':
      return modelWords(step, state)
    case 'decision':
      return { what: ABOUT.get(step.decision.about) ?? 'decision', text: decisionWords(step.decision) }
    case 'tool':
      return {
        what: step.atOnce === true ? 'tool, at once' : 'tool',
        text: `${callWords(step.tool, step.arguments)}${resultWords(step, state)}`,
      }
    case 'handoff':
      return { what: 'hand-off', text: moveWords(step, nameOf) }
    case 'session':
      return { what: 'session', text: sessionWords(step) }
    case 'variables':
      return { what: 'variables', text: variableWords(step) }
    case 'system':
      return { what: 'note', text: oneLine(step.text, 240) }
    case 'warning':
      return { what: step.code === 'several-handoffs' ? 'lost moves' : 'warning', text: oneLine(step.message, 240) }
    case 'run':
      return { what: 'turn', text: [RUN_WORDS[step.became], step.message].filter((part) => part !== null).join(': ') }
  }
}

function variableWords({ changes, by }: StepOf<'variables'>): string {
  return by === 'user' ? `set by you: ${pairWords(changes)}` : pairWords(changes)
}

/** What a decision is called in the column, where `decision` would hide what it is about. */
const ABOUT: ReadonlyMap<string, string> = new Map([
  ['observer', 'observer'],
  ['switch', 'switch check'],
  ['slots', 'slots'],
  ['intent', 'intent'],
  ['pick', 'pick'],
  ['look-up', 'look-up'],
  ['handoff', 'choice'],
  ['dialog', 'choice'],
  ['context', 'context'],
  ['condition', 'condition'],
  ['after-work', 'after work'],
  ['available', 'only when'],
  ['instruction', 'instruction'],
  ['message', 'message'],
  ['pattern', 'pattern'],
  ['manager', 'manager'],
  ['summary', 'summary'],
  ['carry-over', 'carry-over'],
  ['output', 'output'],
])

/** What a row is to its nested chat. */
function partWords(text: string, part: RowPart): TraceWords {
  if (part === 'wrote') return { what: 'reply', text: 'wrote the next message' }
  return { what: part === 'told' ? 'message' : 'result', text: quoted(text) }
}

/** `baton → Refunds, by the model, because: asks for money back`. */
function moveWords({ to, by, reason }: StepOf<'handoff'>, nameOf: NameOf): string {
  const words = MOVED_BY[by]
  const why = by === 'switch' || by === 'intent' || reason.trim() === '' ? '' : `, because: ${oneLine(reason, 160)}`
  if (by === 'intent' || by === 'next' || by === 'start') return `baton → ${nameOf(to)}${becauseWords(by, reason)}`
  return `baton → ${nameOf(to)}${words === '' ? '' : `, ${words}`}${why}`
}

/** Who or what moved the baton. */
export const MOVED_BY = {
  model: 'by the model',
  tool: 'by a tool',
  context: 'by a rule on variables',
  'after-work': 'after work',
  switch: 'another topic',
  intent: '',
  pick: 'picked',
  worker: '',
  observer: 'an observer stepped in',
  finished: 'finished',
  recipient: 'asked in a nested chat',
  manager: 'by the manager',
  pattern: 'by the pattern',
  user: 'by you',
  next: '',
  returns: 'hands back',
  start: '',
} as const satisfies { [R in MoveReason]: string }

const UNAVAILABLE = 'not available: '

/** Why a candidate could not be chosen; null: it could. */
export function unavailableBecause(note: string | undefined): string | null {
  return note?.startsWith(UNAVAILABLE) === true ? note.slice(UNAVAILABLE.length) : null
}

/** What a nested chat was told and what it came to, for the line under which it is folded. */
export function chatWords(told: string | null, cameTo: string | null): string {
  const parts = [told === null ? '' : quoted(told, 120), cameTo === null ? '' : `→ ${quoted(cameTo, 160)}`]
  return parts.filter((part) => part !== '').join(' ')
}

const RUN_WORDS = {
  resumed: 'goes on',
  stopped: 'stopped by you',
  limit: 'ended at a limit',
  failed: 'failed',
  waiting: 'waits for you',
  answered: 'answered',
} as const

type StepOf<W extends TraceStep['what']> = Extract<TraceStep, { what: W }>

function modelWords(step: StepOf<'model'>, state: TraceRow['state']): TraceWords {
  const { purpose, retries, fallbacks = [], answeredBy } = step.call
  const isReply = purpose === 'reply' || purpose === 'spoken'
  const what =
    step.calls.length > 0
      ? step.calls.some((call) => call.transit)
        ? 'hand-off'
        : 'tool call'
      : isReply
        ? step.output === undefined
          ? 'reply'
          : 'output'
        : purpose
  const tries = retries.length === 0 ? [] : [`tried ${retries.length + 1} times`]
  const said = step.text.trim() === '' ? [] : [step.output === undefined ? quoted(step.text) : pairWords(step.output)]
  const called = step.calls.map((call) => `called ${callWords(call.name, call.arguments)}`)
  const none = said.length + called.length > 0 ? [] : [NOTHING_SAID[state]]
  const others = fallbacks.map(({ from, why }) => `${from} ${FALLBACK_WORDS[why]}`)
  const who = answeredBy === undefined ? [] : [`${answeredBy} answered`]
  return { what, text: [...said, ...called, ...none, ...tries, ...others, ...who].join(' · ') }
}

/** Why a connection could not answer, after its name. */
export const FALLBACK_WORDS: { readonly [R in FallbackReason]: string } = {
  unreachable: 'could not be reached',
  'cut-off': 'cut the connection',
  'too-slow': 'was too slow',
  busy: 'was too busy',
  access: 'refused access',
  'no-model': 'does not have the model',
  quota: 'has no quota left',
  unreadable: 'sent no readable answer',
  'not-set-up': 'is not set up',
}

const NOTHING_SAID = {
  running: 'thinking',
  done: 'answered',
  failed: 'no answer',
  stopped: 'was stopped',
} as const

function decisionWords({ about, candidates, answer, rule, choice, tries }: Decision): string {
  // What the model called is the row before.
  const answered = answer === null || TOLD_BEFORE.has(about) ? '' : `answered ${quoted(answer, 60)}`
  const between = candidates.length === 0 ? '' : `candidates ${candidates.map(candidateWords).join(', ')}`
  const chosen = choice === '' ? '' : `→ ${oneLine(choice, 60)}`
  const start = answered === '' ? [`${between} ${chosen}`.trim()] : [between, `${answered} ${chosen}`.trim()]
  const parts = [...start, rule === '' ? '' : `rule: ${oneLine(rule, 80)}`, tries > 1 ? `${tries} tries` : '']
  return parts.filter((part) => part !== '').join(' · ')
}

const TOLD_BEFORE: ReadonlySet<string> = new Set(['handoff', 'dialog'])

function candidateWords({ name, note }: Decision['candidates'][number]): string {
  return unavailableBecause(note) === null ? name : `${name} (not available)`
}

function sessionWords({ number, state, slots }: StepOf<'session'>): string {
  const words = { active: 'goes on', interrupted: 'interrupted', finished: 'finished' }[state]
  const collected = pairWords(slots)
  return `session ${number} ${words}${collected === '' ? '' : ` · slots: ${collected}`}`
}

function resultWords(step: StepOf<'tool'>, state: TraceRow['state']): string {
  if (step.result !== null) return ` → ${oneLine(step.result, 160)}`
  if (state === 'running' && step.progress !== undefined) return ` ${progressWords(step.progress)}`
  return state === 'stopped' ? ' was stopped' : ''
}

/** `make_order(date: “Friday”)`. */
export function callWords(name: string, json: string): string {
  return `${name}(${argumentWords(json)})`
}

function argumentWords(json: string): string {
  try {
    const parsed: unknown = JSON.parse(json)
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return oneLine(json, 80)
    const pairs = Object.entries(parsed).map(([key, value]: [string, unknown]) => {
      return `${key}: ${typeof value === 'string' ? quoted(value, 40) : oneLine(JSON.stringify(value), 40)}`
    })
    return oneLine(pairs.join(', '), 160)
  } catch {
    return oneLine(json, 80)
  }
}

function quoted(text: string, length = 200): string {
  return `“${oneLine(text, length)}”`
}

/** `412 + 18`, `~412 + 18` where they were estimated, or nothing. */
export function usageWords({ usage }: TraceRow): string {
  return usage === null ? '' : `${usage.estimated === true ? '~' : ''}${usage.input} + ${usage.output}`
}

/** `1.2 s`, or nothing. */
export function timeWords(row: TraceRow): string {
  return row.ms === null ? '' : durationWords(row.ms)
}
