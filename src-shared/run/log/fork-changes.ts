/** What a person changes where a thread leaves another one: data that is stored with the new thread. */
import { z } from 'zod'
import { stepEditSchema } from '../../agents/plan/edit-plan'
import { modelEditSchema, promptEditSchema, type NodeEdit } from '../../flow/node-edits'

const node = z.string().min(1).max(128)

/**
 * `entry`: a result's place in the log. `holder`: who has the baton from here on. `plan-step`: a step of a plan that is made, and not carried out yet.
 */
const forkEditSchema = z.discriminatedUnion('what', [
  z.object({ what: z.literal('variable'), name: z.string().min(1).max(64), value: z.json() }),
  z.object({
    what: z.literal('result'),
    entry: z.string().min(1).max(256),
    text: z.string().max(1_000_000),
    isError: z.boolean().default(false),
  }),
  z.object({ what: z.literal('plan-step'), node, step: stepEditSchema }),
  z.object({ what: z.literal('holder'), node }),
  modelEditSchema,
  promptEditSchema,
])
export type ForkEdit = z.infer<typeof forkEditSchema>
export type ForkEditWhat = ForkEdit['what']
export type ForkEditOf<W extends ForkEditWhat> = Extract<ForkEdit, { what: W }>

export const FORK_DRAWINGS = ['then', 'now'] as const
/** Which drawing the new thread runs with: that of the turn which it leaves, or the flow as it is. */
export type ForkDrawing = (typeof FORK_DRAWINGS)[number]

/**
 * `drawing` null: as usual, which is that of the turn in the middle of one, and between turns the flow as it is. `substitutes`: by a node that is gone,
 * the one that stands for it.
 */
export const forkChangesSchema = z.object({
  edits: z.array(forkEditSchema).max(200).default([]),
  drawing: z.enum(FORK_DRAWINGS).nullable().default(null),
  substitutes: z.record(node, node).default({}),
})
export type ForkChanges = z.infer<typeof forkChangesSchema>

export const NO_CHANGES: ForkChanges = { edits: [], drawing: null, substitutes: {} }

/** Whether a thread with these is the same as one that leaves without any. */
export function isUnchanged({ edits, drawing, substitutes }: ForkChanges): boolean {
  return edits.length === 0 && drawing === null && Object.keys(substitutes).length === 0
}

const MOST_SHOWN = 300

/** The changes with long texts cut, for lists. */
export function shortChanges({ edits, ...others }: ForkChanges): ForkChanges {
  return { ...others, edits: edits.map(shortEdit) }
}

function shortEdit(edit: ForkEdit): ForkEdit {
  if (edit.what === 'result' || edit.what === 'prompt') return { ...edit, text: cut(edit.text) }
  if (edit.what === 'plan-step') {
    const { evidence, input, ...step } = edit.step
    const texts = { ...(evidence === undefined ? {} : { evidence: cut(evidence) }) }
    return { ...edit, step: { ...step, ...texts, ...(input === undefined ? {} : { input: cut(input) }) } }
  }
  if (edit.what !== 'variable') return edit
  const text = JSON.stringify(edit.value)
  return text.length > MOST_SHOWN ? { ...edit, value: cut(text) } : edit
}

function cut(text: string): string {
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN - 1)}…` : text
}

/** Those that change the drawing. */
export function nodeEditsOf(edits: readonly ForkEdit[]): NodeEdit[] {
  return edits.filter((edit) => edit.what === 'model' || edit.what === 'prompt')
}

/** What it is about: of several changes of one thing the last counts. */
export function editKey(edit: ForkEdit): string {
  switch (edit.what) {
    case 'variable':
      return JSON.stringify([edit.what, edit.name])
    case 'result':
      return JSON.stringify([edit.what, edit.entry])
    case 'plan-step':
      return JSON.stringify([edit.what, edit.node, edit.step.id])
    case 'holder':
      return JSON.stringify([edit.what])
    case 'model':
      return JSON.stringify([edit.what, edit.node])
    case 'prompt':
      return JSON.stringify([edit.what, edit.node, edit.field ?? ''])
  }
}
