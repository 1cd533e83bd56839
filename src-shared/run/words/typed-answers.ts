/** How a question is told and answered where there are only words and no cards: on the command line, of endpoints and of tools. In English alone. */
import {
  answerSchema,
  callDecisionSchema,
  isAnswerTo,
  resultDecisionSchema,
  type AnswerOf,
  type LoggedQuestionKind,
  type QuestionKind,
} from '../log/questions'
import type { GoOnVerb } from '../log/breakpoints'

type AskingWords<K extends LoggedQuestionKind> = {
  /** What a person is to do, after `to`. */
  readonly task: string
  /** That a new message takes the place of the answer. */
  readonly drops: string
  /** What is said of an answer after which the flow may say nothing; null: nothing. */
  readonly ends: (answer: AnswerOf<K>) => string | null
}

const ASKING: { readonly [K in LoggedQuestionKind]: AskingWords<K> } = {
  'approve-plan': {
    task: 'approve its plan',
    drops: 'The plan that waited for approval is dropped',
    ends: ({ approved }) => (approved ? null : 'You refused the plan, so nothing of it runs.'),
  },
  'approve-call': {
    task: 'decide on a call of a tool',
    drops: 'The calls that waited for you are dropped',
    ends: () => null,
  },
  'hold-result': {
    task: 'look at the result of a tool',
    drops: 'The results that waited for you are dropped',
    ends: () => null,
  },
  approval: {
    task: 'approve or refuse',
    drops: 'The question that waited is asked again',
    ends: ({ outcome }) => (outcome === 'timeout' ? 'Nobody answered in time.' : null),
  },
  elicitation: {
    task: 'answer what a tool asks',
    drops: 'The call that asked is given up',
    ends: () => null,
  },
  breakpoint: {
    task: 'go on from a breakpoint',
    drops: 'The turn that was paused at a breakpoint is given up',
    ends: ({ go }) => (go.is === 'stop' ? 'You stopped the turn at a breakpoint.' : null),
  },
  other: {
    task: 'answer what only a newer Baton can ask',
    drops: 'The question that waited for an answer is dropped',
    ends: () => null,
  },
}

/** What is said of questions of a kind to who has no card. */
export function askingWords<K extends LoggedQuestionKind>(kind: K): AskingWords<K> {
  return ASKING[kind]
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

function went(is: GoOnVerb): AnswerOf<'breakpoint'> {
  return { kind: 'breakpoint', go: { is } }
}

/** The words that are typed. */
const GO_ON_WORDS: { readonly [word: string]: AnswerOf<'breakpoint'> } = {
  continue: went('continue'),
  over: went('over'),
  into: went('into'),
  out: went('out'),
  stop: went('stop'),
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
  elicitation: {
    prompt: 'Answer? [y / n to decline / {"field": "value"}]',
    line: typedElicitation,
    options: {
      accept: { kind: 'elicitation', action: 'accept' },
      decline: { kind: 'elicitation', action: 'decline' },
    },
    file: {
      read: filledElicitation,
      holds: 'answer to what a tool asks',
      example: '{"answer":{"name":"Ann"}}',
    },
    help: 'what a tool asks before it goes on: accept, decline, or a file with what is filled in {"answer":{}}',
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
  breakpoint: {
    prompt: 'Go on? [continue / over / into / out / stop]',
    line: (text) => GO_ON_WORDS[text.trim().toLowerCase()] ?? null,
    options: GO_ON_WORDS,
    file: null,
    help: 'how a turn goes on that is paused at a breakpoint: continue, over, into, out, stop',
  },
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

type ElicitationAnswer = AnswerOf<'elicitation'>

/** `y`, `n`, or what is filled in as JSON. */
function typedElicitation(line: string): ElicitationAnswer | null {
  const yes = yesOrNo(line)
  if (yes !== null) return { kind: 'elicitation', action: yes ? 'accept' : 'decline' }
  return line.startsWith('{') ? filledElicitation({ answer: jsonOf(line) }) : null
}

function filledElicitation(content: unknown): ElicitationAnswer | null {
  if (typeof content !== 'object' || content === null || !('answer' in content)) return null
  const read = answerSchema.safeParse({ kind: 'elicitation', action: 'accept', values: content.answer })
  return read.success && isAnswerTo({ kind: 'elicitation' }, read.data) ? read.data : null
}

type PlanAnswer = AnswerOf<'approve-plan'>

function editedPlan(content: unknown): PlanAnswer | null {
  if (typeof content !== 'object' || content === null || !('steps' in content)) return null
  const read = answerSchema.safeParse({ kind: 'approve-plan', approved: true, steps: content.steps })
  return read.success && isAnswerTo({ kind: 'approve-plan' }, read.data) ? read.data : null
}
