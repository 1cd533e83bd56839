/** The field in which calls are looked for among many, with how many were found. */
import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { useT } from '../ui/language'
import styles from './CallSearch.module.css'

/** Fewer are seen at a glance. */
const MANY_CALLS = 6

type CallSearchProps = {
  typed: string
  onType: (typed: string) => void
  found: number
  all: number
  /** What is round it leaves no room at its sides. */
  isInset?: true
  children: ReactNode
}

/** Stands over the calls, its children. Control or Command and F goes to it from all of the sheet; Enter to the first that was found, Escape empties it. */
export function CallSearch({ typed, onType, found, all, isInset, children }: CallSearchProps) {
  const t = useT()
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const isThere = all >= MANY_CALLS
  useEffect(() => {
    const sheet = isThere ? field.current?.closest<HTMLElement>('[role="dialog"]') : null
    const seek = (event: globalThis.KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'f' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      event.preventDefault()
      event.stopPropagation()
      field.current?.select()
    }
    sheet?.addEventListener('keydown', seek)
    return () => sheet?.removeEventListener('keydown', seek)
  }, [isThere])
  if (!isThere) return children
  const act = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape' && typed !== '') onType('')
    else if (event.key === 'Enter' || event.key === 'ArrowDown') {
      event.preventDefault()
      list.current?.querySelector<HTMLElement>('summary,select:enabled')?.focus()
    }
  }
  return (
    <>
      <div className={styles.bar} data-inset={isInset}>
        <TextInput
          ref={field}
          size="xs"
          className={styles.field}
          leftSection={<IconSearch size={14} aria-hidden />}
          aria-label={t('Find calls')}
          placeholder={t('Tool, arguments or result')}
          value={typed}
          // What is typed goes first; the sheet closes with the next Escape.
          data-keeps-escape={typed !== '' || undefined}
          onKeyDown={act}
          onChange={(event) => onType(event.currentTarget.value)}
        />
        <span className={styles.count} role="status">
          {typed.trim() === ''
            ? t('{count, plural, one {# call} other {# calls}}', { count: all })
            : t('{found} of {all} calls', { found, all })}
        </span>
      </div>
      <div ref={list}>{children}</div>
    </>
  )
}
