/** A row of the trace in words: what happened, why, and what came of it. */
import type { Translate } from '../../languages/translate'
import type { Candidate, Decision } from '../log/decisions'
import type { DecisionSubject } from '../log/facts'
import type { ThreadView, TraceRow, TraceStep } from '../fold/fold-view'
import { fallbackWords, purposeWords } from '../words/calls'
import { choiceWords, ruleWords, subjectWords } from '../words/decisions'
import { toldCode } from '../log/warnings'
import { movedWords } from '../words/moves'
import { warningWords } from '../words/warnings'
import { oneLine } from '../words/text'
import { progressWords } from './progress-words'
import { pairWords } from '../words/values'

export type NameOf = (nodeId: string) => string
/** What a row is to its nested chat, where the step alone does not say: what a recipient is told, or what the nested chat came back with. */
export type RowPart = 'told' | 'wrote' | 'result'
export type TraceWords = { what: string; text: string }

/** Every row of a thread, oldest first. `earlier` is kept by its caller: it changes only when a turn begins. */
export function earlierRows(earlier: ThreadView['earlier']): TraceRow[] {
  return earlier.flatMap((turn) => turn.trace)
}

/** What the columns "What" and "Why, and what came of it" say. `part`: what the row is to a nested chat. */
export function traceWords(
  { step, state }: TraceRow,
  nameOf: NameOf,
  t: Translate,
  part: RowPart | null = null,
): TraceWords {
  if (step.what === 'model' && part !== null) return partWords(step.text, part, t)
  switch (step.what) {
    case 'user':
      return { what: t('message'), text: quotedWords(step.text, t) }
    case 'model':
      return modelWords(step, state, t)
    case 'decision':
      return { what: subjectWords(step.decision.about, t), text: decisionWords(step.decision, t) }
    case 'tool':
      return {
        what: toolWords(step, t),
        text: `${callWords(step.tool, step.arguments)}${resultWords(step, state, t)}`,
      }
    case 'handoff':
      return { what: t('hand-off'), text: `${t('baton → {name}', { name: nameOf(step.to) })}${movedWords(step, t)}` }
    case 'session':
      return { what: t('session'), text: sessionWords(step, t) }
    case 'variables':
      return { what: t('variables'), text: variableWords(step, t) }
    case 'system':
      return { what: t('note'), text: oneLine(step.text, 240) }
    case 'warning':
      return {
        what: toldCode(step.warning) === 'several-handoffs' ? t('lost moves') : t('warning'),
        text: oneLine(warningWords(step.warning, t), 240),
      }
    case 'run':
      return {
        what: t('turn'),
        text: [t(RUN_WORDS[step.became]), ...(step.message === null ? [] : [t.message(step.message)])].join(': '),
      }
  }
}

function variableWords({ changes, by }: StepOf<'variables'>, t: Translate): string {
  return by === 'user' ? t('set by you: {values}', { values: pairWords(changes) }) : pairWords(changes)
}

/** What a row is to its nested chat. */
function partWords(text: string, part: RowPart, t: Translate): TraceWords {
  if (part === 'wrote') return { what: t('reply'), text: t('wrote the next message') }
  return { what: part === 'told' ? t('message') : t('result'), text: quotedWords(text, t) }
}

/** What a nested chat was told and what it came to, for the line under which it is folded. */
export function chatWords(told: string | null, cameTo: string | null, t: Translate): string {
  const parts = [
    told === null ? '' : quotedWords(told, t, 120),
    cameTo === null ? '' : `→ ${quotedWords(cameTo, t, 160)}`,
  ]
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

const SESSIONS = {
  active: 'session {number} is open',
  interrupted: 'session {number} interrupted',
  finished: 'session {number} finished',
} as const

type StepOf<W extends TraceStep['what']> = Extract<TraceStep, { what: W }>

/** That a tool ran, beside others perhaps, or what stood for its call. */
function toolWords({ takenFrom, atOnce }: Extract<TraceRow['step'], { what: 'tool' }>, t: Translate): string {
  if (takenFrom !== undefined) return takenFrom === 'record' ? t('recorded result') : t('answered by hand')
  return atOnce === true ? t('tool, at once') : t('tool')
}

function modelWords(step: StepOf<'model'>, state: TraceRow['state'], t: Translate): TraceWords {
  const { purpose, retries, fallbacks = [], answeredBy } = step.call
  const isReply = purpose === 'reply' || purpose === 'spoken'
  const what =
    step.calls.length > 0
      ? step.calls.some((call) => call.transit)
        ? t('hand-off')
        : t('tool call')
      : isReply
        ? step.output === undefined
          ? t('reply')
          : t('output')
        : purposeWords(purpose, t)
  const tries =
    retries.length === 0
      ? []
      : [t('{count, plural, one {tried # time} other {tried # times}}', { count: retries.length + 1 })]
  const said =
    step.text.trim() === '' ? [] : [step.output === undefined ? quotedWords(step.text, t) : pairWords(step.output)]
  const called = step.calls.map((call) => t('called {call}', { call: callWords(call.name, call.arguments) }))
  const none = said.length + called.length > 0 ? [] : [t(NOTHING_SAID[state])]
  const others = fallbacks.map(({ from, why }) => fallbackWords(from, why, t))
  const who = answeredBy === undefined ? [] : [t('{name} answered', { name: answeredBy })]
  return { what, text: [...said, ...called, ...none, ...tries, ...others, ...who].join(' · ') }
}

const NOTHING_SAID = {
  running: 'thinking',
  done: 'answered',
  failed: 'no answer',
  stopped: 'was stopped',
} as const

function decisionWords({ about, candidates, answer, tries, ...decision }: Decision, t: Translate): string {
  const rule = ruleWords(decision.rule, t)
  const choice = choiceWords(decision.choice, t)
  // What the model called is the row before.
  const answered =
    answer === null || TOLD_BEFORE.has(about) ? '' : t('answered {answer}', { answer: quotedWords(answer, t, 60) })
  const between =
    candidates.length === 0
      ? ''
      : t('candidates {names}', { names: candidates.map((one) => candidateWords(one, t)).join(', ') })
  const chosen = choice === '' ? '' : `→ ${oneLine(choice, 60)}`
  const start = answered === '' ? [`${between} ${chosen}`.trim()] : [between, `${answered} ${chosen}`.trim()]
  const parts = [
    ...start,
    rule === '' ? '' : t('rule: {rule}', { rule: oneLine(rule, 80) }),
    tries > 1 ? t('{count, plural, one {# try} other {# tries}}', { count: tries }) : '',
  ]
  return parts.filter((part) => part !== '').join(' · ')
}

const TOLD_BEFORE: ReadonlySet<DecisionSubject> = new Set(['handoff', 'dialog'])

function candidateWords({ name, unavailable }: Candidate, t: Translate): string {
  return unavailable === undefined ? name : t('{name} (not available)', { name })
}

function sessionWords({ number, state, slots }: StepOf<'session'>, t: Translate): string {
  const words = t(SESSIONS[state], { number })
  const collected = pairWords(slots)
  return collected === '' ? words : `${words} · ${t('slots: {collected}', { collected })}`
}

function resultWords(step: StepOf<'tool'>, state: TraceRow['state'], t: Translate): string {
  if (step.result !== null) return ` → ${oneLine(step.result, 160)}`
  if (state === 'running' && step.progress !== undefined) return ` ${progressWords(step.progress, t)}`
  return state === 'stopped' ? ` ${t('was stopped')}` : ''
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

/** What somebody said, on one line, in the quotation marks of the language. */
function quotedWords(text: string, t: Translate, length = 200): string {
  return t('“{words}”', { words: oneLine(text, length) })
}

/** A text among the arguments of a call, which read alike in every language. */
function quoted(text: string, length: number): string {
  return `“${oneLine(text, length)}”`
}

/** `19,073 + 29`, `~412 + 18` where they were estimated, or nothing. */
export function usageWords({ usage }: TraceRow, t: Translate): string {
  return usage === null
    ? ''
    : `${usage.estimated === true ? '~' : ''}${t.number(usage.input)} + ${t.number(usage.output)}`
}
