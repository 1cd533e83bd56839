/** What a person has written in the sheet of changes, and what of it differs from what there was. Pure. */
import { readValue } from '../../../src-shared/flow/variables'
import type { Json } from '../../../src-shared/flow/records'
import type { ForkChoices, NamedNode } from '../../../src-shared/rpc/fork-choices'
import type { ForkChanges, ForkDrawing, ForkEdit } from '../../../src-shared/run/log/fork-changes'
import { type Message } from '../../../src-shared/languages/translate'

/** By the key of a field: what it says now. Fields that are not there say what they said. */
export type Drafts = { readonly [key: string]: string }

export const draftKey = {
  variable: (name: string) => `variable ${name}`,
  result: (entry: string) => `result ${entry}`,
  isError: (entry: string) => `error ${entry}`,
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

/** By key, why what was written cannot be. */
export type DraftIssues = { readonly [key: string]: Message }

/** `issues`: by key, why what was written cannot be. */
export type ReadDrafts = { changes: ForkChanges; issues: DraftIssues }

/** The changes; `drawing`: what the person chose, null where that is as usual. */
export function readDrafts(choices: ForkChoices, drafts: Drafts, drawing: ForkDrawing | null): ReadDrafts {
  const issues: { [key: string]: Message } = {}
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
    const isErrorNow = saysError(drafts, { entry, text: before, isError })
    if (text !== null || isErrorNow !== isError)
      edits.push({ what: 'result', entry, text: text ?? before, isError: isErrorNow })
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
    const chosen = (connection ?? model.connection).trim() || choices.connection
    edits.push({ what: 'model', node, connection: chosen, model: (named ?? model.model).trim() })
  }
  const holder = draftAmong(drafts, draftKey.holder, choices.holders)
  if (holder !== '') edits.push({ what: 'holder', node: holder })
  const substitutes: { [node: string]: string } = {}
  for (const { node, candidates } of choices.missing) {
    const by = draftAmong(drafts, draftKey.substitute(node), candidates)
    if (by !== '') substitutes[node] = by
  }
  return { changes: { edits, drawing, substitutes }, issues }
}

/** The node that was chosen, where it is still among those to choose from; else empty. What was chosen for another drawing may not be. */
export function draftAmong(drafts: Drafts, key: string, nodes: readonly NamedNode[]): string {
  const chosen = drafts[key] ?? ''
  return nodes.some(({ node }) => node === chosen) ? chosen : ''
}

/** Whether a result is an error now: as it was told, and what is written over it is none unless a person says so. */
export function saysError(drafts: Drafts, result: Pick<ForkChoices['results'][number], 'entry' | 'text' | 'isError'>) {
  const said = drafts[draftKey.isError(result.entry)]
  if (said !== undefined) return said === 'true'
  return result.isError && (drafts[draftKey.result(result.entry)] ?? result.text) === result.text
}

type PlanStepOf = ForkChoices['planSteps'][number]

/** What a step of a plan is called: where several nodes have plans, with whose it is, for their steps are numbered alike. */
export function planStepLabel(steps: readonly PlanStepOf[], { node, name, id, tool }: PlanStepOf): string {
  const others = steps.filter((step) => step.node !== node)
  const step = `#${id} · ${tool}`
  if (others.length === 0) return step
  return others.some((other) => other.name === name) ? `${name} (${node}) · ${step}` : `${name} · ${step}`
}
