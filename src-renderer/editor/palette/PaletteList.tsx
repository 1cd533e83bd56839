/** The searchable list of kinds, for the drawer and for the palette at the cursor. */
import { useCallback } from 'react'
import type { Kind } from '../../../src-shared/kinds/kind'
import { GROUP_LABELS, KindSquare } from '../../kinds/kind-icons'
import { paletteGroups } from './palette-list'
import { SearchList, type ListGroup, type ListOption } from './SearchList'

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

export function PaletteList({ kinds, onPick, onClose, dragType, autoFocus, isDetailed = false }: PaletteListProps) {
  const find = useCallback(
    (search: string): readonly ListGroup[] =>
      paletteGroups(kinds, search).map(({ group, kinds: members }) => ({
        id: group,
        label: GROUP_LABELS[group],
        options: members.map((kind) => kindOption(kind, isDetailed)),
      })),
    [kinds, isDetailed],
  )
  return (
    <SearchList
      what="kinds"
      find={find}
      autoFocus={autoFocus ?? false}
      onPick={(id) => {
        const kind = kinds.find((candidate) => candidate.kind === id)
        if (kind !== undefined) onPick(kind)
      }}
      onClose={onClose}
      onDrag={
        dragType === undefined
          ? undefined
          : (id, event) => {
              event.dataTransfer.setData(dragType, id)
              event.dataTransfer.effectAllowed = 'copy'
            }
      }
    />
  )
}

/** A kind as an option; without details it says what it is for on hover. */
export function kindOption(kind: Kind, isDetailed: boolean): ListOption {
  const { kind: id, label, description } = kind
  const option = { id, label, icon: <KindSquare kind={kind} size={26} /> }
  return isDetailed ? { ...option, about: description } : { ...option, title: description }
}
