/** Sub-flows as a person makes, opens and unpacks them. */
import type { Sentence } from '../../src-shared/languages/translate'
import { heldFlow } from '../../src-shared/flow/editing/embedded-flow'
import { makeSubflow } from '../../src-shared/flow/editing/make-subflow'
import { unpackSubflow } from '../../src-shared/flow/editing/unpack-subflow'
import type { Refusal } from '../../src-shared/flow/editing/subflow-cut'
import type { Flow, FlowNode } from '../../src-shared/flow/records'
import { kindOf } from '../../src-shared/kinds/index'
import { GRID, sizeOf } from '../../src-shared/drawing/node-size'
import type { Editor } from './editor-context'
import { boundsOf } from './placing'
import { notifyError } from '../ui/services'

/** Makes a sub-flow of what is selected and has its name written. Answers why not, with what that is about selected. */
export function makeSubflowOfSelection(editor: Editor): Sentence | null {
  const { flow } = editor.flows.getState()
  const ids = [...editor.session.getState().nodes]
  const at = middleOf(flow, ids)
  const answer = makeSubflow(flow, ids, at === null ? {} : { at })
  if (!answer.ok) return refuse(editor, answer)
  editor.flows.edit('Make a sub-flow', () => answer.flow)
  editor.session.select([answer.node])
  editor.session.setState({ renaming: answer.node })
  return null
}

/** Whether a node is a sub-flow with a flow in it that could be unpacked. */
export function canUnpack(node: FlowNode | undefined): boolean {
  if (node === undefined || kindOf(node)?.roles.participant !== true) return false
  const by = heldFlow(node)?.by
  return by === 'value' || by === 'id'
}

/** Whether a node holds or names a flow. */
export function canOpen(node: FlowNode | undefined): boolean {
  const held = node === undefined ? null : heldFlow(node)
  return held !== null && held.by !== 'nothing'
}

/** Shows the flow inside a node on the canvas. */
export function openInPlace(editor: Editor, id: string): void {
  editor.levels?.open(id).catch((cause: unknown) => notifyError('The flow inside cannot be opened', cause))
}

/** Draws a sub-flow out. `readFlow` gets the flow of the library that it names. Answers why not. */
export async function unpackNode(
  editor: Editor,
  id: string,
  readFlow: (id: string) => Promise<Flow>,
): Promise<Sentence | null> {
  const node = editor.flows.getState().flow.nodes[id]
  const held = node === undefined ? null : heldFlow(node)
  const named = held?.by === 'id' ? { named: await readFlow(held.id) } : {}
  const answer = unpackSubflow(editor.flows.getState().flow, id, named)
  if (!answer.ok) return refuse(editor, answer)
  editor.flows.edit('Unpack', () => answer.flow)
  editor.session.select(answer.nodes)
  return null
}

function refuse(editor: Editor, { reason, node, edge }: Refusal): Sentence {
  const { flow } = editor.flows.getState()
  if (edge !== undefined && Object.hasOwn(flow.edges, edge)) editor.session.setState({ hovered: edge })
  else if (node !== undefined) editor.session.setState({ hovered: null })
  return reason
}

/** Where the card of a sub-flow stands that takes the place of nodes. */
function middleOf(flow: Flow, ids: readonly string[]): { x: number; y: number } | null {
  const box = boundsOf(flow, ids)
  if (box === null) return null
  const size = sizeOf({ kind: 'subflow', name: 'Sub-flow', data: {} })
  const onGrid = (value: number): number => Math.round(value / GRID) * GRID
  return {
    x: onGrid(box.x + (box.width - size.width) / 2),
    y: onGrid(box.y + (box.height - size.height) / 2),
  }
}
