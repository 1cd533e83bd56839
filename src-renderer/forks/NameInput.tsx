/** A name as it is written in its place: Enter and leaving keep it, Escape does not. */
import type { KeyboardEvent } from 'react'
import { useTextEdit } from '../ui/use-text-edit'
import styles from './NameInput.module.css'

/** `onEnd`: null where the name stays as it was. */
type NameInputProps = { name: string; label: string; onEnd: (name: string | null) => void }

export function NameInput({ name, label, onEnd }: NameInputProps) {
  const edit = useTextEdit<HTMLInputElement>(name, onEnd)
  function press(event: KeyboardEvent<HTMLInputElement>): void {
    event.stopPropagation()
    edit.onKeyDown(event)
  }
  return <input {...edit} className={styles.name} aria-label={label} maxLength={200} onKeyDown={press} />
}
