/** What a person reads of a question, before and after it was answered. */
import type {
  AnswerOf,
  DescribedAnew,
  LoggedAnswer,
  LoggedQuestion,
  LoggedQuestionKind,
  QuestionOf,
  RuleScope,
} from '../log/questions'
import { isJsonObject } from '../../flow/json'
import type { JsonObject } from '../../flow/records'
import { message, type Message, type PlainText, type Translate } from '../../languages/translate'
import { describedAnewWords } from './described-anew'
import { PAUSE_WORDS } from './pauses'

type QuestionWords<K extends LoggedQuestionKind> = {
  /** What is asked, where there is no card; `now`: in ms since 1970. */
  readonly asks: (question: QuestionOf<K>, t: Translate, now: number) => string
  /** Why the answer before could not be taken, as the question has it in `problem`. */
  readonly problem: (problem: string, t: Translate) => string
  /** What stands in the box for a new message. */
  readonly hint: PlainText
  /** That a new message or turn took the place of the answer, in the turn afterwards. */
  readonly dropped: PlainText
  /** What was answered, in the turn afterwards. `question` null: it is not known any more. */
  readonly answered: (answer: AnswerOf<K>, question: QuestionOf<K> | null) => Message
}

const WORDS: { readonly [K in LoggedQuestionKind]: QuestionWords<K> } = {
  'approve-plan': {
    asks: ({ steps }, t) => [t('The turn waits for you to approve its plan:'), ...steps.map(stepLine)].join('\n'),
    problem: (problem, t) => t('The edited plan cannot run. {problem}', { problem }),
    hint: 'A new message drops the plan above',
    dropped: 'You went on without an answer, so the plan was dropped.',
    answered: planAnswerWords,
  },
  'approve-call': {
    asks: ({ tool, arguments: args, mayHaveRun, describedAnew }, t) =>
      [
        t('The turn waits for you to decide on a call of {tool}:', { tool }),
        `  ${JSON.stringify(args)}`,
        ...(describedAnew === undefined ? [] : describedAnewLines(tool, describedAnew, t)),
        ...(mayHaveRun ? [t('It was begun before Baton was ended, so it may have taken effect already.')] : []),
      ].join('\n'),
    problem: (problem, t) => t('The call cannot run with these arguments. {problem}', { problem }),
    hint: 'A new message drops the calls above',
    dropped: 'You went on without an answer, so the calls that waited did not run.',
    answered: callAnswerWords,
  },
  'hold-result': {
    asks: ({ tool, arguments: args, text, isError }, t) =>
      [
        isError
          ? t('{tool} has run with {arguments}. The turn waits for you to look at its error:', {
              tool,
              arguments: args,
            })
          : t('{tool} has run with {arguments}. The turn waits for you to look at what it gave:', {
              tool,
              arguments: args,
            }),
        (text === '' ? t('(nothing)') : text).replaceAll(/^/gm, '  '),
      ].join('\n'),
    problem: (problem) => problem,
    hint: 'A new message drops the results above',
    dropped: 'You went on without an answer, so no model read the results that waited.',
    answered: resultAnswerWords,
  },
  approval: {
    asks: ({ message: said, form, values, until }, t, now) =>
      [
        t('The turn waits for you to approve or refuse:'),
        said.replaceAll(/^/gm, '  '),
        ...(Object.keys(form).length === 0
          ? []
          : [t('To be filled in: {fields}', { fields: formWords(form, t) }), `  ${JSON.stringify(values)}`]),
        ...(until === null ? [] : [untilWords(until, t, now)]),
      ].join('\n'),
    problem: (problem, t) => t('What was filled in cannot be taken. {problem}', { problem }),
    hint: 'A new message makes it ask again',
    dropped: 'You went on without an answer, so it was asked again.',
    answered: approvalAnswerWords,
  },
  elicitation: {
    asks: ({ message: said, form }, t) =>
      [
        t('A tool asks you before it goes on:'),
        said.replaceAll(/^/gm, '  '),
        ...(formWords(form, t) === '' ? [] : [t('To be filled in: {fields}', { fields: formWords(form, t) })]),
      ].join('\n'),
    problem: (problem, t) => t('What was filled in cannot be taken. {problem}', { problem }),
    hint: 'A new message gives up the call that asks',
    dropped: 'You went on without an answer, so the call that asked was given up.',
    answered: elicitationAnswerWords,
  },
  breakpoint: PAUSE_WORDS,
  other: {
    asks: ({ was }, t) => t('The turn waits for an answer that only a newer Baton can take ({was}).', { was }),
    problem: (problem) => problem,
    hint: 'A new message drops the question above',
    dropped: 'You went on without an answer.',
    answered: () => message('You answered.'),
  },
}

function describedAnewLines(tool: string, anew: DescribedAnew, t: Translate): string[] {
  const { why, told } = describedAnewWords(tool, anew, t)
  return [why, ...told.map(({ label, text }) => `${label}: ${text}`.replaceAll(/^/gm, '  '))]
}

/** What a person reads of questions of a kind. */
export function questionWords<K extends LoggedQuestionKind>(kind: K): QuestionWords<K> {
  return WORDS[kind]
}

/** A question where there is no card, after why the answer before was not taken. `now`: in ms since 1970; absent: no time to answer is over. */
export function questionText(question: LoggedQuestion, t: Translate, now = 0): string {
  const { asks, problem } = questionWords(question.kind)
  const asked = asks(question, t, now)
  return question.problem === null ? asked : `${problem(question.problem, t)}\n${asked}`
}

/** One whose time passed in the bin, or in a turn that was killed, waits for somebody to say that it goes on. */
function untilWords(until: string, t: Translate, now: number): string {
  const time = minuteOf(until)
  return now < Date.parse(until)
    ? t('Without an answer it goes on at {time} (UTC).', { time })
    : t('The time to answer ended at {time} (UTC). Whatever you answer now, it goes on as it does without an answer.', {
        time,
      })
}

/** What was answered, in words; with the question it says more. */
export function answerWords(answer: LoggedAnswer, question: LoggedQuestion | null): Message {
  return questionWords(answer.kind).answered(answer, question?.kind === answer.kind ? question : null)
}

const LET_RUN = {
  thread: 'You let {tool} run, from now on without asking in this thread.',
  flow: 'You let {tool} run, from now on without asking in this flow.',
} as const satisfies { [S in RuleScope]: string }

/** `You let refund run.` */
function callAnswerWords({ decision }: AnswerOf<'approve-call'>, question: QuestionOf<'approve-call'> | null): Message {
  const tool = question?.tool ?? message('the tool')
  switch (decision.is) {
    case 'approve':
      return decision.remember === undefined
        ? message('You let {tool} run.', { tool })
        : message(LET_RUN[decision.remember], { tool })
    case 'edit':
      return message('You let {tool} run with other arguments: {arguments}', {
        tool,
        arguments: JSON.stringify(decision.arguments),
      })
    case 'refuse':
      return decision.reason === ''
        ? message('You refused {tool}.', { tool })
        : message('You refused {tool}: {reason}', { tool, reason: decision.reason })
    case 'answer':
      return message('You answered in the place of {tool}: {text}', { tool, text: decision.text })
  }
}

/** `You changed what search gave: …` */
function resultAnswerWords({ decision }: AnswerOf<'hold-result'>, question: QuestionOf<'hold-result'> | null): Message {
  const tool = question?.tool ?? message('the tool')
  switch (decision.is) {
    case 'keep':
      return message('You let the model read what {tool} gave.', { tool })
    case 'edit':
      return message('You changed what {tool} gave: {text}', { tool, text: decision.text })
    case 'blank':
      return message('You blanked what {tool} gave.', { tool })
  }
}

const OUTCOMES = {
  approved: ['You approved.', 'You approved: {message}'],
  refused: ['You refused.', 'You refused: {message}'],
  timeout: ['Nobody answered in time.', 'Nobody answered in time: {message}'],
} as const satisfies { [O in AnswerOf<'approval'>['outcome']]: readonly [PlainText, string] }

/** `You approved: Refund 5 to Ann?` */
function approvalAnswerWords(
  { outcome, values }: AnswerOf<'approval'>,
  question: QuestionOf<'approval'> | null,
): Message {
  const filled = filledWords(values ?? {})
  const [alone, asked] = OUTCOMES[outcome]
  const said = [...(question === null ? [] : [question.message]), ...(filled === '' ? [] : [filled])].join(' ')
  return said === '' ? message(alone) : message(asked, { message: said })
}

/** `You answered: name: Ann` */
function elicitationAnswerWords({ action, values = {} }: AnswerOf<'elicitation'>): Message {
  if (action === 'decline') return message('You declined to answer.')
  return Object.keys(values).length === 0
    ? message('You agreed.')
    : message('You answered: {text}', { text: filledWords(values) })
}

/** What was filled into a form, field by field. */
function filledWords(values: JsonObject): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')
}

/** The names of a form's fields, those that have to be filled in first. */
function formWords({ properties, required }: QuestionOf<'approval'>['form'], t: Translate): string {
  const names = isJsonObject(properties) ? Object.keys(properties) : []
  const needed = new Set(Array.isArray(required) ? required : [])
  return names.map((name) => (needed.has(name) ? name : t('{name} (optional)', { name }))).join(', ')
}

/** ISO 8601 without seconds and zone. */
function minuteOf(iso: string): string {
  return iso.slice(0, 16).replace('T', ' ')
}

type PlanAnswer = AnswerOf<'approve-plan'>
type PlanSteps = NonNullable<PlanAnswer['steps']>

/** `You approved the plan, with changes to #E2, without #E3.` */
function planAnswerWords({ approved, steps }: PlanAnswer, question: QuestionOf<'approve-plan'> | null): Message {
  if (!approved) return message('You refused the plan.')
  const asked: Readonly<PlanSteps> = question?.steps ?? []
  const given = new Map((steps ?? asked).map((step) => [step.id, step]))
  const changed = asked.filter((step) => isChanged(step, given.get(step.id)))
  const removed = asked.filter(({ id }) => !given.has(id))
  const added = [...given.values()].filter(({ id }) => !asked.some((step) => step.id === id))
  return message('You approved the plan{changed}{removed}{added}.', {
    changed: changed.length === 0 ? '' : message(', with changes to {steps}', { steps: idsOf(changed) }),
    removed: removed.length === 0 ? '' : message(', without {steps}', { steps: idsOf(removed) }),
    added: added.length === 0 ? '' : message(', with the new {steps}', { steps: idsOf(added) }),
  })
}

function isChanged(step: PlanSteps[number], given: PlanSteps[number] | undefined): boolean {
  if (given === undefined) return false
  return given.plan !== step.plan || given.tool !== step.tool || given.input !== step.input
}

function idsOf(steps: readonly { id: string }[]): string {
  return steps.map(({ id }) => `#${id}`).join(', ')
}

function stepLine({ id, plan, tool, input }: PlanSteps[number]): string {
  return `  #${id} = ${tool}[${input}]${plan === '' ? '' : `  ${plan}`}`
}
