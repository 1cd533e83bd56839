/** The variables that a flow declares: rows of name, type, default and description. */
import { type Message, type PlainText } from '../../../src-shared/languages/translate'
import { Button, Select, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { z } from 'zod'
import type { Json, JsonObject, Variable } from '../../../src-shared/flow/records'
import { renameVariable } from '../../../src-shared/flow/editing/rename-variable'
import { isVariableName } from '../../../src-shared/flow/variables'
import { useEditor } from '../../editor/editor-context'
import { IconButton } from '../../ui/IconButton'
import { NumberBox } from '../../ui/NumberBox'
import { useFieldFocus } from '../Field'
import { useDeclare, useUndeclared } from './declare'
import { useSettings } from './use-settings'
import { useT } from '../../ui/language'
import formStyles from '../../ui/form.module.css'
import textStyles from '../../ui/text.module.css'
import helpersStyles from '../helpers.module.css'
import styles from './VariablesSection.module.css'

const TYPES = [
  { value: 'string', label: 'Text' },
  { value: 'number', label: 'Number' },
  { value: 'boolean', label: 'Yes or no' },
  { value: 'json', label: 'JSON' },
] as const satisfies readonly { value: Variable['type']; label: string }[]

const typeSchema = z.enum(['string', 'number', 'boolean', 'json'])

export function VariablesSection() {
  const t = useT()
  const { flows } = useEditor()
  const { settings, change } = useSettings()
  const rows = Object.entries(settings.variables)
  const names = rows.map(([name]) => name)

  function save(label: PlainText, next: readonly (readonly [string, Variable])[]): Message | null {
    const variables = Object.fromEntries(next.map(([name, variable]) => [name, sparse(variable)]))
    return change(label, { variables: next.length === 0 ? undefined : variables })
  }
  const [added, setAdded] = useState<string | null>(null)
  const add = (): void => {
    const name = freeName(names)
    if (save('Add a variable', [...rows, [name, { type: 'string', description: '' }]]) === null) setAdded(name)
  }
  const section = useFieldFocus('settings.variables')
  return (
    <div role="group" aria-label={t('Variables')}>
      <div className={textStyles.sectionTitle}>{t('Variables')}</div>
      {rows.length === 0 && (
        <div className={helpersStyles.none}>
          {t(
            'None. Prompts read them as {prompt}, conditions as {condition}; tools set them, and the Variables panel shows them.',
            {
              prompt: '{name}',
              condition: '${name}',
            },
          )}
        </div>
      )}
      <ul className={styles.list}>
        {rows.map(([name, variable], index) => (
          <VariableRow
            key={index}
            name={name}
            variable={variable}
            isNew={name === added}
            taken={names.filter((_name, at) => at !== index)}
            onRename={(next) => flows.edit('Rename a variable', (flow) => renameVariable(flow, name, next))}
            onChange={(next) => save('Change a variable', rows.with(index, [name, next]))}
            onRemove={() => save('Remove a variable', rows.toSpliced(index, 1))}
          />
        ))}
      </ul>
      <div ref={section}>
        <Button variant="subtle" size="compact-xs" leftSection={<IconPlus size={13} />} onClick={add}>
          {t('Add a variable')}
        </Button>
        <Undeclared />
      </div>
    </div>
  )
}

/** What hand-offs use and nobody declared yet. */
function Undeclared() {
  const t = useT()
  const names = useUndeclared()
  const declare = useDeclare()
  if (names.length === 0) return null
  return (
    <div className={styles.undeclared} role="group" aria-label={t('Used but not declared')}>
      <span>{t('Used but not declared:')}</span>
      {names.map((name) => (
        <Button key={name} variant="default" size="compact-xs" onClick={() => declare(name)}>
          {t('Declare {name}', { name })}
        </Button>
      ))}
    </div>
  )
}

type VariableRowProps = {
  name: string
  variable: Variable
  /** It was just added: its name is to be typed. */
  isNew: boolean
  /** The names of the others. */
  taken: readonly string[]
  onRename: (name: string) => void
  onChange: (variable: Variable) => Message | null
  onRemove: () => void
}

function VariableRow({ name, variable, isNew, taken, onRename, onChange, onRemove }: VariableRowProps) {
  const t = useT()
  return (
    <li className={styles.variable}>
      <div className={formStyles.row}>
        <NameInput name={name} isNew={isNew} taken={taken} onRename={onRename} />
        <Select
          aria-label={t('Type of {name}', { name })}
          data={TYPES.map(({ value, label }) => ({ value, label: t.known(label) }))}
          value={variable.type}
          onChange={(next) => {
            const { default: _dropped, ...rest } = variable
            onChange({ ...rest, type: typeSchema.parse(next) })
          }}
        />
        <IconButton label={t('Remove {name}', { name })} size={28} onClick={onRemove}>
          <IconTrash size={14} />
        </IconButton>
      </div>
      <div className={styles.line}>
        <span aria-hidden>{t('Default')}</span>
        <DefaultInput key={variable.type} name={name} variable={variable} onChange={onChange} />
      </div>
      <div className={styles.line}>
        <span aria-hidden>{t('Is for')}</span>
        <TextInput
          aria-label={t('Description of {name}', { name })}
          placeholder={t('What it holds')}
          value={variable.description}
          onChange={(event) => onChange({ ...variable, description: event.currentTarget.value })}
        />
      </div>
    </li>
  )
}

/** What is typed stays here until it is a name that nothing else has; leaving the field takes back what is not. */
function NameInput({ name, isNew, taken, onRename }: Pick<VariableRowProps, 'name' | 'isNew' | 'taken' | 'onRename'>) {
  const t = useT()
  const [typed, setTyped] = useState<string | null>(null)
  const shown = typed ?? name
  const issue = typed === null ? null : nameIssue(typed, taken)
  const commit = (): void => {
    if (typed !== null && issue === null && typed !== name) onRename(typed)
    setTyped(null)
  }
  return (
    <TextInput
      aria-label={t('Name of {name}', { name })}
      className={formStyles.monoInput}
      value={shown}
      error={issue === null ? null : t(issue)}
      autoFocus={isNew}
      onFocus={(event) => {
        if (isNew) event.currentTarget.select()
      }}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit()
      }}
    />
  )
}

function nameIssue(name: string, taken: readonly string[]): PlainText | null {
  if (taken.includes(name)) return 'Another variable is called that.'
  return isVariableName(name) ? null : 'Letters, digits and _, a letter first, at most 64.'
}

function DefaultInput({ name, variable, onChange }: Pick<VariableRowProps, 'name' | 'variable' | 'onChange'>) {
  const t = useT()
  const label = t('Default of {name}', { name })
  const set = (value: Json | undefined): void => void onChange(withDefault(variable, value))
  const value = variable.default
  switch (variable.type) {
    case 'number':
      return (
        <NumberBox
          aria-label={label}
          placeholder={t('No default')}
          value={typeof value === 'number' ? value : null}
          onChange={set}
        />
      )
    case 'boolean':
      return (
        <Select
          aria-label={label}
          data={[
            { value: 'none', label: t('No default') },
            { value: 'true', label: t('Yes') },
            { value: 'false', label: t('No') },
          ]}
          value={typeof value === 'boolean' ? String(value) : 'none'}
          onChange={(next) => set(next === 'none' ? undefined : next === 'true')}
        />
      )
    case 'json':
      return <JsonInput label={label} value={value} onChange={set} />
    case 'string':
      return (
        <TextInput
          aria-label={label}
          placeholder={t('No default')}
          value={typeof value === 'string' ? value : ''}
          onChange={(event) => set(event.currentTarget.value === '' ? undefined : event.currentTarget.value)}
        />
      )
  }
}

type JsonInputProps = { label: string; value: Json | undefined; onChange: (value: Json | undefined) => void }

function JsonInput({ label, value, onChange }: JsonInputProps) {
  const t = useT()
  const stored = value === undefined ? '' : JSON.stringify(value)
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? stored
  const isBroken = readJson(text) === null
  return (
    <TextInput
      aria-label={label}
      className={formStyles.monoInput}
      placeholder={t('No default, such as []')}
      value={text}
      error={isBroken ? t('This is not JSON yet. It is kept once it is.') : null}
      onChange={(event) => {
        const next = event.currentTarget.value
        setTyped(next)
        const read = readJson(next)
        if (read !== null) onChange(read.value)
      }}
      onBlur={() => {
        if (!isBroken) setTyped(null)
      }}
    />
  )
}

function readJson(text: string): { value: Json | undefined } | null {
  if (text.trim() === '') return { value: undefined }
  try {
    return { value: z.json().parse(JSON.parse(text)) }
  } catch {
    return null
  }
}

function withDefault(variable: Variable, value: Json | undefined): Variable {
  const { default: _before, ...rest } = variable
  return value === undefined ? rest : { ...rest, default: value }
}

/** Only what differs from the schema's defaults. */
function sparse({ type, description, ...rest }: Variable): JsonObject {
  const kept: JsonObject = {}
  if (type !== 'string') kept['type'] = type
  for (const [key, value] of Object.entries(rest)) if (value !== undefined) kept[key] = z.json().parse(value)
  if (description !== '') kept['description'] = description
  return kept
}

function freeName(names: readonly string[]): string {
  let number = names.length + 1
  while (names.includes(`variable_${number}`)) number += 1
  return `variable_${number}`
}
