/** Fields of rows: pairs of texts, and the outcomes of an observer. */
import { Button, Input, Select, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { z } from 'zod'
import type { Json } from '../../../src-shared/flow/records'
import { outcomeSchema } from '../../../src-shared/kinds/observer'
import { IconButton } from '../../ui/IconButton'
import type { FieldProps } from '../field-types'

type Pair = { name: string; value: string }
const pairsSchema = z.record(z.string(), z.string())

export function PairsField({ hint, value, error, onChange }: FieldProps<'pairs'>) {
  const stored = pairsOf(value)
  const [draft, setDraft] = useState<readonly Pair[]>(stored)
  // Rows without a name, or with a name twice, exist only here; the rest is what the flow holds.
  const rows = isSame(asRecord(draft), asRecord(stored)) ? draft : stored
  const names = rows.map((row) => row.name).filter((name) => name !== '')
  const doubled = names.find((name, index) => names.indexOf(name) !== index)

  function change(next: readonly Pair[]): void {
    setDraft(next)
    onChange(asRecord(next))
  }
  const set = (index: number, patch: Partial<Pair>): void =>
    change(rows.map((row, at) => (at === index ? { ...row, ...patch } : row)))
  return (
    <Input.Wrapper
      label={hint.label}
      description={hint.help}
      error={doubled === undefined ? error : `"${doubled}" is there twice; the last one counts.`}
      labelElement="div"
    >
      <div className="bt-rows" role="group" aria-label={hint.label}>
        {rows.map((row, index) => (
          <div className="bt-row" key={index}>
            <TextInput
              aria-label={`${hint.label} name ${index + 1}`}
              placeholder="Name"
              value={row.name}
              onChange={(event) => set(index, { name: event.currentTarget.value })}
            />
            <TextInput
              aria-label={`${hint.label} value ${index + 1}`}
              placeholder="Value"
              value={row.value}
              onChange={(event) => set(index, { value: event.currentTarget.value })}
            />
            <IconButton label="Remove" size={28} onClick={() => change(rows.filter((_row, at) => at !== index))}>
              <IconTrash size={14} />
            </IconButton>
          </div>
        ))}
        <Button
          variant="subtle"
          size="compact-xs"
          leftSection={<IconPlus size={13} />}
          onClick={() => setDraft([...rows, { name: '', value: '' }])}
        >
          Add to {hint.label.toLowerCase()}
        </Button>
      </div>
    </Input.Wrapper>
  )
}

function pairsOf(value: Json | undefined): Pair[] {
  const parsed = pairsSchema.safeParse(value ?? {})
  return parsed.success ? Object.entries(parsed.data).map(([name, text]) => ({ name, value: text })) : []
}

function asRecord(pairs: readonly Pair[]): { [name: string]: string } {
  return Object.fromEntries(
    pairs.filter(({ name }) => name.trim() !== '').map(({ name, value }) => [name.trim(), value]),
  )
}

function isSame(one: object, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

const THEN = [
  { value: 'continue', label: 'Go on' },
  { value: 'finish', label: 'Finish the dialog' },
  { value: 'interrupt', label: 'Interrupt the dialog' },
  { value: 'steer', label: 'Steer with the text' },
  { value: 'reply', label: 'Reply with the text' },
]

type Outcome = z.infer<typeof outcomeSchema>

export function OutcomesField({ hint, value, error, onChange }: FieldProps<'outcomes'>) {
  const parsed = z.array(outcomeSchema).safeParse(value ?? [])
  const rows = parsed.success ? parsed.data : []
  const change = (next: readonly Outcome[]): void =>
    void onChange(next.map(({ answer, then, text }) => ({ answer, then, text })))
  const set = (index: number, patch: Partial<Outcome>): void =>
    change(rows.map((row, at) => (at === index ? { ...row, ...patch } : row)))
  return (
    <Input.Wrapper
      label={hint.label}
      description={hint.help ?? 'What follows from each answer. An unclear answer: the dialog goes on.'}
      error={error}
      labelElement="div"
    >
      <div className="bt-rows" role="group" aria-label={hint.label}>
        {rows.map((row, index) => (
          <div className="bt-outcome" key={index}>
            <div className="bt-row">
              <TextInput
                aria-label={`Answer ${index + 1}`}
                placeholder="Answer"
                value={row.answer}
                onChange={(event) => set(index, { answer: event.currentTarget.value })}
              />
              <Select
                aria-label={`Then ${index + 1}`}
                data={THEN}
                value={row.then}
                onChange={(next) => set(index, { then: outcomeSchema.shape.then.parse(next ?? undefined) })}
              />
              <IconButton label="Remove" size={28} onClick={() => change(rows.filter((_row, at) => at !== index))}>
                <IconTrash size={14} />
              </IconButton>
            </div>
            {(row.then === 'steer' || row.then === 'reply') && (
              <TextInput
                aria-label={`Text ${index + 1}`}
                placeholder="Text"
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
          Add an outcome
        </Button>
      </div>
    </Input.Wrapper>
  )
}
