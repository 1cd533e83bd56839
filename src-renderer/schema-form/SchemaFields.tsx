/** The fields of a JSON schema, one control under the other; what no field can show is named below them. */
import { Select, TextInput } from '@mantine/core'
import type { PlainText } from '../../src-shared/languages/translate'
import type { ArgumentField, TypedArguments } from './schema-fields'
import { TextArea } from '../ui/TextArea'
import { useT } from '../ui/language'
import formStyles from '../ui/form.module.css'
import styles from './SchemaFields.module.css'

type SchemaFieldsProps = {
  fields: readonly ArgumentField[]
  typed: TypedArguments
  /** What is wrong with what was typed, by field. */
  issues: ReadonlyMap<string, PlainText>
  isDisabled?: boolean
  /** In a card of a chat: of the size of its buttons. */
  isSmall?: boolean
  onChange: (typed: TypedArguments) => void
}

export function SchemaFields({
  fields,
  typed,
  issues,
  isDisabled = false,
  isSmall = false,
  onChange,
}: SchemaFieldsProps) {
  const t = useT()
  const more = Object.keys(typed.more)
  return (
    <>
      {fields.map((field, index) => {
        const issue = issues.get(field.name)
        return (
          <SchemaField
            key={field.name}
            field={field}
            isFirst={index === 0}
            text={typed.texts[field.name] ?? ''}
            issue={issue === undefined ? null : t(issue)}
            isDisabled={isDisabled}
            isSmall={isSmall}
            onChange={(text) => onChange({ ...typed, texts: { ...typed.texts, [field.name]: text } })}
          />
        )
      })}
      {more.length > 0 && (
        <p className={styles.more}>{t('As JSON it also has: {names}', { names: more.join(', ') })}</p>
      )}
    </>
  )
}

type SchemaFieldProps = {
  field: ArgumentField
  isFirst: boolean
  text: string
  issue: string | null
  isDisabled: boolean
  isSmall: boolean
  onChange: (text: string) => void
}

const YES_NO = ['true', 'false']

function SchemaField({
  field: { name, description, isRequired, control },
  isFirst,
  text,
  issue,
  isDisabled,
  isSmall,
  onChange,
}: SchemaFieldProps) {
  const t = useT()
  const shared = {
    label: name,
    withAsterisk: isRequired,
    error: issue,
    disabled: isDisabled,
    'data-autofocus': isFirst || undefined,
    ...(isSmall ? ({ size: 'xs' } as const) : {}),
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
