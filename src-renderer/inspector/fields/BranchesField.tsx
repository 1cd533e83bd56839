/** Branches of a condition: rows of a name, which is the port's too, and an expression with what it comes to. */
import { Button, Input, TextInput } from '@mantine/core'
import { IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { z } from 'zod'
import { parseExpression } from '../../../src-shared/agents/expressions/expression'
import { branchNameIssue, branchSchema, type Branch } from '../../../src-shared/kinds/branches'
import { IconButton } from '../../ui/IconButton'
import type { FieldProps } from '../field-types'
import { ExpressionField } from './ExpressionField'
import { useT } from '../../ui/language'
import formStyles from '../../ui/form.module.css'
import fieldsStyles from './fields.module.css'

export function BranchesField({ hint, value, error, onChange, node }: FieldProps<'branches'>) {
  const t = useT()
  const parsed = z.array(branchSchema).safeParse(value ?? [])
  const rows = parsed.success ? parsed.data : []
  const change = (next: readonly Branch[]): void => void onChange(next.map(({ name, when }) => ({ name, when })))
  const set = (index: number, patch: Partial<Branch>): void =>
    change(rows.map((row, at) => (at === index ? { ...row, ...patch } : row)))
  const without = (index: number): Branch[] => rows.filter((_row, at) => at !== index)
  const moveUp = (index: number): void => {
    const row = rows[index]
    if (row !== undefined) change(without(index).toSpliced(index - 1, 0, row))
  }
  return (
    <Input.Wrapper
      label={hint.label}
      description={hint.help}
      error={isToldByRow(rows) ? null : error}
      labelElement="div"
    >
      <div className={formStyles.rows} role="group" aria-label={hint.label}>
        {rows.map((row, index) => (
          <div
            className={fieldsStyles.outcome}
            key={index}
            role="group"
            aria-label={t('Branch {number}', { number: index + 1 })}
          >
            <div className={formStyles.row}>
              <BranchName
                label={t('Name of branch {number}', { number: index + 1 })}
                name={row.name}
                others={without(index).map(({ name }) => name)}
                onRename={(name) => set(index, { name })}
              />
              {index > 0 && (
                <IconButton label={t('Look at it earlier')} size={28} onClick={() => moveUp(index)}>
                  <IconArrowUp size={14} />
                </IconButton>
              )}
              <IconButton label={t('Remove')} size={28} onClick={() => change(without(index))}>
                <IconTrash size={14} />
              </IconButton>
            </div>
            <ExpressionField
              hint={{
                key: hint.key,
                type: 'expression',
                label: t('When {number}', { number: index + 1 }),
                placeholder: '${tries} > 2',
              }}
              value={row.when}
              error={null}
              onChange={(when) => {
                set(index, { when: typeof when === 'string' ? when : '' })
                return null
              }}
              node={node}
            />
          </div>
        ))}
        <Button
          variant="subtle"
          size="compact-xs"
          leftSection={<IconPlus size={13} />}
          onClick={() => change([...rows, { name: freeName(rows.map(({ name }) => name)), when: '' }])}
        >
          {t('Add a branch')}
        </Button>
      </div>
    </Input.Wrapper>
  )
}

/** Whether the first row with a fault tells it at its place already: what the name cannot be, or where the expression cannot be read. */
function isToldByRow(rows: readonly Branch[]): boolean {
  const names = rows.map(({ name }) => name)
  const told = rows.map(({ name, when }, at): boolean | null => {
    if (branchNameIssue(name, names.slice(0, at)) !== null) return true
    if (when.trim() === '') return false
    return parseExpression(when).ok ? null : true
  })
  return told.find((one) => one !== null) === true
}

type BranchNameProps = { label: string; name: string; others: readonly string[]; onRename: (name: string) => void }

/** What is typed stays here until the field is left: its edge goes along once, and never over a name that another branch has. */
function BranchName({ label, name, others, onRename }: BranchNameProps) {
  const t = useT()
  const [typed, setTyped] = useState<string | null>(null)
  const shown = typed ?? name
  const issue = branchNameIssue(shown.trim(), others)
  const commit = (): void => {
    if (typed !== null && issue === null && typed.trim() !== name) onRename(typed.trim())
    setTyped(null)
  }
  return (
    <TextInput
      aria-label={label}
      placeholder={t('Name')}
      value={shown}
      error={issue === null ? null : t.message(issue)}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit()
      }}
    />
  )
}

function freeName(names: readonly string[]): string {
  let number = names.length + 1
  while (names.includes(`branch ${number}`)) number += 1
  return `branch ${number}`
}
