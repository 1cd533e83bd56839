/** Reads what an observer's model answered (flow-format "Observers' answers", by rule DialogSupervisor 11). */
import type { JsonObject } from '../flow/records'
import { cleanAnswer, foldCase } from './match'
import { readSlots } from './slots'

export const OBSERVER_TYPES = ['finished', 'interest', 'collect', 'steer', 'guard', 'question'] as const
export type ObserverType = (typeof OBSERVER_TYPES)[number]

export const OBSERVER_ACTIONS = ['continue', 'finish', 'interrupt', 'steer', 'reply'] as const
export type ObserverAction = (typeof OBSERVER_ACTIONS)[number]

/** One answer that a `question` observer may get, and what it leads to. */
export type ObserverOutcome = {
  readonly answer: string
  readonly then: ObserverAction
  readonly text?: string | undefined
}

/** What an observer asks. `slots` is the JSON schema of a `collect`, `collected` what it had before this answer. */
export type ObserverQuestion = {
  readonly type: ObserverType
  readonly outcomes?: readonly ObserverOutcome[] | undefined
  readonly slots?: unknown
  readonly collected?: JsonObject | undefined
}

/**
 * What the answer leads to. `text`: the instruction of a `steer`, the words of a `reply`. `slots`: everything that a
 * `collect` has by now. `rule` says for the trace what decided; `unclear` means that nothing did, so the dialog goes on.
 */
export type ObserverAnswer = {
  then: ObserverAction
  rule: string
  unclear: boolean
  warnings: string[]
  text?: string
  slots?: JsonObject
}

/** Reads an observer's answer by its type; an unclear one continues. */
export function readObserverAnswer(question: ObserverQuestion, answer: string): ObserverAnswer {
  switch (question.type) {
    case 'finished':
      return byYesOrNo(answer, 'finished', { yes: 'finish', no: 'continue' })
    case 'interest':
      return byYesOrNo(answer, 'interest', { yes: 'continue', no: 'interrupt' })
    case 'collect':
      return readCollected(question, answer)
    case 'steer':
      return readSteering(answer)
    case 'guard':
      return readGuard(answer)
    case 'question':
      return readOutcome(question.outcomes ?? [], answer)
  }
}

const YES = new Set(['yes', 'да', '是', '是的', '是啊'])
const NO = new Set(['no', 'нет', '否', '不', '不是'])

/** Yes or no in English, Russian or Chinese: the whole answer or its first word ("Yes, because ..."); else null. */
export function readYesOrNo(answer: string): 'yes' | 'no' | null {
  const word = /^[^\p{L}\p{N}]*(\p{L}+)/u.exec(foldCase(cleanAnswer(answer)))?.[1] ?? ''
  if (YES.has(word)) return 'yes'
  if (NO.has(word)) return 'no'
  if (word.startsWith('是') && !word.startsWith('是否')) return 'yes'
  return word.startsWith('否') || word.startsWith('不是') ? 'no' : null
}

function byYesOrNo(
  answer: string,
  type: ObserverType,
  actions: { yes: ObserverAction; no: ObserverAction },
): ObserverAnswer {
  const said = readYesOrNo(answer)
  return said === null ? unclear(type, answer) : clear(actions[said], `${type}: ${said}`)
}

function readCollected(question: ObserverQuestion, answer: string): ObserverAnswer {
  const read = readSlots(question.slots, question.collected ?? {}, answer)
  if (read === null) return { ...unclear('collect', answer), slots: { ...question.collected } }
  const rule = read.isComplete ? 'collect: all filled' : 'collect: some missing'
  return {
    ...clear(read.isComplete ? 'finish' : 'continue', rule),
    slots: read.slots,
    warnings: read.warnings,
  }
}

function readSteering(answer: string): ObserverAnswer {
  const text = cleanAnswer(answer)
  if (text === '') return unclear('steer', answer)
  return foldCase(text) === 'false' ? clear('continue', 'steer: False') : clear('steer', 'steer: text', answer.trim())
}

const FINE = new Set(['ok', 'okay', 'ок'])

function readGuard(answer: string): ObserverAnswer {
  const letters = foldCase(answer).replace(/[^\p{L}\p{N}]+/gu, '')
  if (letters === '') return unclear('guard', answer)
  return FINE.has(letters) ? clear('continue', 'guard: ok') : clear('reply', 'guard: text', answer.trim())
}

function readOutcome(outcomes: readonly ObserverOutcome[], answer: string): ObserverAnswer {
  const text = foldCase(cleanAnswer(answer))
  const outcome = outcomes.find((one) => foldCase(cleanAnswer(one.answer)) === text)
  if (outcome === undefined || text === '') return unclear('question', answer)
  return clear(outcome.then, `question: ${outcome.answer}`, outcome.text)
}

function clear(then: ObserverAction, rule: string, text = ''): ObserverAnswer {
  const answer: ObserverAnswer = { then, rule, unclear: false, warnings: [] }
  return text === '' ? answer : { ...answer, text }
}

function unclear(type: ObserverType, answer: string): ObserverAnswer {
  const shown = answer.trim() === '' ? 'an empty answer' : `"${answer.trim().slice(0, 200)}"`
  return {
    then: 'continue',
    rule: `${type}: unclear`,
    unclear: true,
    warnings: [`The ${type} observer cannot make sense of ${shown}; the dialog goes on.`],
  }
}
