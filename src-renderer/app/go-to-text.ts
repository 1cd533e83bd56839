/** Leads to a text of the flow: selects whose it is, and puts the cursor into its field. */
import type { Translate } from '../../src-shared/languages/translate'
import type { TextPlace } from '../../src-shared/flow/editing/find-text'
import type { Flow } from '../../src-shared/flow/records'
import { kindOf } from '../../src-shared/kinds/index'
import { EDGES } from '../../src-shared/kinds/edges'
import type { Editor } from '../editor/editor-context'
import { showEdge, showNode } from '../editor/show'

export function goToText(editor: Editor, { owner, field }: TextPlace): void {
  if (owner.of === 'flow') showSetting(editor, field)
  else if (owner.of === 'edge') showEdge(editor, owner.id)
  else showNode(editor, owner.id)
  if (owner.of !== 'flow' && field !== 'name') editor.session.focus(field)
}

/** Opens the settings of the flow at a field. */
export function showSetting(editor: Editor, field: string): void {
  editor.session.select([])
  editor.session.setState({ flowSettingsOpen: true })
  editor.session.focus(field)
}

/** Whose text it is, in words: `Triage · Instruction`, `Triage → Refunds · Condition`. */
export function placeWords({ nodes, edges }: Flow, { owner, label: named }: TextPlace, t: Translate): string {
  const label = t.known(named)
  if (owner.of === 'flow') return `${t('Flow settings')} · ${label}`
  if (owner.of === 'node') {
    const node = nodes[owner.id]
    return `${node?.name ?? owner.id} · ${node !== undefined && named === 'Name' ? t.known(kindOf(node)?.label ?? named) : label}`
  }
  const edge = edges[owner.id]
  if (edge === undefined) return label
  const ends = [edge.from.node, edge.to.node].map((id) => nodes[id]?.name ?? id).join(' → ')
  const kind = t.known(Object.values(EDGES).find((one) => one.kind === edge.kind)?.label ?? edge.kind)
  return `${ends} · ${kind}, ${label.toLowerCase()}`
}

/** The words around a hit, in one line. */
export function aroundHit(text: string, start: number, end: number): { before: string; hit: string; after: string } {
  const flat = (part: string): string => part.replace(/\s+/g, ' ')
  const from = Math.max(0, start - 40)
  const before = `${from > 0 ? '…' : ''}${flat(text.slice(from, start))}`
  return { before, hit: flat(text.slice(start, end)), after: flat(text.slice(end, end + 80)) }
}
