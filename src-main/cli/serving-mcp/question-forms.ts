/** Questions of a run as MCP's forms (elicitation), which are flat: what a person is shown, and what a filled in form answers. */
import type { ElicitRequestFormParams, PrimitiveSchemaDefinition } from '@modelcontextprotocol/sdk/types.js'
import type { JsonObject } from '../../../src-shared/flow/records'
import { rowsOf, type SchemaRow } from '../../../src-shared/json-schema/rows'
import {
  isQuestionKind,
  type Answer,
  type LoggedQuestion,
  type QuestionKind,
  type QuestionOf,
} from '../../../src-shared/run/log/questions'
import { ENGLISH } from '../../../src-shared/languages/translate'
import { questionText } from '../../../src-shared/run/words/questions'
import { typedAnswer } from '../../../src-shared/run/words/typed-answers'

type Fields = Record<string, PrimitiveSchemaDefinition>
type FormContent = { readonly [name: string]: unknown }

/** `fields` stand beside the decision; null: such a question has no flat form. `read` null: that is no answer. */
type FormKind<K extends QuestionKind> = {
  readonly words: readonly string[]
  readonly fields: (question: QuestionOf<K>) => Fields | null
  readonly read: (question: QuestionOf<K>, decision: string, filled: FormContent) => Answer | null
}

const text = (title: string): PrimitiveSchemaDefinition => ({ type: 'string', title })

/** The answer that one of the words gives which are typed. */
function byWord({ kind }: { kind: QuestionKind }, word: string): Answer | null {
  return typedAnswer(kind)?.options[word] ?? null
}

const wordsOf = (kind: QuestionKind) => Object.keys(typedAnswer(kind)?.options ?? {})

const FORMS: { readonly [K in QuestionKind]: FormKind<K> } = {
  'approve-plan': { words: wordsOf('approve-plan'), fields: () => ({}), read: byWord },
  'approve-call': {
    words: wordsOf('approve-call'),
    fields: () => ({ reason: text('Why it is refused, if it is') }),
    read: (question, decision, { reason }) =>
      decision === 'refuse' && typeof reason === 'string'
        ? { kind: 'approve-call', decision: { is: 'refuse', reason: reason.trim() } }
        : byWord(question, decision),
  },
  'hold-result': {
    words: [...wordsOf('hold-result'), 'replace'],
    fields: () => ({ result: text('What the model reads instead, if it is replaced') }),
    read: (question, decision, { result }) =>
      decision === 'replace'
        ? { kind: 'hold-result', decision: { is: 'edit', text: typeof result === 'string' ? result : '' } }
        : byWord(question, decision),
  },
  approval: { words: wordsOf('approval'), fields: approvalFields, read: readApproval },
  elicitation: {
    words: wordsOf('elicitation'),
    fields: ({ form }) => approvalFields({ form, values: {} }),
    read: readElicitation,
  },
  breakpoint: { words: wordsOf('breakpoint'), fields: () => ({}), read: byWord },
}

/** What a host is asked to show; null: it has no form for that. */
export type QuestionForm = {
  readonly params: ElicitRequestFormParams
  readonly read: (filled: FormContent) => Answer | null
}

/** The form of a question; null: it has none, as those of newer builds, or with fields that hold lists or objects. */
export function formOf(question: LoggedQuestion): QuestionForm | null {
  return question.kind === 'other' || !isQuestionKind(question.kind) ? null : formBy(question)
}

function formBy<K extends QuestionKind>(question: QuestionOf<K>): QuestionForm | null {
  const kind: FormKind<K> = FORMS[question.kind as K]
  const fields = kind.fields(question)
  if (fields === null) return null
  const name = decisionName(fields)
  const decision: PrimitiveSchemaDefinition = { type: 'string', title: 'Decision', enum: [...kind.words] }
  return {
    params: {
      mode: 'form',
      message: questionText(question, ENGLISH, Date.now()),
      requestedSchema: { type: 'object', properties: { [name]: decision, ...fields }, required: [name] },
    },
    read: (filled) => {
      const { [name]: word, ...rest } = filled
      return typeof word === 'string' && kind.words.includes(word) ? kind.read(question, word, rest) : null
    },
  }
}

/** A name that no field of the form has. */
function decisionName(fields: Fields): string {
  let name = 'decision'
  while (Object.hasOwn(fields, name)) name += '_'
  return name
}

function approvalFields({ form, values }: Pick<QuestionOf<'approval'>, 'form' | 'values'>): Fields | null {
  if (Object.keys(form).length === 0) return {}
  const rows = rowsOf(form)
  if (rows === null) return null
  const fields: Fields = {}
  for (const row of rows) {
    const field = fieldOf(row, values[row.name])
    if (field !== null) fields[row.name] = field
    else if (row.isRequired && !Object.hasOwn(values, row.name)) return null
  }
  return fields
}

function fieldOf({ name, type, description, choices }: SchemaRow, value: unknown): PrimitiveSchemaDefinition | null {
  const about = { title: name, ...(description === '' ? {} : { description }) }
  switch (type) {
    case 'boolean':
      return { type, ...about, ...(typeof value === 'boolean' ? { default: value } : {}) }
    case 'number':
    case 'integer':
      return { type, ...about, ...(typeof value === 'number' ? { default: value } : {}) }
    case 'string': {
      const words = (choices ?? []).filter((choice) => typeof choice === 'string')
      const preset = typeof value === 'string' ? { default: value } : {}
      return words.length === 0 ? { type, ...about, ...preset } : { type, ...about, enum: words, ...preset }
    }
    default:
      return null
  }
}

/** What was filled in stands over what stood there; whether it fits says the flow, which asks again. */
function readApproval(question: QuestionOf<'approval'>, decision: string, filled: FormContent): Answer | null {
  const answer = byWord(question, decision)
  const given = filledFields(question, filled)
  if (answer?.kind !== 'approval' || answer.outcome !== 'approved' || given === null) return answer
  const values: JsonObject = { ...question.values, ...given }
  return { ...answer, values }
}

function readElicitation({ form }: QuestionOf<'elicitation'>, decision: string, filled: FormContent): Answer | null {
  const given = filledFields({ form, values: {} }, filled)
  if (decision !== 'accept' || given === null) return byWord({ kind: 'elicitation' }, decision)
  return { kind: 'elicitation', action: 'accept', values: given }
}

/** What of the form was filled in; null: nothing. */
function filledFields(asked: Pick<QuestionOf<'approval'>, 'form' | 'values'>, filled: FormContent): JsonObject | null {
  const known = new Set(Object.keys(approvalFields(asked) ?? {}))
  const given = Object.entries(filled).filter(([name, value]) => known.has(name) && isPlain(value))
  return given.length === 0 ? null : (Object.fromEntries(given) as JsonObject)
}

function isPlain(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}
