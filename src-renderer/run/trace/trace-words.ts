/** A row of the trace in words: what happened, why, and what came of it. */
import type { Candidate, Decision } from '../../../src-shared/run/log/decisions'
import type { DecisionSubject } from '../../../src-shared/run/log/facts'
import type { ThreadView, TraceRow, TraceStep } from '../../../src-shared/run/fold/fold-view'
import { FALLBACK_WORDS, purposeWords } from '../../../src-shared/run/words/calls'
import { choiceWords, ruleWords, subjectWords } from '../../../src-shared/run/words/decisions'
import { toldCode } from '../../../src-shared/run/log/warnings'
import { movedWords } from '../../../src-shared/run/words/moves'
import { warningWords } from '../../../src-shared/run/words/warnings'
import type { RowPart } from './trace-tree'
import { oneLine } from '../../../src-shared/run/words/text'
import { durationWords, pairWords, progressWords } from '../store/words'

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
      return { what: subjectWords(step.decision.about), text: decisionWords(step.decision) }
    case 'tool':
      return {
        what: step.atOnce === true ? 'tool, at once' : 'tool',
        text: `${callWords(step.tool, step.arguments)}${resultWords(step, state)}`,
      }
    case 'handoff':
      return { what: 'hand-off', text: `baton → ${nameOf(step.to)}${movedWords(step)}` }
    case 'session':
      return { what: 'session', text: sessionWords(step) }
    case 'variables':
      return { what: 'variables', text: variableWords(step) }
    case 'system':
      return { what: 'note', text: oneLine(step.text, 240) }
    case 'warning':
      return {
        what: toldCode(step.warning) === 'several-handoffs' ? 'lost moves' : 'warning',
        text: oneLine(warningWords(step.warning), 240),
      }
    case 'run':
      return { what: 'turn', text: [RUN_WORDS[step.became], step.message].filter((part) => part !== null).join(': ') }
  }
}

function variableWords({ changes, by }: StepOf<'variables'>): string {
  return by === 'user' ? `set by you: ${pairWords(changes)}` : pairWords(changes)
}

/** What a row is to its nested chat. */
function partWords(text: string, part: RowPart): TraceWords {
  if (part === 'wrote') return { what: 'reply', text: 'wrote the next message' }
  return { what: part === 'told' ? 'message' : 'result', text: quoted(text) }
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
        : purposeWords(purpose)
  const tries = retries.length === 0 ? [] : [`tried ${retries.length + 1} times`]
  const said = step.text.trim() === '' ? [] : [step.output === undefined ? quoted(step.text) : pairWords(step.output)]
  const called = step.calls.map((call) => `called ${callWords(call.name, call.arguments)}`)
  const none = said.length + called.length > 0 ? [] : [NOTHING_SAID[state]]
  const others = fallbacks.map(({ from, why }) => `${from} ${FALLBACK_WORDS[why]}`)
  const who = answeredBy === undefined ? [] : [`${answeredBy} answered`]
  return { what, text: [...said, ...called, ...none, ...tries, ...others, ...who].join(' · ') }
}

const NOTHING_SAID = {
  running: 'thinking',
  done: 'answered',
  failed: 'no answer',
  stopped: 'was stopped',
} as const

function decisionWords({ about, candidates, answer, tries, ...decision }: Decision): string {
  const rule = ruleWords(decision.rule)
  const choice = choiceWords(decision.choice)
  // What the model called is the row before.
  const answered = answer === null || TOLD_BEFORE.has(about) ? '' : `answered ${quoted(answer, 60)}`
  const between = candidates.length === 0 ? '' : `candidates ${candidates.map(candidateWords).join(', ')}`
  const chosen = choice === '' ? '' : `→ ${oneLine(choice, 60)}`
  const start = answered === '' ? [`${between} ${chosen}`.trim()] : [between, `${answered} ${chosen}`.trim()]
  const parts = [...start, rule === '' ? '' : `rule: ${oneLine(rule, 80)}`, tries > 1 ? `${tries} tries` : '']
  return parts.filter((part) => part !== '').join(' · ')
}

const TOLD_BEFORE: ReadonlySet<DecisionSubject> = new Set(['handoff', 'dialog'])

function candidateWords({ name, unavailable }: Candidate): string {
  return unavailable === undefined ? name : `${name} (not available)`
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
