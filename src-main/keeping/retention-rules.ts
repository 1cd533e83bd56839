/** What each level keeps, in numbers of turns, and which events of older turns a lean thread has. */
import type { RetentionLevel } from '../../src-shared/rpc/retention'
import type { RunEventType } from '../../src-shared/run/log/events'

/** Each counts from the newest turn; null: all of them. */
export type RetentionRules = {
  /** So many turns keep every step. */
  readonly steps: number | null
  /** So many before those keep their last one. */
  readonly ends: number | null
  /** So many turns keep what models were asked. */
  readonly requests: number | null
  /** So many turns keep every event, the others those that `KEPT_OF_OLDER` names. */
  readonly events: number | null
}

const ALL: RetentionRules = { steps: null, ends: null, requests: null, events: null }
/** Where the preferences keep every step. */
const USUAL_TURNS = 50

/** `turns`: how many turns keep every step by the preferences. */
const RULES: { readonly [L in RetentionLevel]: (turns: number | null) => RetentionRules } = {
  usual: (turns) => ({ ...ALL, steps: turns }),
  debug: () => ALL,
  normal: (turns) => ({ ...ALL, steps: turns ?? USUAL_TURNS, requests: turns ?? USUAL_TURNS }),
  // A turn that failed is tried again from where the one before it ended.
  lean: () => ({ steps: 1, ends: 1, requests: 0, events: 1 }),
}

export function rulesOf(level: RetentionLevel, turns: number | null): RetentionRules {
  return RULES[level](turns)
}

/** What a conversation is read from, and the variables and places that its view has. */
export const KEPT_OF_OLDER: { readonly [T in RunEventType]: boolean } = {
  'run.started': true,
  'run.resumed': true,
  baton: true,
  'model.started': false,
  token: false,
  thought: false,
  'model.retry': false,
  'model.fallback': false,
  'model.finished': false,
  entry: true,
  'tool.started': false,
  'tool.progress': false,
  'tool.finished': false,
  decision: false,
  session: true,
  variables: true,
  'plan.text': false,
  'plan.attempt': false,
  'plan.forked': false,
  'plan.steps': false,
  'plan.step': false,
  'plan.solved': false,
  question: true,
  answer: true,
  warning: true,
  'run.finished': true,
  'run.failed': true,
  'run.stopped': true,
}
