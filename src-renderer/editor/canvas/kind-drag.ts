/** What a kind carries while it is dragged from the palette. */
import { offeredKind } from '../../../src-shared/kinds/index'
import type { Kind } from '../../../src-shared/kinds/kind'

/** Type of the data of a kind that is dragged from the palette. */
export const KIND_DRAG_TYPE = 'application/x-baton-kind'

/** While something is dragged, only the types of its data can be read: one of them names the kind. */
export function typeNaming(name: string): string {
  return `${KIND_DRAG_TYPE}.${name}`
}

/** The kind that is being dragged, by the types of its data. */
export function draggedKind(types: readonly string[]): Kind | null {
  const named = types.find((type) => type.startsWith(`${KIND_DRAG_TYPE}.`))
  const name = named?.slice(KIND_DRAG_TYPE.length + 1)
  return name === undefined ? null : offeredKind(name)
}
