/** A name as it is written in its place: Enter and leaving keep it, Escape does not. */
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import styles from './NameInput.module.css'

/** `onEnd`: null where the name stays as it was. */
type NameInputProps = { name: string; label: string; onEnd: (name: string | null) => void }

export function NameInput({ name, label, onEnd }: NameInputProps) {
  const [text, setText] = useState(name)
  const input = useRef<HTMLInputElement>(null)
  const isOver = useRef(false)
  useEffect(() => {
    input.current?.focus({ preventScroll: true })
    input.current?.select()
  }, [])
  function end(isKept: boolean): void {
    // Leaving comes once more when the input is taken away.
    if (isOver.current) return
    isOver.current = true
    const trimmed = text.trim()
    onEnd(isKept && trimmed !== '' && trimmed !== name ? trimmed : null)
  }
  function press(event: KeyboardEvent): void {
    event.stopPropagation()
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
    event.preventDefault()
    end(event.key === 'Enter')
  }
  return (
    <input
      ref={input}
      className={styles.name}
      aria-label={label}
      value={text}
      maxLength={200}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={press}
      onBlur={() => end(true)}
    />
  )
}
