/** A JSON schema of an object as a table: a row for each field. What no row shows stays as it is; the JSON itself is behind a switch. */
import { Button, Input, SegmentedControl } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { Json } from '../../../src-shared/flow/records'
import { rowsOf, withNewRow, withoutRow, withRow } from '../../../src-shared/json-schema/rows'
import type { FieldProps } from '../field-types'
import { useFieldId } from '../use-field-id'
import { ExampleDialog } from './ExampleDialog'
import { JsonField } from './JsonField'
import { SchemaRowEditor } from './SchemaRowEditor'
import { useT } from '../../ui/language'
import styles from './SchemaField.module.css'

const VIEWS = [
  { value: 'table', label: 'Table' },
  { value: 'json', label: 'JSON' },
]

export function SchemaField(props: FieldProps<'json'>) {
  const t = useT()
  const { hint, value, error, onChange, node } = props
  const field = useFieldId(props)
  const [view, setView] = useState('table')
  const [isAsking, setAsking] = useState(false)
  /** The row that was added last: its name is chosen first. */
  const [added, setAdded] = useState<number | null>(null)
  const rows = rowsOf(value)
  const isTable = view === 'table' && rows !== null
  const change = (next: Json): void => void onChange(next, 'own-step')
  const names = (rows ?? []).map(({ name }) => name)
  return (
    <div>
      {isTable ? (
        <Input.Wrapper label={hint.label} description={hint.help} error={error} labelElement="div">
          <div className={styles.rows} role="group" aria-label={hint.label}>
            {rows.map((row, index) => (
              <SchemaRowEditor
                key={index}
                row={row}
                number={index + 1}
                node={node}
                isNew={added === index}
                others={names.filter((_name, at) => at !== index)}
                onChange={(patch, undo) => void onChange(withRow(value, index, patch), undo)}
                onRemove={() => change(withoutRow(value, index))}
              />
            ))}
          </div>
        </Input.Wrapper>
      ) : (
        <JsonField {...props} />
      )}
      {rows === null && (
        <p className={styles.note}>{t('This schema says more than a table can show: edit it as JSON.')}</p>
      )}
      {/* In the same place in both, so that the switch keeps the focus. */}
      <div className={styles.foot}>
        {isTable && (
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={<IconPlus size={13} />}
            onClick={() => {
              setAdded(rows.length)
              change(withNewRow(value))
            }}
          >
            {t('Add a row')}
          </Button>
        )}
        <div className={styles.head}>
          <Button size="compact-xs" variant="subtle" onClick={() => setAsking(true)}>
            {t('From an example')}
          </Button>
          {rows !== null && (
            <SegmentedControl
              size="xs"
              data={VIEWS.map(({ value, label }) => ({ value, label: t.known(label) }))}
              value={view}
              onChange={setView}
              aria-label={t('{label}: shown as', { label: hint.label })}
            />
          )}
        </div>
      </div>
      {isAsking && (
        <ExampleDialog
          about={field}
          label={hint.label}
          onClose={() => setAsking(false)}
          onTake={(schema) => {
            change(schema)
            setAsking(false)
            setView('table')
          }}
        />
      )}
    </div>
  )
}
