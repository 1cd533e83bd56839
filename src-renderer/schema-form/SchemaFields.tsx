/** The fields of a JSON schema, one control under the other; what no field can show is named below them. */
import { Anchor, Select, TextInput } from '@mantine/core'
import {
  isGivenEmpty,
  withEmpty,
  withText,
  type ArgumentField,
  type FieldIssue,
  type FieldIssues,
  type TypedArguments,
} from './schema-fields'
import { TextArea } from '../ui/TextArea'
import { useT } from '../ui/language'
import formStyles from '../ui/form.module.css'
import styles from './SchemaFields.module.css'

type SchemaFieldsProps = {
  fields: readonly ArgumentField[]
  typed: TypedArguments
  /** What is wrong with what was typed, by field. */
  issues: FieldIssues
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
  const more = Object.keys(typed.more).filter(
    (name) => !(isGivenEmpty(typed, name) && fields.some((field) => field.name === name && field.canBeEmpty)),
  )
  return (
    <>
      {fields.map((field, index) => (
        <SchemaField
          key={field.name}
          field={field}
          isFirst={index === 0}
          text={typed.texts[field.name] ?? ''}
          isEmptyText={isGivenEmpty(typed, field.name)}
          issue={issues.get(field.name) ?? null}
          isDisabled={isDisabled}
          isSmall={isSmall}
          onChange={(text) => onChange(withText(typed, field.name, text))}
          onEmpty={() => onChange(withEmpty(typed, field.name))}
        />
      ))}
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
  /** It has the empty text, and is not left out. */
  isEmptyText: boolean
  issue: FieldIssue | null
  isDisabled: boolean
  isSmall: boolean
  onChange: (text: string) => void
  onEmpty: () => void
}

const YES_NO = ['true', 'false']

function SchemaField({
  field: { name, description, isRequired, control, canBeEmpty },
  isFirst,
  text,
  isEmptyText,
  issue,
  isDisabled,
  isSmall,
  onChange,
  onEmpty,
}: SchemaFieldProps) {
  const t = useT()
  const shared = {
    label: name,
    withAsterisk: isRequired,
    error: issue === null ? null : <Issue issue={issue} onEmpty={canBeEmpty ? onEmpty : null} />,
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
          placeholder={isEmptyText ? t('An empty text') : t('Left out')}
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
      return (
        <TextArea
          {...shared}
          {...typed}
          placeholder={isEmptyText ? t('An empty text') : undefined}
          minRows={1}
          maxRows={10}
        />
      )
  }
}

/** `onEmpty` null: there is no empty text to give. */
function Issue({ issue: { is, words }, onEmpty }: { issue: FieldIssue; onEmpty: (() => void) | null }) {
  const t = useT()
  return (
    <>
      {t(words)}
      {is === 'missing' && onEmpty !== null && (
        <>
          {' '}
          <Anchor component="button" type="button" inherit onClick={onEmpty}>
            {t('Give it an empty text')}
          </Anchor>
        </>
      )}
    </>
  )
}
