/** Where a plan stands, as the checkpoint keeps it: what was planned, and what came of each step so far. */
import type { PlanError, PlanStep } from '../../../src-shared/agents/plan/plan'
import type { Json, JsonObject } from '../../../src-shared/flow/records'
import type { KeptResult } from '../../../src-shared/run/log/results'
import type { Expense } from '../../../src-shared/run/log/expense'
import type { GivenAnswer, NodeQuestion, ResultDecision } from '../../../src-shared/run/log/questions'
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

/** What a step's tool gave that a person looks at before a model does. `question`: the id of that; `decision`: absent, it waits for one. */
export type HeldStep = {
  question: string
  filled: Json
  arguments: JsonObject | null
  text: string
  isError: boolean
  variables: JsonObject | null
  kept: KeptResult[]
  notes: StepNote[]
  ms: number
  spent: Pick<Expense, 'calls' | 'input' | 'output'> & Partial<Expense>
  /** What it took until its tool had asked people, which is counted; absent: nothing. */
  before?: Expense
  decision?: ResultDecision
}

/**
 * A step whose tool is a flow that asks people. `attempt`: the try at which it stands; `spent`: what the flow took in it, `used`: what the step took, all
 * of which is counted. Absent: nothing, or an older build counts it at its end.
 */
export type InnerStep = AskingStep & { given: GivenAnswer[] }
export type AskingStep = {
  attempt: number
  questions: NodeQuestion[]
  spent?: Expense
  used?: Expense
  /** What its tool wants to have back; absent: nothing. */
  bookmark?: string
}

/** A step; `result` null: it has not run, or is to run again. `level` counts from 1. */
export type PlannedStepState = PlanStep & { level: number; toolNode: string | null; result: StepResult | null }

/**
 * Steps of a round that wait for a person, by step: to be let run, for what they ask within, or for a look at what they gave. `isThrough`: all that
 * could run without them has.
 */
export type DecidingSteps = {
  round: number
  calls: { [step: string]: AskedCall | DecidedCall }
  inner?: { [step: string]: InnerStep }
  held?: { [step: string]: HeldStep }
  isThrough: boolean
}

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
  /** Steps of a round that wait for a person, and are not done. Absent: there were none. */
  deciding?: DecidingSteps
  /** The log of the plans before it, and what the solver missed. */
  earlier: { log: string; reason: string } | null
}

/** By node; of one that works in chats side by side, by node and chat. */
export type Plans = { [place: string]: PlanState }
