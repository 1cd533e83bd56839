/** Reads the answer of a supervisor's switch check (DialogSupervisor 9 to 11). */
import { answerForms, nameInSentence } from './answer-forms'
import { findByName, foldCase } from '../../match'

/** The words for "the supervisor answers itself", one per language; each counts in every language. */
export const ALONE_WORDS = { en: 'SELF', ru: 'САМОСТОЯТЕЛЬНО', zh: '自行回答' } as const

/** Other ways in which models write the Chinese word. */
const ALONE_SYNONYMS = [
  '自行',
  '自己',
  '自己回答',
  '自主',
  '自主回答',
  '独自',
  '独自回答',
  '独立',
  '独立回答',
  '独立完成',
]

/** Every name by which a switch check may call the active dialog, the other dialogs and the tools: code, tool name, node name. */
export type SwitchNames = {
  readonly current: readonly string[]
  readonly helpers: readonly string[]
  readonly tools: readonly string[]
}

/** How an answer was read. */
export const SWITCH_READINGS = ['false', 'current', 'helper', 'tool', 'alone', 'unclear'] as const

/** What the answer means and which part of DialogSupervisor 11 said so. `hint` is the other dialog or tool that it names, for the trace. */
export type SwitchAnswer = {
  outcome: 'stay' | 'interrupt'
  rule: (typeof SWITCH_READINGS)[number]
  hint: string | null
}

/**
 * Reads a switch check's answer (DialogSupervisor 11): `False` and the current dialog's name stay, another helper, a
 * tool or an on-its-own word interrupt, anything else stays as unclear. The word may be wrapped, or the only one that a sentence names.
 */
export function readSwitchAnswer(answer: string, names: SwitchNames): SwitchAnswer {
  for (const form of answerForms(answer)) {
    const read = readWord(form, names)
    if (read !== null) return read
  }
  const all = [...names.current, ...names.helpers, ...names.tools, ...Object.values(ALONE_WORDS)]
  const named = nameInSentence(answer, ['False', ...all])
  return (named === null ? null : readWord(named, names)) ?? { outcome: 'stay', rule: 'unclear', hint: null }
}

function readWord(text: string, names: SwitchNames): SwitchAnswer | null {
  if (foldCase(text) === 'false') return { outcome: 'stay', rule: 'false', hint: null }
  return (
    findGroup(names, (group) => (group.includes(text) ? text : null)) ??
    findGroup(names, (group) => findByName(group, text)) ??
    (isAlone(text) ? { outcome: 'interrupt', rule: 'alone', hint: null } : null)
  )
}

/** The first group of names in which `find` finds the answer: the current dialog, then helpers, then tools. */
function findGroup(names: SwitchNames, find: (group: readonly string[]) => string | null): SwitchAnswer | null {
  if (find(names.current) !== null) return { outcome: 'stay', rule: 'current', hint: null }
  const helper = find(names.helpers)
  if (helper !== null) return { outcome: 'interrupt', rule: 'helper', hint: helper }
  const tool = find(names.tools)
  return tool === null ? null : { outcome: 'interrupt', rule: 'tool', hint: tool }
}

function isAlone(text: string): boolean {
  return findByName([...Object.values(ALONE_WORDS), ...ALONE_SYNONYMS], text) !== null
}
