/** Where a plan stands, as the checkpoint keeps it: what was planned, and what came of each step so far. */
import type { PlanError, PlanStep } from '../../../src-shared/agents/plan/plan'
import type { Json, JsonObject } from '../../../src-shared/flow/records'
import type { KeptResult } from '../../../src-shared/run/log/results'
import type { AskedCall, DecidedCall } from './decided-call'
import type { StepNote } from '../../../src-shared/run/log/step-notes'
import type { Usage } from '../../../src-shared/run/log/usage'

/** A reply of the planner, and why it is no plan; null: it is one. */
export type PlanAttempt = { text: string; error: PlanError | null }

/** What came of a step. Evidence is text as the tool gave it; of a step that failed, its error clearly marked. */
export type StepResult = {
  state: 'done' | 'failed'
  /** The input with evidence in the place of references; null: it never came to that. */
  filled: Json | null
  /** What the tool was called with; null for a step of the model, or one without a tool. */
  arguments: JsonObject | null
  evidence: string
  /** What of it is kept whole; absent: nothing, all of it is there. */
  kept?: KeptResult[]
  /** The evidence as tools get it, where it is too long for them. */
  condensed: string | null
  error: string | null
  /** Absent: nothing is. */
  notes?: StepNote[]
  /** What an older build noted, in words. */
  note?: string | null
  ms: number
  /** Null: no model was called. */
  usage: Usage | null
  /** Changes to the flow's variables. */
  variables: JsonObject | null
}

/** A step; `result` null: it has not run, or is to run again. `level` counts from 1. */
export type PlannedStepState = PlanStep & { level: number; toolNode: string | null; result: StepResult | null }

/** The newest plan of a node. */
export type PlanState = {
  /** The turn that it belongs to. */
  turn: number
  /** 1, 2, 3 ... within the turn: a node that works twice, or plans again, begins another round. */
  round: number
  /** What the solver is asked: the user's last text. */
  question: string
  attempts: PlanAttempt[]
  /** Empty while there is no plan, and where none could be made. */
  steps: PlannedStepState[]
  /** How often the solver asked for another plan. */
  replans: number
  /**
   * Steps of a round on whose tool a person decides and that have not run; `isThrough`: all that could run without them has. Absent: there were
   * none.
   */
  deciding?: { round: number; calls: { [step: string]: AskedCall | DecidedCall }; isThrough: boolean }
  /** The log of the plans before it, and what the solver missed. */
  earlier: { log: string; reason: string } | null
}

/** By node; of one that works in chats side by side, by node and chat. */
export type Plans = { [place: string]: PlanState }
