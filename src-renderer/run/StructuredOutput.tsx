/** A structured output as a person reads it: a row for each field, a table for a list of like objects, and what lies deeper to unfold. */
import type { ReactNode } from 'react'
import { isJsonObject } from '../../src-shared/flow/json'
import type { Json, JsonObject } from '../../src-shared/flow/records'
import { JsonTree } from './JsonTree'
import { listTable } from './structured-rows'
import { cx } from '../ui/cx'
import { useT } from '../ui/language'
import styles from './StructuredOutput.module.css'

export function StructuredOutput({ value }: { value: { readonly [field: string]: Json } }) {
  const t = useT()
  const fields = Object.entries(value)
  if (fields.length === 0) return <div className={cx(styles.output, styles.empty)}>{t('No fields')}</div>
  return (
    <table className={styles.output} aria-label={t('Structured output')}>
      <tbody>
        {fields.map(([name, field]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>
              <Value value={field} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Value({ value }: { value: Json }) {
  if (Array.isArray(value)) return <List value={value} />
  if (isJsonObject(value)) return <Inner value={value} />
  return <Plain value={value} />
}

/** An object within: its plain fields as rows; what holds more is a tree that unfolds. */
function Inner({ value }: { value: JsonObject }) {
  const fields = Object.entries(value)
  if (fields.length === 0) return <Nothing />
  if (fields.some(([, field]) => typeof field === 'object' && field !== null)) return <JsonTree value={value} />
  return (
    <table className={styles.rows}>
      <tbody>
        {fields.map(([name, field]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>
              <Plain value={field} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function List({ value }: { value: readonly Json[] }): ReactNode {
  if (value.length === 0) return <Nothing />
  const table = listTable(value)
  if (table === null && value.some((item) => typeof item === 'object' && item !== null))
    return <JsonTree value={[...value]} />
  if (table === null)
    return (
      <ul className={styles.list}>
        {value.map((item, index) => (
          <li key={index}>
            <Plain value={item} />
          </li>
        ))}
      </ul>
    )
  return (
    <table className={styles.rows}>
      <thead>
        <tr>
          {table.columns.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map((row, index) => (
          <tr key={index}>
            {row.map((cell, at) => (
              <td key={at} data-number={typeof cell === 'number' || undefined}>
                {cell === undefined ? null : <Plain value={cell} />}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Plain({ value }: { value: Json }) {
  const t = useT()
  if (value === null || value === '') return <Nothing />
  if (typeof value === 'boolean') return <>{value ? t('yes') : t('no')}</>
  return <>{typeof value === 'object' ? JSON.stringify(value) : value}</>
}

function Nothing() {
  const t = useT()
  return <span className={styles.empty}>{t('none')}</span>
}
