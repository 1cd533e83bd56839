/** The arguments of a tool as a small table. */
import { useMemo } from 'react'
import type { Json } from '../../../src-shared/flow/records'
import { argumentRows } from './argument-rows'
import styles from './ArgumentTable.module.css'

export function ArgumentTable({ parameters }: { parameters: { readonly [name: string]: Json } }) {
  const rows = useMemo(() => argumentRows(parameters), [parameters])
  if (rows.length === 0) return <div className={styles.argumentsNone}>No arguments.</div>
  return (
    <table className={styles.arguments} aria-label="Arguments">
      <thead>
        <tr>
          <th scope="col">Argument</th>
          <th scope="col">Type</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ path, name, type, isRequired, description, depth }) => (
          <tr key={path}>
            <th scope="row" style={{ paddingLeft: 8 + depth * 12 }}>
              <span className={styles.name}>{name}</span>
              {isRequired && <span className={styles.required}> needed</span>}
              {description !== '' && <span className={styles.about}>{description}</span>}
            </th>
            <td>{type}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
