/** The arguments of a call: a field for each, or the JSON itself. */
import { SegmentedControl, Select, TextInput } from '@mantine/core'
import type { PlainText, Translate } from '../../src-shared/languages/translate'
import type { Json, JsonObject } from '../../src-shared/flow/records'
import { TextArea } from '../ui/TextArea'
import {
  argumentFields,
  argumentsIn,
  firstTexts,
  textsOf,
  typedArguments,
  type ArgumentField,
  type TypedArguments,
} from './trial-form'
import { useT } from '../ui/language'
import formStyles from '../ui/form.module.css'
import styles from './ArgumentsForm.module.css'

/** What stands in the form: texts of fields, or JSON. */
export type TrialInput = { view: 'fields'; typed: TypedArguments } | { view: 'json'; text: string }

type Parameters = { readonly [name: string]: Json }
type ReadInput = { args: JsonObject } | { issues: ReadonlyMap<string, PlainText> }

/** The whole of the JSON, among the names of fields. */
const WHOLE = ''

/** What was typed before, where the tool still has fields for it; else what a schema begins with. */
export function beginInput(parameters: Parameters, kept: TrialInput | undefined): TrialInput {
  const fields = argumentFields(parameters)
  if (fields === null) return kept?.view === 'json' ? kept : { view: 'json', text: '{}' }
  return kept ?? { view: 'fields', typed: firstTexts(fields) }
}

export function readInput(parameters: Parameters, input: TrialInput): ReadInput {
  if (input.view === 'fields') return typedArguments(argumentFields(parameters) ?? [], input.typed)
  const args = argumentsIn(input.text)
  return args === null ? { issues: new Map([[WHOLE, 'This is not a JSON object yet.']]) } : { args }
}

const issueWords = (issue: PlainText | undefined, t: Translate): string | null =>
  issue === undefined ? null : t(issue)

type ArgumentsFormProps = {
  parameters: Parameters
  input: TrialInput
  issues: ReadonlyMap<string, PlainText>
  onChange: (input: TrialInput) => void
}

const VIEWS = [
  { value: 'fields', label: 'Form' },
  { value: 'json', label: 'JSON' },
] as const

export function ArgumentsForm({ parameters, input, issues, onChange }: ArgumentsFormProps) {
  const t = useT()
  const fields = argumentFields(parameters)
  const show = (view: string): void => {
    const read = readInput(parameters, input)
    if (view === input.view || fields === null || 'issues' in read) return
    if (view === 'json') onChange({ view, text: JSON.stringify(read.args, null, 2) })
    else onChange({ view: 'fields', typed: textsOf(fields, read.args) })
  }
  return (
    <div className={styles.form}>
      <div className={styles.head}>
        <h3 className={styles.title}>{t('Arguments')}</h3>
        {fields !== null && (
          <SegmentedControl
            size="xs"
            data={VIEWS.map(({ value, label }) => ({ value, label: t.known(label) }))}
            value={input.view}
            onChange={show}
            aria-label={t('Arguments: shown as')}
          />
        )}
      </div>
      {input.view === 'json' ? (
        <TextArea
          className={formStyles.monoText}
          aria-label={t('Arguments as JSON')}
          data-autofocus
          minRows={8}
          maxRows={18}
          value={input.text}
          error={issueWords(issues.get(WHOLE), t)}
          onChange={(event) => onChange({ view: 'json', text: event.currentTarget.value })}
        />
      ) : (
        <Fields fields={fields ?? []} typed={input.typed} issues={issues} onChange={onChange} />
      )}
    </div>
  )
}

type FieldsProps = {
  fields: readonly ArgumentField[]
  typed: TypedArguments
  issues: ReadonlyMap<string, PlainText>
  onChange: (input: TrialInput) => void
}

function Fields({ fields, typed, issues, onChange }: FieldsProps) {
  const t = useT()
  const more = Object.keys(typed.more)
  return (
    <>
      {fields.length === 0 && <p className={styles.none}>{t('It takes no arguments.')}</p>}
      {fields.map((field, index) => (
        <ArgumentBox
          key={field.name}
          field={field}
          isFirst={index === 0}
          text={typed.texts[field.name] ?? ''}
          issue={issueWords(issues.get(field.name), t)}
          onChange={(text) =>
            onChange({ view: 'fields', typed: { ...typed, texts: { ...typed.texts, [field.name]: text } } })
          }
        />
      ))}
      {more.length > 0 && (
        <p className={styles.none}>{t('As JSON it also has: {names}', { names: more.join(', ') })}</p>
      )}
    </>
  )
}

type ArgumentBoxProps = {
  field: ArgumentField
  isFirst: boolean
  text: string
  issue: string | null
  onChange: (text: string) => void
}

const YES_NO = ['true', 'false']

function ArgumentBox({
  field: { name, description, isRequired, control },
  isFirst,
  text,
  issue,
  onChange,
}: ArgumentBoxProps) {
  const t = useT()
  const shared = {
    label: name,
    withAsterisk: isRequired,
    error: issue,
    'data-autofocus': isFirst || undefined,
    ...(description === '' ? {} : { description }),
  }
  const typed = {
    value: text,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  }
  switch (control.is) {
    case 'choice':
    case 'yes-no':
      return (
        <Select
          {...shared}
          placeholder={t('Left out')}
          clearable
          data={control.is === 'choice' ? [...new Set(control.choices)] : YES_NO}
          value={text === '' ? null : text}
          onChange={(value) => onChange(value ?? '')}
        />
      )
    case 'number':
      return <TextInput {...shared} {...typed} inputMode={control.isWhole ? 'numeric' : 'decimal'} />
    case 'json':
      return (
        <TextArea {...shared} {...typed} className={formStyles.monoText} placeholder="JSON" minRows={2} maxRows={10} />
      )
    case 'text':
      return <TextArea {...shared} {...typed} minRows={1} maxRows={10} />
  }
}
