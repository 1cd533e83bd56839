/** The conflicts of a merge in words, which git's merge driver says, in English alone: what it is about, what each side did, and what was kept. */
import { ENGLISH } from '../../languages/translate'
import type { FlowEdge, FlowNode } from '../records'
import { edgeTitle, headLabel, nodeTitle, recordLabel, settingLabel, shortValue, variableLabel } from './field-labels'
import type { MergeConflict, MergeSides } from './merge'

/** One sentence for each conflict. */
export function conflictWords(conflict: MergeConflict, sides: MergeSides): string {
  const { how, ours, theirs } = conflict
  const { record, field } = placeOf(conflict, sides)
  switch (how) {
    case 'end-gone':
      return `${record}: theirs has it, but ours removed a node that it joins. It is left out.`
    case 'end-kept':
      return `${record}: theirs removed it, but ours has an edge at it. It is kept.`
    case 'unfit':
      return `${record}: what both sides changed does not go together. Ours is kept.`
    case 'both-changed':
      break
  }
  const what = field === null ? record : `${record}: “${field}”`
  if (ours === undefined) return `${what} was removed in ours and changed in theirs. It stays removed.`
  if (theirs === undefined) return `${what} was changed in ours and removed in theirs. Ours is kept.`
  const [own, other] = [shortValue(ours, ENGLISH), shortValue(theirs, ENGLISH)]
  if (own !== null && other !== null) return `${what} is ${own} in ours and ${other} in theirs. Ours is kept.`
  return `${what} was changed differently in ours and in theirs. Ours is kept.`
}

/** What a conflict is about: the record, and the field within it. */
function placeOf(
  { path: [root, id, ...inner], how }: MergeConflict,
  { base, ours, theirs }: MergeSides,
): { record: string; field: string | null } {
  const flows = how === 'end-gone' ? [theirs, ours, base] : [ours, theirs, base]
  if (root === 'nodes' && id !== undefined) {
    const node = recordIn<FlowNode>(
      flows.map(({ nodes }) => nodes),
      id,
    )
    const field =
      node === undefined || inner.length === 0 ? null : recordLabel({ root: 'nodes', record: node }, inner, ENGLISH)
    return { record: node === undefined ? id : nodeTitle(node, ENGLISH), field }
  }
  if (root === 'edges' && id !== undefined) {
    const edge = recordIn<FlowEdge>(
      flows.map(({ edges }) => edges),
      id,
    )
    const nodes = { ...base.nodes, ...theirs.nodes, ...ours.nodes }
    const field =
      edge === undefined || inner.length === 0 ? null : recordLabel({ root: 'edges', record: edge }, inner, ENGLISH)
    return { record: edge === undefined ? id : edgeTitle(edge, nodes, ENGLISH), field }
  }
  if (root !== 'settings') return { record: 'The flow', field: headLabel([root ?? ''], ENGLISH) }
  if (id === undefined) return { record: 'The settings', field: null }
  const [name, ...rest] = inner
  if (id !== 'variables' || name === undefined)
    return { record: 'Settings', field: settingLabel([id, ...inner], ENGLISH) }
  return { record: `Variable {${name}}`, field: rest.length === 0 ? null : variableLabel(rest, ENGLISH) }
}

function recordIn<Record>(maps: readonly { readonly [id: string]: Record }[], id: string): Record | undefined {
  return maps.find((records) => Object.hasOwn(records, id))?.[id]
}
