/** Rows of a name and a text, such as headers. What has no name yet, or one that is there twice, exists only while it is typed. */
import { Button, Input, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { IconButton } from './IconButton'
import { useT } from './language'
import formStyles from './form.module.css'

type Pair = { name: string; value: string }
export type Pairs = { readonly [name: string]: string }

export type PairRowsProps = {
  label: string
  help?: string | undefined
  value: Pairs
  error: string | null
  onChange: (value: Pairs) => void
}

export function PairRows({ label, help, value, error, onChange }: PairRowsProps) {
  const t = useT()
  const stored = Object.entries(value).map(([name, text]) => ({ name, value: text }))
  const [draft, setDraft] = useState<readonly Pair[]>(stored)
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
      label={label}
      description={help}
      error={doubled === undefined ? error : t('“{doubled}” is there twice; the last one counts.', { doubled })}
      labelElement="div"
    >
      <div className={formStyles.rows} role="group" aria-label={label}>
        {rows.map((row, index) => (
          <div className={formStyles.row} key={index}>
            <TextInput
              aria-label={t('{label} name {index}', { label, index: index + 1 })}
              placeholder={t('Name')}
              value={row.name}
              onChange={(event) => set(index, { name: event.currentTarget.value })}
            />
            <TextInput
              aria-label={t('{label} value {index}', { label, index: index + 1 })}
              placeholder={t('Value')}
              value={row.value}
              onChange={(event) => set(index, { value: event.currentTarget.value })}
            />
            <IconButton label={t('Remove')} size={28} onClick={() => change(rows.filter((_row, at) => at !== index))}>
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
          {t('Add to {label}', { label: label.toLowerCase() })}
        </Button>
      </div>
    </Input.Wrapper>
  )
}

function asRecord(pairs: readonly Pair[]): Pairs {
  return Object.fromEntries(
    pairs.filter(({ name }) => name.trim() !== '').map(({ name, value }) => [name.trim(), value]),
  )
}

function isSame(one: object, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
