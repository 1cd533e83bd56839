/** Variables to set: rows of a name and what it gets; a mistake in an expression is shown at its row. */
import type { Translate } from '../../../src-shared/languages/translate'
import { Autocomplete, Button, Input, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { z } from 'zod'
import { assignmentFault } from '../../../src-shared/agents/templates/assignment'
import { respellAssignment } from '../../../src-shared/flow/editing/respell'
import { readSettings } from '../../../src-shared/flow/records'
import { assignmentSchema, type Assignment } from '../../../src-shared/kinds/assignments'
import { useFlow } from '../../editor/editor-context'
import { IconButton } from '../../ui/IconButton'
import type { FieldProps } from '../field-types'
import { useVariableNames } from './completed-names'
import { NameCompletion } from './NameCompletion'
import { useT } from '../../ui/language'
import formStyles from '../../ui/form.module.css'
import textStyles from '../../ui/text.module.css'

export function AssignmentsField({ hint, value, error, onChange }: FieldProps<'assignments'>) {
  const t = useT()
  const names = useVariableNames()
  const settings = useFlow((flow) => flow.settings)
  const parsed = z.array(assignmentSchema).safeParse(value ?? [])
  const rows = parsed.success ? parsed.data : []
  const change = (next: readonly Assignment[]): void =>
    void onChange(next.map(({ name, value: given }) => ({ name, value: given })))
  const set = (index: number, patch: Partial<Assignment>): void =>
    change(rows.map((row, at) => (at === index ? { ...row, ...patch } : row)))
  return (
    <Input.Wrapper label={hint.label} description={hint.help} error={error} labelElement="div">
      <div className={formStyles.rows} role="group" aria-label={hint.label}>
        {rows.map((row, index) => (
          <div className={formStyles.row} key={index}>
            <Autocomplete
              aria-label={t('Variable {number}', { number: index + 1 })}
              placeholder={t('Variable')}
              data={Object.keys(readSettings({ settings }).variables)}
              value={row.name}
              spellCheck={false}
              classNames={{ input: textStyles.mono }}
              onChange={(name) => set(index, { name })}
            />
            <NameCompletion language="either" names={names}>
              <TextInput
                aria-label={t('Value {number}', { number: index + 1 })}
                placeholder="${tries} + 1"
                value={row.value}
                error={faultWords(row.value, t)}
                spellCheck={false}
                classNames={{ input: textStyles.mono }}
                onChange={(event) => set(index, { value: event.currentTarget.value })}
                onBlur={() => {
                  const respelled = respellAssignment(row, readSettings({ settings }).variables)
                  if (respelled !== row.value) set(index, { value: respelled })
                }}
              />
            </NameCompletion>
            <IconButton label={t('Remove')} size={28} onClick={() => change(rows.filter((_row, at) => at !== index))}>
              <IconTrash size={14} />
            </IconButton>
          </div>
        ))}
        <Button
          variant="subtle"
          size="compact-xs"
          leftSection={<IconPlus size={13} />}
          onClick={() => change([...rows, { name: '', value: '' }])}
        >
          {t('Add a variable')}
        </Button>
      </div>
    </Input.Wrapper>
  )
}

function faultWords(value: string, t: Translate): string | null {
  const fault = assignmentFault(value)
  return fault === null
    ? null
    : t('At character {position}: {fault}.', { position: fault.position + 1, fault: t.message(fault.message) })
}
