/** A flow with the model or a prompt of single nodes changed, each as its kind's own schema takes it. */
import { AppError } from '../../errors'
import { inARow, message } from '../../languages/translate'
import { hasTrait, meantHints } from '../../kinds/field-types'
import { kindOf } from '../../kinds/index'
import { issueSentence, issuesOf } from '../issues'
import { isJsonObject } from '../json'
import type { NodeEdit } from '../node-edits'
import type { Flow, FlowNode, JsonObject } from '../records'

/** A field of a node that holds one prompt. */
export type PromptField = { readonly key: string; readonly label: string; readonly text: string }

/** The prompts that can be changed in a node, as they are; none for a node that asks no model. */
export function promptFields(node: FlowNode): PromptField[] {
  const kind = kindOf(node)
  if (kind === null) return []
  return meantHints(kind.fields, node.data).flatMap((hint) => {
    if (!hasTrait(hint, 'prompts', 'one')) return []
    const text = node.data[hint.key]
    return [{ key: hint.key, label: hint.label, text: typeof text === 'string' ? text : '' }]
  })
}

/** The name of the field that holds a node's own model; null: it has none. */
export function modelField(node: FlowNode): string | null {
  const kind = kindOf(node)
  return kind?.fields.find((hint) => hasTrait(hint, 'holdsModel', true))?.key ?? null
}

/** The flow with the changes. Throws `bad-input` for one that cannot be made. */
export function withNodeEdits(flow: Flow, edits: readonly NodeEdit[]): Flow {
  if (edits.length === 0) return flow
  const nodes: { [id: string]: FlowNode } = { ...flow.nodes }
  for (const edit of edits) {
    const node = Object.hasOwn(nodes, edit.node) ? nodes[edit.node] : undefined
    if (node === undefined)
      throw new AppError(
        'bad-input',
        edit.what === 'prompt'
          ? message('There is no node “{id}” on the canvas of this drawing, so its prompt cannot be changed.', {
              id: edit.node,
            })
          : message('There is no node “{id}” on the canvas of this drawing, so its model cannot be changed.', {
              id: edit.node,
            }),
      )
    nodes[edit.node] = { ...node, data: checked(node, edit, changedData(node, edit)) }
  }
  return { ...flow, nodes }
}

function changedData(node: FlowNode, edit: NodeEdit): JsonObject {
  if (edit.what === 'prompt') return { ...node.data, [promptKey(node, edit.field)]: edit.text }
  const key = modelField(node)
  if (key === null)
    throw new AppError('bad-input', message('“{name}” asks no model, so it has none to change.', { name: node.name }))
  const before = node.data[key]
  const { connection, model } = edit
  return { ...node.data, [key]: { ...(isJsonObject(before) ? before : {}), connection, model } }
}

function promptKey(node: FlowNode, field: string | undefined): string {
  const fields = promptFields(node)
  const chosen = field === undefined ? fields[0] : fields.find(({ key }) => key === field)
  if (chosen !== undefined) return chosen.key
  const keys = fields.map(({ key }) => key).join(', ')
  const { name } = node
  if (field === undefined)
    throw new AppError('bad-input', message('The prompt of “{name}” cannot be changed. It has no prompt.', { name }))
  throw new AppError(
    'bad-input',
    keys === ''
      ? message('The prompt {field} of “{name}” cannot be changed. It has no prompt.', { field, name })
      : message('The prompt {field} of “{name}” cannot be changed. Its prompts are: {keys}.', { field, name, keys }),
  )
}

/** Held to the schema that the engine reads the node by. */
function checked(node: FlowNode, { what }: NodeEdit, data: JsonObject): JsonObject {
  const read = kindOf(node)?.schema.safeParse(data)
  if (read?.success === true) return data
  const issue = read === undefined ? undefined : issuesOf(read.error, [])[0]
  const where = issue === undefined ? '' : inARow([' ', issueSentence(issue), '.'], '')
  throw new AppError(
    'bad-input',
    what === 'prompt'
      ? message('The prompt of “{name}” cannot be this.{where}', { name: node.name, where })
      : message('The model of “{name}” cannot be this.{where}', { name: node.name, where }),
  )
}
