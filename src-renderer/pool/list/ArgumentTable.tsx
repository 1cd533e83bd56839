/** The arguments of a tool as a small table. */
import { useMemo } from 'react'
import type { Json } from '../../../src-shared/flow/records'
import { argumentRows } from './argument-rows'
import { useT } from '../../ui/language'
import styles from './ArgumentTable.module.css'

export function ArgumentTable({ parameters }: { parameters: { readonly [name: string]: Json } }) {
  const t = useT()
  const rows = useMemo(() => argumentRows(parameters, t), [parameters, t])
  if (rows.length === 0) return <div className={styles.argumentsNone}>{t('No arguments.')}</div>
  return (
    <table className={styles.arguments} aria-label={t('Arguments')}>
      <thead>
        <tr>
          <th scope="col">{t('Argument')}</th>
          <th scope="col">{t('Type')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ path, name, type, isRequired, description, depth }) => (
          <tr key={path}>
            <th scope="row" style={{ paddingLeft: 8 + depth * 12 }}>
              <span className={styles.name}>{name}</span>
              {isRequired && <span className={styles.required}> {t('needed')}</span>}
              {description !== '' && <span className={styles.about}>{description}</span>}
            </th>
            <td>{type}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
