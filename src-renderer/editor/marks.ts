/** Marking what is selected: disabled, so that checks and runs do not see it, or locked where it is. */
import { markNodes } from '../../src-shared/flow/editing/edits'
import { isDisabled, isLocked } from '../../src-shared/flow/node-marks'
import { kindOf } from '../../src-shared/kinds/index'
import { canBeDisabled } from '../../src-shared/kinds/kind'
import type { Editor } from './editor-context'

/** The selected nodes that can be disabled: those that something could lead to. */
export function disablable({ flows, session }: Editor): string[] {
  const { flow } = flows.getState()
  return [...session.getState().nodes].filter((id) => {
    const kind = kindOf(flow.nodes[id] ?? { kind: '' })
    return kind !== null && canBeDisabled(kind)
  })
}

/** Disables what is selected; where all of it is disabled, enables it again. */
export function toggleDisabled(editor: Editor): void {
  const ids = disablable(editor)
  const { flow } = editor.flows.getState()
  const disabled = !ids.every((id) => isDisabled(flow.nodes[id]))
  editor.flows.edit(disabled ? 'Disable' : 'Enable', (before) => markNodes(before, ids, { disabled }))
}

/** Locks what is selected where it is; where all of it is locked, unlocks it. */
export function toggleLocked(editor: Editor): void {
  const ids = [...editor.session.getState().nodes]
  const { flow } = editor.flows.getState()
  const locked = !ids.every((id) => isLocked(flow.nodes[id]))
  editor.flows.edit(locked ? 'Lock' : 'Unlock', (before) => markNodes(before, ids, { locked }))
}

/** Whether everything that is selected is locked, so that nothing of it can be moved or removed. */
export function isAllLocked({ flows, session }: Editor): boolean {
  const { nodes, edges } = session.getState()
  const { flow } = flows.getState()
  return edges.size === 0 && nodes.size > 0 && [...nodes].every((id) => isLocked(flow.nodes[id]))
}
