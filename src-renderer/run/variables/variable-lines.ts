/** The lines of the variables panel: what is declared and what the thread has beside it, each with its value and who changed it. */
import { message, type Message, type PlainText } from '../../../src-shared/languages/translate'
import type { Json, Variable } from '../../../src-shared/flow/records'
import type { DeclaredVariables } from '../../../src-shared/flow/variables'
import type { VariableChange } from '../../../src-shared/run/fold/fold-view'
import type { RunState } from '../store/run-state'

export type VariableLine = {
  name: string
  /** Undeclared ones are edited as JSON. */
  type: Variable['type']
  isDeclared: boolean
  description: string
  /** Undefined: it has none. */
  value: Json | undefined
  /** What a reset gives it; undefined: nothing. */
  byDefault: Json | undefined
  isDefault: boolean
  change: VariableChange | null
}

type ThreadValues = Pick<RunState, 'preset' | 'view'>

/** Declared variables first, in their order, then those that the thread has without a declaration. */
export function variableLines(declared: DeclaredVariables, { preset, view }: ThreadValues): VariableLine[] {
  const values = view.latest === null ? preset : view.variables
  const known = Object.entries(declared).map(([name, { type, description, default: byDefault }]): VariableLine => {
    const value = Object.hasOwn(values, name) ? values[name] : byDefault
    const isDefault = isSame(value, byDefault)
    return { name, type, isDeclared: true, description, value, byDefault, isDefault, change: changeOf(view, name) }
  })
  const others = Object.entries(values).filter(([name]) => !Object.hasOwn(declared, name))
  return [
    ...known,
    ...others.map(([name, value]): VariableLine => {
      const fixed = {
        type: 'json',
        isDeclared: false,
        description: '',
        byDefault: undefined,
        isDefault: false,
      } as const
      return { name, ...fixed, value, change: changeOf(view, name) }
    }),
  ]
}

function changeOf(view: RunState['view'], name: string): VariableChange | null {
  const change = Object.hasOwn(view.variableChanges, name) ? view.variableChanges[name] : undefined
  return change === undefined || change.by === 'flow' ? null : change
}

function isSame(value: Json | undefined, other: Json | undefined): boolean {
  return JSON.stringify(value ?? null) === JSON.stringify(other ?? null)
}

/** Why values cannot be changed now; null: they can. */
export function whyLocked({ phase, pending, view, past }: RunState): PlainText | null {
  if (past !== null) return 'You are looking back. Values can be changed now, not then.'
  if (phase === 'opening') return 'The conversation is being read.'
  if (pending !== null || view.activeRunId !== null)
    return 'A turn is running. Values can be changed when it has ended.'
  if (view.latest?.state !== 'unfinished') return null
  return 'The last turn was interrupted. Continue it or send a message; then values can be changed.'
}

/** Since when a value counts. `turn`: the newest turn, null before the first. `isNew`: since that turn, or from the next one on. */
export function sinceWords(
  change: VariableChange | null,
  turn: number | null,
): { isNew: boolean; words: PlainText | Message | null } {
  if (change === null || turn === null) return { isNew: false, words: null }
  if (change.turn > turn) return { isNew: true, words: 'for the next message' }
  return change.turn === turn
    ? { isNew: true, words: 'in this turn' }
    : { isNew: false, words: message('in turn {turn}', { turn: change.turn }) }
}

/** A value as the text that is edited. */
export function editText({ type, value }: Pick<VariableLine, 'type' | 'value'>): string {
  if (value === undefined || (value === null && type !== 'json')) return ''
  if (type === 'json') return JSON.stringify(value, null, 2)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The type that a value has by itself. */
export function typeOf(value: Json | undefined): Variable['type'] {
  if (typeof value === 'string') return 'string'
  if (typeof value === 'number') return 'number'
  return typeof value === 'boolean' ? 'boolean' : 'json'
}
