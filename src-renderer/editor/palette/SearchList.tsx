/** A list that is searched as one types: arrows and Enter, or a click; its options may be dragged out. */
import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useId, useMemo, useState, type DragEvent, type KeyboardEvent, type ReactNode } from 'react'
import { useT } from '../../ui/language'
import styles from './SearchList.module.css'

export type ListOption = {
  id: string
  label: string
  icon: ReactNode
  /** More about it, under its label. */
  about?: string
}
export type ListGroup = { id: string; label: string; options: readonly ListOption[] }

export type SearchListProps = {
  /** What the list holds, in the plural: `kinds`. */
  /** What the box says before anything is typed, and what the list is called. */
  title: string
  listTitle: string
  /** What a search finds; must stay the same function while the list is the same. */
  find: (search: string) => readonly ListGroup[]
  /** `withShift`: by Shift and Enter. */
  onPick: (id: string, withShift: boolean) => void
  onClose?: (() => void) | undefined
  /** Fills the data of a drag; absent: nothing can be dragged out. */
  onDrag?: ((id: string, event: DragEvent) => void) | undefined
  autoFocus?: boolean
}

export function SearchList({ title, listTitle, find, onPick, onClose, onDrag, autoFocus = false }: SearchListProps) {
  const t = useT()
  const [search, setSearch] = useState('')
  const [active, setActive] = useState(0)
  const prefix = useId()
  const groups = useMemo(() => find(search), [find, search])
  const flat = useMemo(() => groups.flatMap((group) => group.options), [groups])
  const current = flat[Math.min(active, flat.length - 1)]
  // Without spaces: what is described by an id has a list of them.
  const optionId = (option: ListOption): string => `${prefix}-${encodeURIComponent(option.id)}`

  function move(step: number): void {
    const next = (Math.min(active, flat.length - 1) + step + flat.length) % Math.max(1, flat.length)
    setActive(next)
    const option = flat[next]
    if (option !== undefined) document.getElementById(optionId(option))?.scrollIntoView({ block: 'nearest' })
  }
  function press(event: KeyboardEvent): void {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') move(event.key === 'ArrowDown' ? 1 : -1)
    else if (event.key === 'Enter' && current !== undefined) {
      const { target } = event
      onPick(current.id, event.shiftKey)
      // A list that stays open is searched anew by typing on.
      if (target instanceof HTMLInputElement && document.activeElement === target) target.select()
    } else if (event.key === 'Escape' && onClose !== undefined) onClose()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className={styles.palette} data-palette onKeyDown={press}>
      <TextInput
        aria-label={title}
        role="combobox"
        aria-expanded
        aria-controls={`${prefix}-list`}
        aria-activedescendant={current === undefined ? undefined : optionId(current)}
        placeholder={title}
        leftSection={<IconSearch size={15} />}
        value={search}
        autoFocus={autoFocus}
        data-autofocus={autoFocus || undefined}
        onChange={(event) => {
          setSearch(event.currentTarget.value)
          setActive(0)
        }}
      />
      <div className={styles.list} role="listbox" tabIndex={-1} aria-label={listTitle} id={`${prefix}-list`}>
        {groups.map((group) => (
          <div key={group.id} role="group" aria-label={group.label}>
            <div className={styles.group}>{group.label}</div>
            {group.options.map((option) => (
              <div
                key={option.id}
                id={optionId(option)}
                className={styles.item}
                role="option"
                aria-label={option.label}
                aria-describedby={option.about === undefined ? undefined : `${optionId(option)}-about`}
                aria-selected={option === current}
                draggable={onDrag !== undefined}
                onDragStart={(event) => onDrag?.(option.id, event)}
                onPointerMove={() => setActive(flat.indexOf(option))}
                onClick={(event) => onPick(option.id, event.shiftKey)}
              >
                {option.icon}
                <span className={styles.words}>
                  <span>{option.label}</span>
                  {option.about !== undefined && (
                    <span id={`${optionId(option)}-about`} className={styles.about}>
                      {option.about}
                    </span>
                  )}
                </span>
              </div>
            ))}
          </div>
        ))}
        {flat.length === 0 && (
          <div className={styles.none}>
            {t('Nothing is called “{search}”. Try another word.', { search: search.trim() })}
          </div>
        )}
      </div>
    </div>
  )
}
