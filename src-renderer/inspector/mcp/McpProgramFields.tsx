/** A local MCP server: its command, arguments, and the variables of its environment, which take stored secrets. */
import { Autocomplete, Button, Input, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { programOf, type McpTransportData } from '../../../src-shared/kinds/mcp-transport'
import { IconButton } from '../../ui/IconButton'
import { useTypedText } from '../../ui/typed-text'
import { TextArea } from '../../ui/TextArea'
import formStyles from '../../ui/form.module.css'
import styles from './McpProgramFields.module.css'

type ProgramData = Extract<McpTransportData, { type: 'stdio' }>

/** `names`: the secrets that are stored here. */
type ProgramFieldsProps = {
  value: ProgramData
  names: readonly string[]
  onChange: (value: ProgramData) => void
}

export function McpProgramFields({ value, names, onChange }: ProgramFieldsProps) {
  const [shown, type] = useTypedText(value.args.join('\n'), (typed) => isSame(linesOf(typed), value.args))
  return (
    <>
      <TextInput
        label="Command"
        placeholder="npx"
        className={formStyles.monoInput}
        autoComplete="off"
        spellCheck={false}
        value={value.command}
        onChange={(event) => onChange({ ...value, command: event.currentTarget.value })}
      />
      <TextArea
        label="Arguments"
        description="One per line."
        placeholder={'-y\n@modelcontextprotocol/server-filesystem\n/home/me/notes'}
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
      label="Environment"
      description={rows.length === 0 ? 'Variables that take stored secrets.' : 'Each variable takes a stored secret.'}
      error={doubled === undefined ? null : `"${doubled}" is there twice; the last one counts.`}
      labelElement="div"
    >
      <div className={formStyles.rows} role="group" aria-label="Environment">
        {rows.map((row, index) => (
          <div className={styles.variable} key={index}>
            <TextInput
              aria-label={`Variable ${index + 1}`}
              placeholder="Variable"
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
              label={`Remove ${row.variable === '' ? 'the variable' : row.variable}`}
              size={28}
              onClick={() => change(rows.filter((_row, at) => at !== index))}
            >
              <IconTrash size={14} />
            </IconButton>
            <span className={styles.takes}>takes</span>
            <Autocomplete
              aria-label={`Secret ${index + 1}`}
              placeholder="Secret"
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
          Add a variable
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
