/** One row of a schema: its name, its type, whether it must be there, what it is, and the texts of which it must be one. */
import { message, type PlainText } from '../../../src-shared/languages/translate'
import { Select, Switch, TextInput } from '@mantine/core'
import { IconBraces, IconTrash } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { isJsonObject } from '../../../src-shared/flow/json'
import { rowNameIssue, saysMore, type RowPatch, type SchemaRow } from '../../../src-shared/json-schema/rows'
import { TYPE_NAMES, type TypeName } from '../../../src-shared/json-schema/walk'
import { IconButton } from '../../ui/IconButton'
import type { UndoStep } from '../field-types'
import { JsonField } from './JsonField'
import { useT } from '../../ui/language'
import textStyles from '../../ui/text.module.css'
import styles from './SchemaField.module.css'

const TYPE_LABELS: { readonly [T in TypeName]: PlainText } = {
  string: 'Text',
  number: 'Number',
  integer: 'Whole number',
  boolean: 'Yes or no',
  array: 'List',
  object: 'Object',
  null: 'Nothing',
}

const TYPES = TYPE_NAMES.map((value) => ({ value, label: TYPE_LABELS[value] }))

type SchemaRowEditorProps = {
  row: SchemaRow
  number: number
  node: string | null
  isNew: boolean
  /** The names of the other rows. */
  others: readonly string[]
  onChange: (patch: RowPatch, undo?: UndoStep) => void
  onRemove: () => void
}

export function SchemaRowEditor({ row, number, node, isNew, others, onChange, onRemove }: SchemaRowEditorProps) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const hasMore = saysMore(row)
  return (
    <div className={styles.row} role="group" aria-label={t('Row {number}: {name}', { number, name: row.name })}>
      <div className={styles.line}>
        <RowName
          name={row.name}
          number={number}
          others={others}
          isNew={isNew}
          onRename={(name) => onChange({ name })}
        />
        <Select
          className={styles.type}
          aria-label={t('Type of {name}', { name: row.name })}
          data={TYPES.map(({ value, label }) => ({ value, label: t(label) }))}
          value={row.type}
          placeholder={t('as JSON')}
          allowDeselect={false}
          onChange={(type) => onChange({ type: TYPE_NAMES.find((name) => name === type) ?? 'string' }, 'own-step')}
        />
      </div>
      <TextInput
        aria-label={t('What {name} is', { name: row.name })}
        placeholder={t('What it is')}
        value={row.description}
        disabled={row.part['description'] !== undefined && typeof row.part['description'] !== 'string'}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
      {row.type === 'string' && row.choices !== null && (
        <Choices key={row.name} row={row} choices={row.choices} onChange={onChange} />
      )}
      <div className={styles.line}>
        <Switch
          size="xs"
          className={styles.required}
          label={t('Required')}
          aria-label={t('{name} is required', { name: row.name })}
          checked={row.isRequired}
          onChange={(event) => onChange({ isRequired: event.currentTarget.checked }, 'own-step')}
        />
        <span className={styles.tools}>
          <IconButton
            label={t('{name} as JSON', { name: row.name })}
            size={26}
            data-more={hasMore || undefined}
            className={styles.more}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <IconBraces size={14} />
          </IconButton>
          <IconButton label={t('Remove {name}', { name: row.name })} size={26} onClick={onRemove}>
            <IconTrash size={14} />
          </IconButton>
        </span>
      </div>
      {isOpen && (
        <JsonField
          hint={{ key: 'part', label: t('{name} as JSON', { name: row.name }), type: 'json' }}
          value={row.part}
          error={null}
          node={node}
          onChange={(part) => {
            if (!isJsonObject(part)) return message('This must be a JSON object.')
            onChange({ part })
            return null
          }}
        />
      )}
    </div>
  )
}

type ChoicesProps = { row: SchemaRow; choices: readonly string[]; onChange: SchemaRowEditorProps['onChange'] }

/** What is typed stays as it is typed; what it lists goes into the schema. */
function Choices({ row, choices, onChange }: ChoicesProps) {
  const t = useT()
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <TextInput
      aria-label={t('Allowed values of {name}', { name: row.name })}
      placeholder={t('Any text, or: small, large')}
      value={typed ?? choices.join(', ')}
      onChange={(event) => {
        const text = event.currentTarget.value
        setTyped(text)
        onChange({ choices: listed(text) })
      }}
      onBlur={() => setTyped(null)}
    />
  )
}

function listed(text: string): string[] {
  return [
    ...new Set(
      text
        .split(',')
        .map((choice) => choice.trim())
        .filter((choice) => choice !== ''),
    ),
  ]
}

type RowNameProps = {
  name: string
  number: number
  others: readonly string[]
  isNew: boolean
  onRename: (name: string) => void
}

/** What is typed stays here until the field is left, so that a name on the way to another never takes its place. */
function RowName({ name, number, others, isNew, onRename }: RowNameProps) {
  const t = useT()
  const [typed, setTyped] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const issue = rowNameIssue(typed ?? name, others)
  useEffect(() => {
    if (isNew) input.current?.select()
  }, [isNew])
  const commit = (): void => {
    if (typed !== null && issue === null && typed.trim() !== name) onRename(typed.trim())
    setTyped(null)
  }
  return (
    <TextInput
      ref={input}
      className={styles.name}
      aria-label={t('Row {number}: name', { number })}
      value={typed ?? name}
      error={issue === null ? null : t.message(issue)}
      spellCheck={false}
      classNames={{ input: textStyles.mono }}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit()
      }}
    />
  )
}
