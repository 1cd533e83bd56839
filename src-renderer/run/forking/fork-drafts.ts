/** What a person has written in the sheet of changes, and what of it differs from what there was. Pure. */
import { readValue } from '../../../src-shared/flow/variables'
import type { Json } from '../../../src-shared/flow/records'
import type { ForkChoices } from '../../../src-shared/rpc/fork-choices'
import type { ForkChanges, ForkDrawing, ForkEdit } from '../../../src-shared/run/log/fork-changes'

/** By the key of a field: what it says now. Fields that are not there say what they said. */
export type Drafts = { readonly [key: string]: string }

export const draftKey = {
  variable: (name: string) => `variable ${name}`,
  result: (entry: string) => `result ${entry}`,
  prompt: (node: string, field: string) => `prompt ${node} ${field}`,
  connection: (node: string) => `connection ${node}`,
  model: (node: string) => `model ${node}`,
  step: (node: string, id: string) => `step ${node} ${id}`,
  substitute: (node: string) => `substitute ${node}`,
  holder: 'holder',
} as const

/** A value as it is typed. */
export function typedValue(value: Json): string {
  return typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value)
}

/** `issues`: by key, why what was written cannot be. */
export type ReadDrafts = { changes: ForkChanges; issues: Drafts }

/** The changes; `drawing`: what the person chose, null where that is as usual. */
export function readDrafts(choices: ForkChoices, drafts: Drafts, drawing: ForkDrawing | null): ReadDrafts {
  const issues: { [key: string]: string } = {}
  const edits: ForkEdit[] = []
  const written = (key: string, before: string): string | null => {
    const now = drafts[key]
    return now === undefined || now === before ? null : now
  }
  for (const { name, type, value } of choices.variables) {
    const key = draftKey.variable(name)
    const text = written(key, typedValue(value))
    if (text === null) continue
    const read = readValue(name, type, text)
    if (read.ok) edits.push({ what: 'variable', name, value: read.value })
    else issues[key] = read.issue
  }
  for (const { entry, text: before, isError } of choices.results) {
    const text = written(draftKey.result(entry), before)
    if (text !== null) edits.push({ what: 'result', entry, text, isError })
  }
  for (const { node, id, input: before } of choices.planSteps) {
    const input = written(draftKey.step(node, id), before)
    if (input !== null) edits.push({ what: 'plan-step', node, step: { id, input } })
  }
  for (const { node, prompts, model } of choices.nodes) {
    for (const { field, text: before } of prompts) {
      const text = written(draftKey.prompt(node, field), before)
      if (text !== null) edits.push({ what: 'prompt', node, field, text })
    }
    if (model === null) continue
    const connection = written(draftKey.connection(node), model.connection)
    const named = written(draftKey.model(node), model.model)
    if (connection === null && named === null) continue
    const chosen = (connection ?? model.connection).trim()
    edits.push({ what: 'model', node, connection: chosen === '' ? 'default' : chosen, model: named ?? model.model })
  }
  const holder = drafts[draftKey.holder] ?? ''
  if (holder !== '') edits.push({ what: 'holder', node: holder })
  const substitutes: { [node: string]: string } = {}
  for (const { node } of choices.missing) {
    const by = drafts[draftKey.substitute(node)] ?? ''
    if (by !== '') substitutes[node] = by
  }
  return { changes: { edits, drawing, substitutes }, issues }
}
