/** What a person reads of a question, before and after it was answered, and what is typed as its answer: on the command line there are only words. */
import {
  answerSchema,
  callDecisionSchema,
  isAnswerTo,
  resultDecisionSchema,
  type AnswerOf,
  type LoggedAnswer,
  type LoggedQuestion,
  type LoggedQuestionKind,
  type QuestionKind,
  type QuestionOf,
  type RuleScope,
} from '../log/questions'
import { isJsonObject } from '../../flow/json'
import type { PlainText } from '../../languages/translate'
import { PAUSE_TYPED, PAUSE_WORDS } from './pauses'

type QuestionWords<K extends LoggedQuestionKind> = {
  /** What a person is to do, after `to`. */
  readonly task: string
  /** What is asked, where there is no card. */
  readonly asks: (question: QuestionOf<K>) => string
  /** Why the answer before could not be taken, as the question has it in `problem`. */
  readonly problem: (problem: string) => string
  /** What stands in the box for a new message. */
  readonly hint: PlainText
  /** That a new message or turn takes the place of the answer: as it does, and in the turn afterwards. */
  readonly drops: string
  readonly dropped: string
  /** What was answered, in the turn afterwards. `question` null: it is not known any more. */
  readonly answered: (answer: AnswerOf<K>, question: QuestionOf<K> | null) => string
  /** What the command line says of an answer after which the flow may say nothing; null: nothing. */
  readonly ends: (answer: AnswerOf<K>) => string | null
  /** What to change in the flow where nobody can answer. */
  readonly without: string
}

const WORDS: { readonly [K in LoggedQuestionKind]: QuestionWords<K> } = {
  'approve-plan': {
    task: 'approve its plan',
    asks: ({ steps }) => ['The turn waits for you to approve its plan:', ...steps.map(stepLine)].join('\n'),
    problem: (problem) => `The edited plan cannot run. ${problem}`,
    hint: 'A new message drops the plan above',
    drops: 'The plan that waited for approval is dropped',
    dropped: 'You went on without an answer, so the plan was dropped.',
    answered: planAnswerWords,
    ends: ({ approved }) => (approved ? null : 'You refused the plan, so nothing of it runs.'),
    without: 'Switch the approval off',
  },
  'approve-call': {
    task: 'decide on a call of a tool',
    asks: ({ tool, arguments: args, mayHaveRun }) =>
      [
        `The turn waits for you to decide on a call of ${tool}:`,
        `  ${JSON.stringify(args)}`,
        ...(mayHaveRun ? ['It was begun before Baton was ended, so it may have taken effect already.'] : []),
      ].join('\n'),
    problem: (problem) => `The call cannot run with these arguments. ${problem}`,
    hint: 'A new message drops the calls above',
    drops: 'The calls that waited for you are dropped',
    dropped: 'You went on without an answer, so the calls that waited did not run.',
    answered: callAnswerWords,
    ends: () => null,
    without: 'Switch "Ask before each call" off',
  },
  'hold-result': {
    task: 'look at the result of a tool',
    asks: ({ tool, arguments: args, text, isError }) =>
      [
        `${tool} has run with ${args}. The turn waits for you to look at ${isError ? 'its error' : 'what it gave'}:`,
        (text === '' ? '(nothing)' : text).replaceAll(/^/gm, '  '),
      ].join('\n'),
    problem: (problem) => problem,
    hint: 'A new message drops the results above',
    drops: 'The results that waited for you are dropped',
    dropped: 'You went on without an answer, so no model read the results that waited.',
    answered: resultAnswerWords,
    ends: () => null,
    without: 'Switch "Hold each result" off',
  },
  approval: {
    task: 'approve or refuse',
    asks: ({ message, form, values, until }) =>
      [
        'The turn waits for you to approve or refuse:',
        message.replaceAll(/^/gm, '  '),
        ...(Object.keys(form).length === 0
          ? []
          : [`To be filled in: ${formWords(form)}`, `  ${JSON.stringify(values)}`]),
        ...(until === null ? [] : [`Without an answer it goes on at ${minuteOf(until)} (UTC).`]),
      ].join('\n'),
    problem: (problem) => `What was filled in cannot be taken. ${problem}`,
    hint: 'A new message makes it ask again',
    drops: 'The question that waited is asked again',
    dropped: 'You went on without an answer, so it was asked again.',
    answered: approvalAnswerWords,
    ends: ({ outcome }) => (outcome === 'timeout' ? 'Nobody answered in time.' : null),
    without: 'Take the approval out',
  },
  breakpoint: PAUSE_WORDS,
  other: {
    task: 'answer what only a newer Baton can ask',
    asks: ({ was }) => `The turn waits for an answer that only a newer Baton can take (${was}).`,
    problem: (problem) => problem,
    hint: 'A new message drops the question above',
    drops: 'The question that waited for an answer is dropped',
    dropped: 'You went on without an answer.',
    answered: () => 'You answered.',
    ends: () => null,
    without: 'Take the question out',
  },
}

/** What a person reads of questions of a kind. */
export function questionWords<K extends LoggedQuestionKind>(kind: K): QuestionWords<K> {
  return WORDS[kind]
}

/** A question where there is no card, after why the answer before was not taken. */
export function questionText(question: LoggedQuestion): string {
  const { asks, problem } = questionWords(question.kind)
  return question.problem === null ? asks(question) : `${problem(question.problem)}\n${asks(question)}`
}

/** What was answered, in words; with the question it says more. */
export function answerWords(answer: LoggedAnswer, question: LoggedQuestion | null): string {
  return questionWords(answer.kind).answered(answer, question?.kind === answer.kind ? question : null)
}

type TypedAnswer<K extends QuestionKind> = {
  /** What is asked before a line is typed. */
  readonly prompt: string
  /** A line as an answer; null: it is none. */
  readonly line: (text: string) => AnswerOf<K> | null
  /** The words that `--answer` takes. */
  readonly options: { readonly [word: string]: AnswerOf<K> }
  /** The file that it takes; null: none does. */
  readonly file: AnswerFile<K> | null
  /** What `--answer` answers, in its help. */
  readonly help: string
}

type AnswerFile<K extends QuestionKind> = {
  /** What it says; null: that is no answer. */
  readonly read: (content: unknown) => AnswerOf<K> | null
  /** What it is to hold, and one that does. */
  readonly holds: string
  readonly example: string
}

const TYPED: { readonly [K in QuestionKind]: TypedAnswer<K> } = {
  'approve-plan': {
    prompt: 'Run this plan? [y/n]',
    line: (text) => {
      const approved = yesOrNo(text)
      return approved === null ? null : { kind: 'approve-plan', approved }
    },
    options: {
      approve: { kind: 'approve-plan', approved: true },
      refuse: { kind: 'approve-plan', approved: false },
    },
    file: {
      read: editedPlan,
      holds: 'plan',
      example: '{"steps":[{"id":"E1","plan":"","tool":"Search","input":"tea"}]}',
    },
    help: 'the plan that the turn of --thread waits with: approve, refuse, or a file {"steps":[{"id","plan","tool","input"}]} with the plan as it is to run',
  },
  'hold-result': {
    prompt: 'Let the model read it? [y / n to blank it / = OTHER RESULT]',
    line: typedResult,
    options: {
      approve: { kind: 'hold-result', decision: { is: 'keep' } },
      blank: { kind: 'hold-result', decision: { is: 'blank' } },
    },
    file: {
      read: editedResult,
      holds: 'result',
      example: '{"result":"TEXT"}',
    },
    help: 'a result that it waits with: approve, blank, or a file with another one {"result":"TEXT"}',
  },
  approval: {
    prompt: 'Approve? [y / n / {"field": "value"}]',
    line: typedApproval,
    options: {
      approve: { kind: 'approval', outcome: 'approved' },
      refuse: { kind: 'approval', outcome: 'refused' },
    },
    file: {
      read: filledApproval,
      holds: 'filled in form',
      example: '{"values":{"amount":5}}',
    },
    help: 'an approval that it waits with: approve, refuse, or a file with what is filled in {"values":{}}, which approves',
  },
  'approve-call': {
    prompt: 'Run this call? [y / n REASON / = RESULT / {"other": "arguments"}]',
    line: typedDecision,
    options: {
      approve: { kind: 'approve-call', decision: { is: 'approve' } },
      refuse: { kind: 'approve-call', decision: { is: 'refuse', reason: '' } },
    },
    file: {
      read: callDecision,
      holds: 'decision on a call',
      example: '{"arguments":{"amount":5}}',
    },
    help: 'a call that it waits with: approve, refuse, or a file with other arguments {"arguments":{}}, with a reason {"refuse":"TEXT"}, or with a result in its place {"result":"TEXT"}',
  },
  breakpoint: PAUSE_TYPED,
}

/** How a question is answered in words; null: this build cannot answer it. */
export function typedAnswer(kind: LoggedQuestionKind): TypedAnswer<QuestionKind> | null {
  return kind === 'other' ? null : TYPED[kind]
}

/** How each kind of question is answered in words. */
export const TYPED_ANSWERS: readonly TypedAnswer<QuestionKind>[] = Object.values(TYPED)

/** What `--answer` takes for a question: `approve, refuse or FILE.json`. */
export function optionWords({ options, file }: TypedAnswer<QuestionKind>): string {
  return either([...Object.keys(options), ...(file === null ? [] : ['FILE.json'])])
}

/** What `--answer` takes for any question: `"approve", "refuse" or a file such as {...}`. */
export function anyOptionWords(): string {
  const words = TYPED_ANSWERS.flatMap(({ options }) => Object.keys(options).map((word) => `"${word}"`))
  const files = TYPED_ANSWERS.flatMap(({ file }) => (file === null ? [] : [`a file such as ${file.example}`]))
  return either([...new Set(words), ...files])
}

function either(ways: readonly string[]): string {
  return ways.length < 2 ? ways.join('') : `${ways.slice(0, -1).join(', ')} or ${ways.at(-1) ?? ''}`
}

/** Yes or no as it is typed; null: neither. */
function yesOrNo(line: string): boolean | null {
  if (/^y(es)?$/i.test(line)) return true
  return /^no?$/i.test(line) ? false : null
}

type CallAnswer = AnswerOf<'approve-call'>

/** `y`, `n` with a reason, `=` with the result in its place, or other arguments as JSON. Nothing that is typed allows more than this one call. */
function typedDecision(line: string): CallAnswer | null {
  const yes = yesOrNo(line)
  if (yes === true) return decided({ is: 'approve' })
  const refused = /^no?(?:\s+(.*))?$/i.exec(line)
  if (refused !== null) return decided({ is: 'refuse', reason: refused[1]?.trim() ?? '' })
  if (line.startsWith('=')) return decided({ is: 'answer', text: line.slice(1).trim() })
  return line.startsWith('{') ? callDecision({ arguments: jsonOf(line) }) : null
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function decided(decision: CallAnswer['decision']): CallAnswer {
  return { kind: 'approve-call', decision }
}

function callDecision(content: unknown): CallAnswer | null {
  if (typeof content !== 'object' || content === null) return null
  const given = [
    ...('arguments' in content ? [{ is: 'edit', arguments: content.arguments }] : []),
    ...('refuse' in content ? [{ is: 'refuse', reason: content.refuse }] : []),
    ...('result' in content ? [{ is: 'answer', text: content.result }] : []),
  ]
  const read = callDecisionSchema.safeParse(given[0])
  return given.length === 1 && read.success ? decided(read.data) : null
}

/** `You let refund run.` */
function callAnswerWords({ decision }: CallAnswer, question: QuestionOf<'approve-call'> | null): string {
  const tool = question?.tool ?? 'the tool'
  switch (decision.is) {
    case 'approve':
      return `You let ${tool} run${decision.remember === undefined ? '' : REMEMBERED[decision.remember]}.`
    case 'edit':
      return `You let ${tool} run with other arguments: ${JSON.stringify(decision.arguments)}`
    case 'refuse':
      return `You refused ${tool}${decision.reason === '' ? '.' : `: ${decision.reason}`}`
    case 'answer':
      return `You answered in the place of ${tool}: ${decision.text}`
  }
}

const REMEMBERED = {
  thread: ', from now on without asking in this thread',
  flow: ', from now on without asking in this flow',
} as const satisfies { [S in RuleScope]: string }

type ResultAnswer = AnswerOf<'hold-result'>

/** `y`, `n`, or `=` with what the model reads instead. */
function typedResult(line: string): ResultAnswer | null {
  const yes = yesOrNo(line)
  if (yes !== null) return { kind: 'hold-result', decision: { is: yes ? 'keep' : 'blank' } }
  return line.startsWith('=') ? editedResult({ result: line.slice(1).trim() }) : null
}

function editedResult(content: unknown): ResultAnswer | null {
  if (typeof content !== 'object' || content === null || !('result' in content)) return null
  const read = resultDecisionSchema.safeParse({ is: 'edit', text: content.result })
  return read.success ? { kind: 'hold-result', decision: read.data } : null
}

/** `You changed what search gave: …` */
function resultAnswerWords({ decision }: ResultAnswer, question: QuestionOf<'hold-result'> | null): string {
  const tool = question?.tool ?? 'the tool'
  switch (decision.is) {
    case 'keep':
      return `You let the model read what ${tool} gave.`
    case 'edit':
      return `You changed what ${tool} gave: ${decision.text}`
    case 'blank':
      return `You blanked what ${tool} gave.`
  }
}

type ApprovalAnswer = AnswerOf<'approval'>

/** `y`, `n`, or what is filled in as JSON, which approves. */
function typedApproval(line: string): ApprovalAnswer | null {
  const yes = yesOrNo(line)
  if (yes !== null) return { kind: 'approval', outcome: yes ? 'approved' : 'refused' }
  return line.startsWith('{') ? filledApproval({ values: jsonOf(line) }) : null
}

function filledApproval(content: unknown): ApprovalAnswer | null {
  if (typeof content !== 'object' || content === null || !('values' in content)) return null
  const read = answerSchema.safeParse({ kind: 'approval', outcome: 'approved', values: content.values })
  return read.success && isAnswerTo({ kind: 'approval' }, read.data) ? read.data : null
}

/** `You approved: Refund 5 to Ann?` */
function approvalAnswerWords({ outcome, values }: ApprovalAnswer, question: QuestionOf<'approval'> | null): string {
  const what = question === null ? '.' : `: ${question.message}`
  const filled = values === undefined || Object.keys(values).length === 0 ? '' : ` ${JSON.stringify(values)}`
  return `${OUTCOME_WORDS[outcome]}${what}${filled}`
}

const OUTCOME_WORDS = {
  approved: 'You approved',
  refused: 'You refused',
  timeout: 'Nobody answered in time',
} as const satisfies { [O in ApprovalAnswer['outcome']]: string }

/** The names of a form's fields, those that have to be filled in first. */
function formWords({ properties, required }: QuestionOf<'approval'>['form']): string {
  const names = isJsonObject(properties) ? Object.keys(properties) : []
  const needed = new Set(Array.isArray(required) ? required : [])
  return names.map((name) => (needed.has(name) ? name : `${name} (optional)`)).join(', ')
}

/** ISO 8601 without seconds and zone. */
function minuteOf(iso: string): string {
  return iso.slice(0, 16).replace('T', ' ')
}

type PlanAnswer = AnswerOf<'approve-plan'>
type PlanSteps = NonNullable<PlanAnswer['steps']>

function editedPlan(content: unknown): PlanAnswer | null {
  if (typeof content !== 'object' || content === null || !('steps' in content)) return null
  const read = answerSchema.safeParse({ kind: 'approve-plan', approved: true, steps: content.steps })
  return read.success && isAnswerTo({ kind: 'approve-plan' }, read.data) ? read.data : null
}

/** `You approved the plan, with changes to #E2, without #E3.` */
function planAnswerWords({ approved, steps }: PlanAnswer, question: QuestionOf<'approve-plan'> | null): string {
  if (!approved) return 'You refused the plan.'
  const asked: Readonly<PlanSteps> = question?.steps ?? []
  const given = new Map((steps ?? asked).map((step) => [step.id, step]))
  const changed = asked.filter((step) => isChanged(step, given.get(step.id)))
  const removed = asked.filter(({ id }) => !given.has(id))
  const added = [...given.values()].filter(({ id }) => !asked.some((step) => step.id === id))
  const parts = [list(', with changes to', changed), list(', without', removed), list(', with the new', added)]
  return `You approved the plan${parts.join('')}.`
}

function isChanged(step: PlanSteps[number], given: PlanSteps[number] | undefined): boolean {
  if (given === undefined) return false
  return given.plan !== step.plan || given.tool !== step.tool || given.input !== step.input
}

function list(words: string, steps: readonly { id: string }[]): string {
  return steps.length === 0 ? '' : `${words} ${steps.map(({ id }) => `#${id}`).join(', ')}`
}

function stepLine({ id, plan, tool, input }: PlanSteps[number]): string {
  return `  #${id} = ${tool}[${input}]${plan === '' ? '' : `  ${plan}`}`
}
