/** Fields of rows: pairs of texts, and the outcomes of an observer. */
import { Button, Input, Select, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { z } from 'zod'
import { outcomeSchema } from '../../../src-shared/kinds/outcomes'
import { IconButton } from '../../ui/IconButton'
import { PairRows } from '../../ui/PairRows'
import type { FieldProps } from '../field-types'
import { useArgumentNames } from './completed-names'
import { NameCompletion } from './NameCompletion'
import { useT } from '../../ui/language'
import formStyles from '../../ui/form.module.css'
import fieldsStyles from './fields.module.css'

const pairsSchema = z.record(z.string(), z.string())

export function PairsField({ hint, value, error, onChange, node }: FieldProps<'pairs'>) {
  const names = useArgumentNames(node, hint.filled)
  const parsed = pairsSchema.safeParse(value ?? {})
  const pairs = parsed.success ? parsed.data : {}
  const rows = <PairRows label={hint.label} help={hint.help} value={pairs} error={error} onChange={onChange} />
  if (hint.filled === undefined) return rows
  return (
    <NameCompletion language="template" names={names}>
      {rows}
    </NameCompletion>
  )
}

const THEN = [
  { value: 'continue', label: 'Go on' },
  { value: 'finish', label: 'Finish the dialog' },
  { value: 'interrupt', label: 'Interrupt the dialog' },
  { value: 'steer', label: 'Steer with the text' },
  { value: 'reply', label: 'Reply with the text' },
] as const

type Outcome = z.infer<typeof outcomeSchema>

export function OutcomesField({ hint, value, error, onChange }: FieldProps<'outcomes'>) {
  const t = useT()
  const parsed = z.array(outcomeSchema).safeParse(value ?? [])
  const rows = parsed.success ? parsed.data : []
  const change = (next: readonly Outcome[]): void =>
    void onChange(next.map(({ answer, then, text }) => ({ answer, then, text })))
  const set = (index: number, patch: Partial<Outcome>): void =>
    change(rows.map((row, at) => (at === index ? { ...row, ...patch } : row)))
  return (
    <Input.Wrapper
      label={hint.label}
      description={hint.help ?? t('What follows from each answer. An unclear answer: the dialog goes on.')}
      error={error}
      labelElement="div"
    >
      <div className={formStyles.rows} role="group" aria-label={hint.label}>
        {rows.map((row, index) => (
          <div className={fieldsStyles.outcome} key={index}>
            <div className={formStyles.row}>
              <TextInput
                aria-label={t('Answer {number}', { number: index + 1 })}
                placeholder={t('Answer')}
                value={row.answer}
                onChange={(event) => set(index, { answer: event.currentTarget.value })}
              />
              <Select
                aria-label={t('Then {number}', { number: index + 1 })}
                data={THEN.map(({ value, label }) => ({ value, label: t(label) }))}
                value={row.then}
                onChange={(next) => set(index, { then: outcomeSchema.shape.then.parse(next ?? undefined) })}
              />
              <IconButton label={t('Remove')} size={28} onClick={() => change(rows.filter((_row, at) => at !== index))}>
                <IconTrash size={14} />
              </IconButton>
            </div>
            {(row.then === 'steer' || row.then === 'reply') && (
              <TextInput
                aria-label={t('Text {number}', { number: index + 1 })}
                placeholder={t('Text')}
                value={row.text}
                onChange={(event) => set(index, { text: event.currentTarget.value })}
              />
            )}
          </div>
        ))}
        <Button
          variant="subtle"
          size="compact-xs"
          leftSection={<IconPlus size={13} />}
          onClick={() => change([...rows, { answer: rows.length === 0 ? 'yes' : '', then: 'continue', text: '' }])}
        >
          {t('Add an outcome')}
        </Button>
      </div>
    </Input.Wrapper>
  )
}
