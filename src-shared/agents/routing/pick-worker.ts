/** Reads which worker a model picked (DefaultWorker 6) and writes the line for its second try (DefaultWorker 5). */
import type { Language } from '../../flow/records'
import { answerForms } from '../answers/answer-forms'
import { cleanAnswer, findByName } from '../../match'
import { builtInText } from '../prompts/index'
import { findWholeNames, foldSpaces } from '../answers/whole-words'

/** How an answer was read. */
export const PICK_READINGS = ['exact', 'whole-word', 'ambiguous', 'no-match'] as const

/** The picked name, null for no match, and which part of DefaultWorker 6 said so; `found` are all names seen, for the trace. */
export type WorkerChoice = {
  name: string | null
  rule: (typeof PICK_READINGS)[number]
  found: string[]
}

/** How the manager of a swarm says that it is the user's turn. */
export const USER = 'USER'
/** So often a manager is asked who is next. */
export const MANAGER_TRIES = 2

const LONGEST_ANSWER = 20_000
const SHOWN_ANSWER = 200

/**
 * Reads an answer by DefaultWorker 6: a name and nothing else (quotes, periods, case and wrapping aside), else the one listed name that stands
 * in it as a whole word, the longest where one is part of another; two different names are no match.
 */
export function readPick(answer: string, names: readonly string[]): WorkerChoice {
  const text = cleanAnswer(answer.slice(0, LONGEST_ANSWER))
  for (const [index, form] of answerForms(answer).entries()) {
    const exact = findByName(names, form) ?? names.find((name) => foldSpaces(cleanAnswer(name)) === foldSpaces(form))
    if (exact !== undefined) return { name: exact, rule: index === 0 ? 'exact' : 'whole-word', found: [exact] }
  }
  const found = findWholeNames(text, names)
  const [only, ...others] = found
  if (only === undefined) return { name: null, rule: 'no-match', found }
  return others.length > 0 ? { name: null, rule: 'ambiguous', found } : { name: only, rule: 'whole-word', found }
}

/** The line that a second try adds to the prompt: the answer that would not do, and the names that would. */
export function retryLine(language: Language, answer: string, names: readonly string[]): string {
  const flat = answer.replace(/\s+/g, ' ').trim()
  const shown = flat.length > SHOWN_ANSWER ? `${flat.slice(0, SHOWN_ANSWER)}…` : flat
  return builtInText(language, 'pickRetry', { answer: shown, names: names.join(', ') })
}
