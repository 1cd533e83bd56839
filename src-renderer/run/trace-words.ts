/** A row of the trace in words: what happened, why, and what came of it. */
import type { Decision } from '../../src-shared/run/events'
import type { ThreadView, TraceRow, TraceStep } from '../../src-shared/run/fold-view'
import { becauseWords, durationWords, oneLine, pairWords } from './words'

export type NameOf = (nodeId: string) => string
export type TraceWords = { what: string; text: string }

/** Every row of a thread, oldest first. `earlier` is kept by its caller: it changes only when a turn begins. */
export function earlierRows(earlier: ThreadView['earlier']): TraceRow[] {
  return earlier.flatMap((turn) => turn.trace)
}

/** What the columns "What" and "Why, and what came of it" say. */
export function traceWords({ step, state }: TraceRow, nameOf: NameOf): TraceWords {
  switch (step.what) {
    case 'user':
      return { what: 'message', text: quoted(step.text) }
    case 'model':
      return modelWords(step, state)
    case 'decision':
      return { what: ABOUT.get(step.decision.about) ?? 'decision', text: decisionWords(step.decision) }
    case 'tool':
      return { what: 'tool', text: `${callWords(step.tool, step.arguments)}${resultWords(step, state)}` }
    case 'handoff':
      return { what: 'hand-off', text: `baton → ${nameOf(step.to)}${becauseWords(step.by, step.reason)}` }
    case 'session':
      return { what: 'session', text: sessionWords(step) }
    case 'variables':
      return { what: 'variables', text: variableWords(step) }
    case 'system':
      return { what: 'note', text: oneLine(step.text, 240) }
    case 'warning':
      return { what: 'warning', text: oneLine(step.message, 240) }
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
])

const RUN_WORDS = {
  resumed: 'goes on',
  stopped: 'stopped by you',
  limit: 'ended at a limit',
  failed: 'failed',
} as const

type StepOf<W extends TraceStep['what']> = Extract<TraceStep, { what: W }>

function modelWords(step: StepOf<'model'>, state: TraceRow['state']): TraceWords {
  const { purpose, retries } = step.call
  const isReply = purpose === 'reply' || purpose === 'spoken'
  const what =
    step.calls.length > 0
      ? step.calls.some((call) => call.transit)
        ? 'hand-off'
        : 'tool call'
      : isReply
        ? 'reply'
        : purpose
  const tries = retries.length === 0 ? [] : [`tried ${retries.length + 1} times`]
  const said = step.text.trim() === '' ? [] : [quoted(step.text)]
  const called = step.calls.map((call) => `called ${callWords(call.name, call.arguments)}`)
  const none = said.length + called.length > 0 ? [] : [NOTHING_SAID[state]]
  return { what, text: [...said, ...called, ...none, ...tries].join(' · ') }
}

const NOTHING_SAID = {
  running: 'thinking',
  done: 'answered',
  failed: 'no answer',
  stopped: 'was stopped',
} as const

function decisionWords({ candidates, answer, rule, choice, tries }: Decision): string {
  const answered = answer === null ? '' : `answered ${quoted(answer, 60)} `
  const parts = [
    candidates.length === 0 ? '' : `candidates ${candidates.map((candidate) => candidate.name).join(', ')}`,
    `${answered}→ ${oneLine(choice, 60)}`,
    rule === '' ? '' : `rule: ${oneLine(rule, 80)}`,
    tries > 1 ? `${tries} tries` : '',
  ]
  return parts.filter((part) => part !== '').join(' · ')
}

function sessionWords({ number, state, slots }: StepOf<'session'>): string {
  const words = { active: 'goes on', interrupted: 'interrupted', finished: 'finished' }[state]
  const collected = pairWords(slots)
  return `session ${number} ${words}${collected === '' ? '' : ` · slots: ${collected}`}`
}

function resultWords(step: StepOf<'tool'>, state: TraceRow['state']): string {
  if (step.result !== null) return ` → ${oneLine(step.result, 160)}`
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

/** `412 + 18`, or nothing. */
export function usageWords(row: TraceRow): string {
  return row.usage === null ? '' : `${row.usage.input} + ${row.usage.output}`
}

/** `1.2 s`, or nothing. */
export function timeWords(row: TraceRow): string {
  return row.ms === null ? '' : durationWords(row.ms)
}
