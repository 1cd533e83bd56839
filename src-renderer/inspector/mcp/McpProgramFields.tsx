/** A local MCP server: its command, arguments, and the variables of its environment, which take stored secrets. */
import { Autocomplete, Button, Input, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { programOf, type McpTransportData } from '../../../src-shared/kinds/mcp-transport'
import { IconButton } from '../../ui/IconButton'
import { useTypedText } from '../../ui/typed-text'
import { TextArea } from '../../ui/TextArea'
import { useT } from '../../ui/language'
import formStyles from '../../ui/form.module.css'
import styles from './McpProgramFields.module.css'

const ARGUMENTS_EXAMPLE = '-y\n@modelcontextprotocol/server-filesystem\n/home/me/notes'

type ProgramData = Extract<McpTransportData, { type: 'stdio' }>

/** `names`: the secrets that are stored here. */
type ProgramFieldsProps = {
  value: ProgramData
  names: readonly string[]
  onChange: (value: ProgramData) => void
}

export function McpProgramFields({ value, names, onChange }: ProgramFieldsProps) {
  const t = useT()
  const [shown, type] = useTypedText(value.args.join('\n'), (typed) => isSame(linesOf(typed), value.args))
  return (
    <>
      <TextInput
        label={t('Command')}
        placeholder="npx"
        className={formStyles.monoInput}
        autoComplete="off"
        spellCheck={false}
        value={value.command}
        onChange={(event) => onChange({ ...value, command: event.currentTarget.value })}
      />
      <TextArea
        label={t('Arguments')}
        description={t('One per line.')}
        placeholder={ARGUMENTS_EXAMPLE}
        className={formStyles.monoText}
        minRows={2}
        maxRows={10}
        spellCheck={false}
        value={shown}
        onChange={(event) => {
          type(event.currentTarget.value)
          onChange({ ...value, args: linesOf(event.currentTarget.value) })
        }}
      />
      <EnvironmentRows
        env={programOf(value).env}
        names={names}
        onChange={(env) => {
          onChange({ ...value, env })
        }}
      />
    </>
  )
}

type Row = { variable: string; secret: string }
type Environment = { readonly [variable: string]: string }

type EnvironmentProps = {
  env: Environment
  names: readonly string[]
  onChange: (env: { [variable: string]: string }) => void
}

function EnvironmentRows({ env, names, onChange }: EnvironmentProps) {
  const t = useT()
  const stored = rowsOf(env)
  const [draft, setDraft] = useState<readonly Row[]>(stored)
  // Rows without a name, or with a name twice, exist only here; the rest is what the flow holds.
  const rows = isSame(asRecord(draft), asRecord(stored)) ? draft : stored
  const variables = rows.map(({ variable }) => variable.trim()).filter((variable) => variable !== '')
  const doubled = variables.find((variable, index) => variables.indexOf(variable) !== index)

  function change(next: readonly Row[]): void {
    setDraft(next)
    onChange(asRecord(next))
  }
  const set = (index: number, patch: Partial<Row>): void =>
    change(rows.map((row, at) => (at === index ? { ...row, ...patch } : row)))
  return (
    <Input.Wrapper
      label={t('Environment')}
      description={
        rows.length === 0 ? t('Variables that take stored secrets.') : t('Each variable takes a stored secret.')
      }
      error={doubled === undefined ? null : t('“{name}” is there twice; the last one counts.', { name: doubled })}
      labelElement="div"
    >
      <div className={formStyles.rows} role="group" aria-label={t('Environment')}>
        {rows.map((row, index) => (
          <div className={styles.variable} key={index}>
            <TextInput
              aria-label={t('Variable {number}', { number: index + 1 })}
              placeholder={t('Variable')}
              className={formStyles.monoInput}
              autoComplete="off"
              spellCheck={false}
              value={row.variable}
              onChange={(event) => {
                const variable = event.currentTarget.value
                // Most often the secret is called as its variable is.
                set(index, row.secret === row.variable ? { variable, secret: variable } : { variable })
              }}
            />
            <IconButton
              label={row.variable === '' ? t('Remove the variable') : t('Remove {name}', { name: row.variable })}
              size={28}
              onClick={() => change(rows.filter((_row, at) => at !== index))}
            >
              <IconTrash size={14} />
            </IconButton>
            <span className={styles.takes}>{t('takes')}</span>
            <Autocomplete
              aria-label={t('Secret {number}', { number: index + 1 })}
              placeholder={t('Secret')}
              className={formStyles.monoInput}
              data={[...names]}
              maxDropdownHeight={220}
              autoComplete="off"
              spellCheck={false}
              value={row.secret}
              onChange={(secret) => set(index, { secret })}
            />
          </div>
        ))}
        <Button
          variant="subtle"
          size="compact-xs"
          leftSection={<IconPlus size={13} />}
          onClick={() => setDraft([...rows, { variable: '', secret: '' }])}
        >
          {t('Add a variable')}
        </Button>
      </div>
    </Input.Wrapper>
  )
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '')
}

function rowsOf(env: Environment): Row[] {
  return Object.entries(env).map(([variable, secret]) => ({ variable, secret }))
}

function asRecord(rows: readonly Row[]): { [variable: string]: string } {
  const named = rows.filter(({ variable }) => variable.trim() !== '')
  return Object.fromEntries(named.map(({ variable, secret }) => [variable.trim(), secret.trim()]))
}

function isSame(one: object, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
