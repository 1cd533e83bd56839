/** What a ReWOO plan is once it was read: its steps, and the closed list of what can be wrong with one (ReWOO 19). */

/** One step of a plan: what it is for, and the one tool call that gives its evidence. */
export type PlanStep = {
  /** `E1`; the label as it is looked up, without the sign and without leading zeros. */
  id: string
  /** The text after `Plan:`, trimmed. */
  plan: string
  /** The registered spelling where the tools were given, else as written. */
  tool: string
  /** What stood between the brackets, trimmed and otherwise as written; JSON text where a JSON plan gave a list or an object. */
  input: string
  /** Ids that the input refers to, each once, in order of first use; also ids that no step gives. */
  deps: string[]
}

/** Plans with one of the first four faults say too little to be run; the others can be (ReWOO 19). */
export const PLAN_ERROR_KINDS = [
  'no_steps',
  'plan_action_mismatch',
  'bad_tool_call',
  'duplicate_id',
  'unknown_tool',
  'unknown_reference',
  'cycle',
] as const

export type PlanErrorKind = (typeof PLAN_ERROR_KINDS)[number]

/** What is wrong with a plan, in words for the planner; `line` counts from 1 in its reply. */
export type PlanError = { kind: PlanErrorKind; message: string; line: number | null }

/** The outcome of reading a reply. With an error `steps` still holds what could be read, for a display. */
export type ParsedPlan = { steps: PlanStep[]; error: PlanError | null }

/** A step as the two grammars hand it over, before it is checked; `at` is where its action begins in the reply. */
export type Draft = { id: string; plan: string; tool: string; input: string; at: number }

/** A fault that a grammar found: which kind, where, and the rest of the message. */
export type Fault = { kind: PlanErrorKind; at: number; say: (line: number) => string }

/** What a grammar made of a reply. */
export type PlanReading = { drafts: Draft[]; faults: Fault[] }

/** The text that the original gives its planner (ReWOO 2). */
export const ONE_ACTION = 'Each Plan should only correspond to only ONE action'

/** A text cut to about one line, for messages. */
export function snippet(text: string, most = 80): string {
  const line = text
    .slice(0, most * 4)
    .replace(/\s+/g, ' ')
    .trim()
  return line.length <= most ? line : `${line.slice(0, most - 1).trimEnd()}…`
}
