/** The searchable list of kinds, for the drawer and for the palette at the cursor. */
import type { Translate } from '../../../src-shared/languages/translate'
import { useT } from '../../ui/language'
import { useCallback } from 'react'
import { offeredName } from '../../../src-shared/kinds/index'
import type { Kind } from '../../../src-shared/kinds/kind'
import { GROUP_LABELS, KindSquare } from '../../kinds/kind-icons'
import { typeNaming } from '../canvas/kind-drag'
import { paletteGroups } from './palette-list'
import { SearchList, type ListGroup, type ListOption } from './SearchList'

export type PaletteListProps = {
  kinds: readonly Kind[]
  onPick: (kind: Kind, withShift: boolean) => void
  onClose?: () => void
  /** Type of the drag data; absent: the list cannot be dragged from. */
  dragType?: string
  autoFocus?: boolean
  /** Kinds that come first, and what for: `Fits Triage`. */
  first?: PaletteFirst | null
  /** They come first only while something is searched: a list that stays open does not jump with the selection. */
  isFirstWhenFound?: boolean
}

export type PaletteFirst = { label: string; kinds: readonly Kind[] }

export function PaletteList(props: PaletteListProps) {
  const t = useT()
  const { kinds, onPick, onClose, dragType, autoFocus, first = null, isFirstWhenFound = false } = props
  const find = useCallback(
    (search: string): readonly ListGroup[] => {
      const isUsed = !isFirstWhenFound || search.trim() !== ''
      const isFirst = (kind: Kind): boolean => isUsed && first?.kinds.includes(kind) === true
      const fitting = paletteGroups(isUsed ? (first?.kinds ?? []) : [], search, t).flatMap((group) => group.kinds)
      const others = paletteGroups(
        kinds.filter((kind) => !isFirst(kind)),
        search,
        t,
      )
      const groups = others.map(({ group, kinds: members }) => ({ id: group, label: t(GROUP_LABELS[group]), members }))
      const all = first === null ? groups : [{ id: 'first', label: first.label, members: fitting }, ...groups]
      return all
        .filter(({ members }) => members.length > 0)
        .map(({ id, label, members }) => ({
          id,
          label,
          options: members.map((kind) => kindOption(kind, t)),
        }))
    },
    [kinds, first, isFirstWhenFound, t],
  )
  return (
    <SearchList
      title={t('Search kinds')}
      listTitle={t('Kinds')}
      find={find}
      autoFocus={autoFocus ?? false}
      onPick={(id, withShift) => {
        const kind = kinds.find((candidate) => offeredName(candidate) === id)
        if (kind !== undefined) onPick(kind, withShift)
      }}
      onClose={onClose}
      onDrag={
        dragType === undefined
          ? undefined
          : (id, event) => {
              event.dataTransfer.setData(dragType, id)
              event.dataTransfer.setData(typeNaming(id), id)
              event.dataTransfer.effectAllowed = 'copy'
            }
      }
    />
  )
}

/** A kind as an option, with what it is for under its name. */
export function kindOption(kind: Kind, t: Translate): ListOption {
  return {
    id: offeredName(kind),
    label: t.known(kind.label),
    about: t.known(kind.description),
    icon: <KindSquare kind={kind} size={26} />,
  }
}
