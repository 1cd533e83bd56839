/** What a step of the past says, by the row of the trace that tells of it. */
import type { Translate } from '../../languages/translate'
import type { TraceRow } from '../fold/fold-view'
import type { StepKind, StoredRunEvent } from '../moments/step-kinds'
import { traceWords, type NameOf } from './trace-words'

/** The row of a step, in the trace that its turn had at the moment; null: it has none. */
export function rowOfStep(trace: readonly TraceRow[], event: StoredRunEvent): TraceRow | null {
  const key = `${event.runId}:${event.seq}`
  return trace.findLast((one) => one.key === key || isToldBy(one, event)) ?? null
}

/** Whether a row that stood there already is what the event tells more of. */
function isToldBy(row: TraceRow, event: StoredRunEvent): boolean {
  const { step, span } = row
  switch (event.type) {
    case 'entry':
      if (event.entry.kind === 'result') return step.what === 'tool' && step.callId === event.entry.callId
      return step.what === 'model' && step.entryId === event.entry.id
    case 'decision':
    case 'plan.attempt':
    case 'plan.solved':
      return span === event.span
    case 'plan.step':
      return step.what === 'tool' && step.toolNode === event.toolNode && step.callId.endsWith(` ${event.id}`)
    default:
      return false
  }
}

/** What steps are called that no row tells of. */
const KINDS = {
  turn: 'Turn began',
  message: 'reply',
  calls: 'tool call',
  result: 'result',
  handoff: 'hand-off',
  note: 'note',
  decision: 'decision',
  session: 'session',
  variables: 'variables',
  plan: 'plan',
  question: 'question',
  answer: 'answer',
  warning: 'warning',
  run: 'turn',
} as const satisfies { [K in StepKind]: string }

/** `Triage: hand-off, baton → Refunds, by the model`. */
export function stepWords(
  { kind, row, who }: { kind: StepKind; row: TraceRow | null; who: string },
  nameOf: NameOf,
  t: Translate,
): string {
  return row === null ? `${who}: ${t(KINDS[kind])}` : rowWords({ row, who }, nameOf, t)
}

/** `Orders: reply, “For when?”`. */
export function rowWords({ row, who }: { row: TraceRow; who: string }, nameOf: NameOf, t: Translate): string {
  const { what, text } = traceWords(row, nameOf, t)
  return text === '' ? `${who}: ${what}` : `${who}: ${what}, ${text}`
}
