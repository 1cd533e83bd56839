/** The searchable list of kinds, for the drawer and for the palette at the cursor: arrows and Enter, click, or drag. */
import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useId, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import type { Kind } from '../../../src-shared/kinds/kind'
import { GROUP_LABELS, KindSquare } from '../../kinds/kind-icons'
import { paletteGroups } from './palette-list'

export type PaletteListProps = {
  kinds: readonly Kind[]
  onPick: (kind: Kind) => void
  onClose?: () => void
  /** Type of the drag data; absent: the list cannot be dragged from. */
  dragType?: string
  autoFocus?: boolean
  /** Shows what each kind is for under its name. */
  isDetailed?: boolean
}

export function PaletteList({
  kinds,
  onPick,
  onClose,
  dragType,
  autoFocus = false,
  isDetailed = false,
}: PaletteListProps) {
  const [search, setSearch] = useState('')
  const [active, setActive] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const prefix = useId()
  const groups = useMemo(() => paletteGroups(kinds, search), [kinds, search])
  const flat = useMemo(() => groups.flatMap((entry) => entry.kinds), [groups])
  const current = flat[Math.min(active, flat.length - 1)]
  const optionId = (kind: Kind): string => `${prefix}-${kind.kind}`

  function move(step: number): void {
    const next = (Math.min(active, flat.length - 1) + step + flat.length) % Math.max(1, flat.length)
    setActive(next)
    const kind = flat[next]
    if (kind !== undefined) document.getElementById(optionId(kind))?.scrollIntoView({ block: 'nearest' })
  }
  function press(event: KeyboardEvent): void {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') move(event.key === 'ArrowDown' ? 1 : -1)
    else if (event.key === 'Enter' && current !== undefined) onPick(current)
    else if (event.key === 'Escape' && onClose !== undefined) onClose()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className="bt-palette" onKeyDown={press}>
      <TextInput
        aria-label="Search kinds"
        role="combobox"
        aria-expanded
        aria-controls={`${prefix}-list`}
        aria-activedescendant={current === undefined ? undefined : optionId(current)}
        placeholder="Search kinds"
        leftSection={<IconSearch size={15} />}
        value={search}
        autoFocus={autoFocus}
        data-autofocus={autoFocus || undefined}
        onChange={(event) => {
          setSearch(event.currentTarget.value)
          setActive(0)
        }}
      />
      <div className="bt-palette-list" role="listbox" aria-label="Kinds" id={`${prefix}-list`} ref={list}>
        {groups.map(({ group, kinds: members }) => (
          <div key={group} role="group" aria-label={GROUP_LABELS[group]}>
            <div className="bt-palette-group">{GROUP_LABELS[group]}</div>
            {members.map((kind) => (
              <div
                key={kind.kind}
                id={optionId(kind)}
                className="bt-palette-item"
                role="option"
                aria-label={kind.label}
                aria-selected={kind === current}
                title={isDetailed ? undefined : kind.description}
                draggable={dragType !== undefined}
                onDragStart={(event) => {
                  if (dragType === undefined) return
                  event.dataTransfer.setData(dragType, kind.kind)
                  event.dataTransfer.effectAllowed = 'copy'
                }}
                onPointerMove={() => setActive(flat.indexOf(kind))}
                onClick={() => onPick(kind)}
              >
                <KindSquare kind={kind} size={26} />
                <span className="bt-palette-words">
                  <span>{kind.label}</span>
                  {isDetailed && <span className="bt-palette-about">{kind.description}</span>}
                </span>
              </div>
            ))}
          </div>
        ))}
        {flat.length === 0 && (
          <div className="bt-palette-none">Nothing is called “{search.trim()}”. Try another word.</div>
        )}
      </div>
    </div>
  )
}
