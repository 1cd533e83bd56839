/** The arguments of a tool as a small table. */
import { useMemo } from 'react'
import type { Json } from '../../src-shared/flow/records'
import { argumentRows } from './argument-rows'

export function ArgumentTable({ parameters }: { parameters: { readonly [name: string]: Json } }) {
  const rows = useMemo(() => argumentRows(parameters), [parameters])
  if (rows.length === 0) return <div className="bt-arguments-none">No arguments.</div>
  return (
    <table className="bt-arguments" aria-label="Arguments">
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
              <span className="bt-argument-name">{name}</span>
              {isRequired && <span className="bt-argument-required"> needed</span>}
              {description !== '' && <span className="bt-argument-about">{description}</span>}
            </th>
            <td>{type}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
