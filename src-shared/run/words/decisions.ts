/** What a decision is called: in the trace's column, and as a model call among what a turn cost. */
import type { Candidate } from '../log/events'
import type { DecisionSubject } from '../log/facts'

const SUBJECTS = {
  switch: { trace: 'switch check', cost: 'switch check' },
  observer: { trace: 'observer', cost: 'observer' },
  slots: { trace: 'slots', cost: 'slot check' },
  intent: { trace: 'intent', cost: 'intent check' },
  pick: { trace: 'pick', cost: 'pick' },
  'look-up': { trace: 'look-up', cost: 'look-up check' },
  handoff: { trace: 'choice', cost: 'decision' },
  dialog: { trace: 'choice', cost: 'decision' },
  context: { trace: 'context', cost: 'decision' },
  condition: { trace: 'condition', cost: 'decision' },
  'after-work': { trace: 'after work', cost: 'decision' },
  available: { trace: 'only when', cost: 'decision' },
  instruction: { trace: 'instruction', cost: 'decision' },
  message: { trace: 'message', cost: 'decision' },
  pattern: { trace: 'pattern', cost: 'decision' },
  manager: { trace: 'manager', cost: 'manager' },
  summary: { trace: 'summary', cost: 'summary' },
  'carry-over': { trace: 'carry-over', cost: 'summary' },
  tools: { trace: 'tools', cost: 'decision' },
  output: { trace: 'output', cost: 'decision' },
  other: { trace: 'decision', cost: 'decision' },
} as const satisfies { [S in DecisionSubject]: { trace: string; cost: string } }

/** What a decision is called. */
export function subjectWords(about: DecisionSubject): string {
  return SUBJECTS[about].trace
}

/** What the model call of a decision is called among others. */
export function subjectCallWords(about: DecisionSubject): string {
  return SUBJECTS[about].cost
}

/** Why a candidate could not be chosen. */
export function unavailableWords({ when }: NonNullable<Candidate['unavailable']>): string {
  return when === null ? 'not available: its code says so' : `not available: only when ${when}`
}
