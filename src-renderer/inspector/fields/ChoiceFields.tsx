/** Fields with a few possible values: a switch, a choice, a colour, a connection. */
import { Input, Radio, Select, Switch } from '@mantine/core'
import { useConnections } from '../../ui/connections'
import { asText, type FieldProps } from '../field-types'
import { useT } from '../../ui/language'
import styles from './ChoiceFields.module.css'

export function SwitchField({ hint, value, error, onChange }: FieldProps<'switch'>) {
  return (
    <Switch
      label={hint.label}
      description={hint.help}
      checked={value === true}
      error={error}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}

/** Stands for "not set" in a select, whose values are texts. */
const NOT_SET = ' '

export function ChoiceField(props: FieldProps<'choice'>) {
  const isTold = props.hint.options.every(({ about }) => about !== undefined)
  return isTold ? <CardsField {...props} /> : <SelectField {...props} />
}

/** Choices that have a line each: one can see what they mean before one is chosen. */
function CardsField({ hint, value, error, onChange }: FieldProps<'choice'>) {
  return (
    <Radio.Group
      label={hint.label}
      description={hint.help}
      error={error}
      value={typeof value === 'string' ? value : ''}
      onChange={(next) => void onChange(next)}
    >
      <div className={styles.cards}>
        {hint.options.map(({ value: option, label, about }) => (
          <Radio.Card key={option} value={option} className={styles.card} aria-label={label}>
            <span className={styles.cardName}>{label}</span>
            <span className={styles.cardAbout}>{about}</span>
          </Radio.Card>
        ))}
      </div>
    </Radio.Group>
  )
}

function SelectField({ hint, value, error, onChange }: FieldProps<'choice'>) {
  const none = hint.emptyLabel === undefined ? [] : [{ value: NOT_SET, label: hint.emptyLabel }]
  return (
    <Select
      label={hint.label}
      description={hint.help}
      data={[...none, ...hint.options.map(({ value: option, label }) => ({ value: option, label }))]}
      value={asText(value) !== '' ? asText(value) : hint.emptyLabel === undefined ? null : NOT_SET}
      error={error}
      onChange={(next) => onChange(next === null || next === NOT_SET ? undefined : next)}
    />
  )
}

export function ColorField({ hint, value, error, onChange }: FieldProps<'color'>) {
  return (
    <Input.Wrapper label={hint.label} description={hint.help} error={error} labelElement="div">
      <div className={styles.swatches} role="radiogroup" aria-label={hint.label}>
        {hint.options.map((color) => (
          <button
            key={color}
            type="button"
            className={styles.swatch}
            data-color={color}
            role="radio"
            aria-checked={value === color}
            aria-label={color}
            title={color}
            onClick={() => onChange(color)}
          />
        ))}
      </div>
    </Input.Wrapper>
  )
}

export function ConnectionField({ hint, value, error, onChange }: FieldProps<'connection'>) {
  const t = useT()
  const connections = useConnections()
  const current = asText(value)
  const names = new Set(connections.map((connection) => connection.name))
  if (current !== '') names.add(current)
  return (
    <Select
      label={hint.label}
      description={hint.help}
      data={[{ value: NOT_SET, label: t('None') }, ...[...names].map((name) => ({ value: name, label: name }))]}
      value={current === '' ? NOT_SET : current}
      error={error}
      onChange={(next) => onChange(next === null || next === NOT_SET ? undefined : next)}
    />
  )
}
