/** A JSON value that unfolds: objects and lists as nested entries, everything else as it is written. */
import type { Json } from '../../src-shared/flow/records'
import styles from './JsonTree.module.css'

export function JsonTree({ value }: { value: Json }) {
  return (
    <ul className={styles.tree}>
      {entriesOf(value).map(([key, inner]) => (
        <li key={key}>{isLeaf(inner) ? <Leaf name={key} value={inner} /> : <Branch name={key} value={inner} />}</li>
      ))}
    </ul>
  )
}

function Leaf({ name, value }: { name: string; value: Json }) {
  return (
    <>
      <span className={styles.key}>{name}</span> {JSON.stringify(value)}
    </>
  )
}

function Branch({ name, value }: { name: string; value: Json }) {
  return (
    <details>
      <summary>
        <span className={styles.key}>{name}</span> {sizeWords(value)}
      </summary>
      <JsonTree value={value} />
    </details>
  )
}

/** Whether there is something to unfold. */
export function isLeaf(value: Json | undefined): boolean {
  return value === undefined || entriesOf(value).length === 0
}

function entriesOf(value: Json): [string, Json][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : []
}

function sizeWords(value: Json): string {
  const count = entriesOf(value).length
  const what = Array.isArray(value) ? ['entry', 'entries'] : ['field', 'fields']
  return `${count} ${count === 1 ? what[0] : what[1]}`
}
