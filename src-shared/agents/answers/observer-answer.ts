/** Reads what an observer's model answered (DialogSupervisor 21, read as DialogSupervisor 11 says). */
import type { JsonObject } from '../../flow/records'
import { answerForms, jsonAnswer, nameInSentence, unquotedForms, wholeForms } from './answer-forms'
import { cleanAnswer, foldCase } from '../../match'
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
 * How an answer was read: yes or no; by the slots that are filled; as the word for "nothing to say"; as a text of its own; as approval; as
 * one of the observer's outcomes; or not at all.
 */
export const OBSERVER_READINGS = [
  'yes',
  'no',
  'all-filled',
  'some-missing',
  'nothing',
  'text',
  'approval',
  'outcome',
  'unclear',
] as const
type ObserverReading = (typeof OBSERVER_READINGS)[number]

/** What decided: a model's answer as it was read (`answer`: that of the outcome), or code, whose `then` is null where it was unclear. */
export type ObserverRule =
  | { by: 'observer'; type: ObserverType; read: ObserverReading; answer: string | null }
  | { by: 'observer-code'; then: ObserverAction | null }

/**
 * What the answer leads to. `text`: the instruction of a `steer`, the words of a `reply`. `slots`: everything that a
 * `collect` has by now. `unclear` means that nothing decided, so the dialog goes on.
 */
export type ObserverAnswer = {
  then: ObserverAction
  rule: ObserverRule
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

const YES = new Set(['yes', 'true', 'да', '是', '是的', '是啊'])
const NO = new Set(['no', 'false', 'нет', '否', '不', '不是'])

/** Yes or no in English, Russian or Chinese: the whole answer, wrapped or not, or its first word ("Yes, because ..."); else null. */
export function readYesOrNo(answer: string): 'yes' | 'no' | null {
  for (const form of unquotedForms(answer)) {
    const said = firstYesOrNo(form)
    if (said !== null) return said
  }
  return null
}

function firstYesOrNo(form: string): 'yes' | 'no' | null {
  const word = /^[^\p{L}\p{N}]*(\p{L}+)/u.exec(foldCase(form))?.[1] ?? ''
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
  return said === null ? unclear(type, answer) : clear(actions[said], read(type, said))
}

function readCollected(question: ObserverQuestion, answer: string): ObserverAnswer {
  const filled = readSlots(question.slots, question.collected ?? {}, answer)
  if (filled === null) return { ...unclear('collect', answer), slots: { ...question.collected } }
  const reading = filled.isComplete ? 'all-filled' : 'some-missing'
  return {
    ...clear(filled.isComplete ? 'finish' : 'continue', read('collect', reading)),
    slots: filled.slots,
    warnings: filled.misfits.map((slot) => `The value of "${slot}" is not what its slot takes and was left out.`),
  }
}

function readSteering(answer: string): ObserverAnswer {
  const forms = wholeForms(answer)
  if (forms.length === 0) return unclear('steer', answer)
  const isNothing = forms.some((form) => nameInSentence(form, ['False']) !== null && /^\W*false/i.test(form))
  return isNothing
    ? clear('continue', read('steer', 'nothing'))
    : clear('steer', read('steer', 'text'), (jsonAnswer(answer) ?? answer).trim())
}

/** What opens an answer that lets a reply pass, and the words that may follow without making it a reply of its own. */
const FINE = /^(?:ok|okay|ок|окей|好的?|没问题)(?![\p{L}\p{N}])/u
const APPROVING = new Set(
  (
    'ok okay it its is this that thats the reply answer message response text looks seems sounds all right alright fine good great ' +
    'acceptable appropriate allowed safe approved correct compliant perfectly and as no problem problems issue issues nothing wrong ' +
    'with can be sent passes ок все всё в порядке хорошо ответ это можно нет проблем'
  ).split(' '),
)

function readGuard(answer: string): ObserverAnswer {
  const forms = wholeForms(answer)
  if (!forms.some((form) => /[\p{L}\p{N}]/u.test(form))) return unclear('guard', answer)
  if (forms.some(isApproval)) return clear('continue', read('guard', 'approval'))
  return clear('reply', read('guard', 'text'), (jsonAnswer(answer) ?? answer).trim())
}

function isApproval(form: string): boolean {
  const text = foldCase(form).replaceAll("'", '')
  if (!FINE.test(text)) return false
  return (text.match(/[\p{L}\p{N}]+/gu) ?? []).slice(1).every((word) => APPROVING.has(word))
}

function readOutcome(outcomes: readonly ObserverOutcome[], answer: string): ObserverAnswer {
  const meant = (text: string) => outcomes.find((one) => foldCase(cleanAnswer(one.answer)) === foldCase(text))
  const answers = outcomes.map((one) => one.answer)
  const inSentence = () => meant(cleanAnswer(nameInSentence(answer, answers) ?? ''))
  const outcome =
    answerForms(answer)
      .flatMap((form) => meant(form) ?? [])
      .at(0) ?? inSentence()
  if (outcome === undefined || cleanAnswer(outcome.answer) === '') return unclear('question', answer)
  return clear(outcome.then, read('question', 'outcome', outcome.answer), outcome.text)
}

function read(type: ObserverType, reading: ObserverReading, answer: string | null = null): ObserverRule {
  return { by: 'observer', type, read: reading, answer }
}

function clear(then: ObserverAction, rule: ObserverRule, text = ''): ObserverAnswer {
  const answer: ObserverAnswer = { then, rule, unclear: false, warnings: [] }
  return text === '' ? answer : { ...answer, text }
}

function unclear(type: ObserverType, answer: string): ObserverAnswer {
  const shown = answer.trim() === '' ? 'an empty answer' : `"${answer.trim().slice(0, 200)}"`
  return {
    then: 'continue',
    rule: read(type, 'unclear'),
    unclear: true,
    warnings: [`The ${type} observer cannot make sense of ${shown}; the dialog goes on.`],
  }
}
