/** The arguments of a call: a field for each, or the JSON itself. */
import { SegmentedControl } from '@mantine/core'
import type { Json } from '../../src-shared/flow/records'
import { TextArea } from '../ui/TextArea'
import {
  argumentFields,
  firstTexts,
  textsOf,
  typedArguments,
  unreadable,
  WHOLE,
  writtenArguments,
  type FieldIssues,
  type ReadArguments,
  type TypedArguments,
} from '../schema-form/schema-fields'
import { SchemaFields } from '../schema-form/SchemaFields'
import { useT } from '../ui/language'
import formStyles from '../ui/form.module.css'
import styles from './ArgumentsForm.module.css'

/** What stands in the form: texts of fields, or JSON. */
export type TrialInput = { view: 'fields'; typed: TypedArguments } | { view: 'json'; text: string }

type Parameters = { readonly [name: string]: Json }

/** What was typed before, where the tool still has fields for it; else what a schema begins with. */
export function beginInput(parameters: Parameters, kept: TrialInput | undefined): TrialInput {
  const fields = argumentFields(parameters)
  if (fields === null) return kept?.view === 'json' ? kept : { view: 'json', text: '{}' }
  return kept ?? { view: 'fields', typed: firstTexts(fields) }
}

export function readInput(parameters: Parameters, input: TrialInput): ReadArguments {
  if (input.view === 'fields') return typedArguments(argumentFields(parameters) ?? [], input.typed)
  return writtenArguments(input.text)
}

type ArgumentsFormProps = {
  parameters: Parameters
  input: TrialInput
  issues: FieldIssues
  /** The other view cannot show what was typed: it has issues. */
  onRefused: () => void
  onChange: (input: TrialInput) => void
}

const VIEWS = [
  { value: 'fields', label: 'Form' },
  { value: 'json', label: 'JSON' },
] as const

export function ArgumentsForm({ parameters, input, issues, onRefused, onChange }: ArgumentsFormProps) {
  const t = useT()
  const fields = argumentFields(parameters)
  const whole = issues.get(WHOLE)
  const show = (view: string): void => {
    const read = readInput(parameters, input)
    if (view === input.view || fields === null) return
    if (unreadable(read.issues).size > 0) onRefused()
    else if (view === 'json') onChange({ view, text: JSON.stringify(read.args, null, 2) })
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
          error={whole === undefined ? null : t(whole.words)}
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
