/** The arguments of a call: a field for each, or the JSON itself. */
import { SegmentedControl } from '@mantine/core'
import type { PlainText, Translate } from '../../src-shared/languages/translate'
import type { Json, JsonObject } from '../../src-shared/flow/records'
import { TextArea } from '../ui/TextArea'
import {
  argumentFields,
  argumentsIn,
  firstTexts,
  textsOf,
  typedArguments,
  type TypedArguments,
} from '../schema-form/schema-fields'
import { SchemaFields } from '../schema-form/SchemaFields'
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
        <>
          {fields?.length === 0 && <p className={styles.none}>{t('It takes no arguments.')}</p>}
          <SchemaFields
            fields={fields ?? []}
            typed={input.typed}
            issues={issues}
            onChange={(typed) => onChange({ view: 'fields', typed })}
          />
        </>
      )}
    </div>
  )
}
