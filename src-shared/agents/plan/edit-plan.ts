/** Changes a person makes to a plan that ran, and which of its steps are to run again for them. */
import { z } from 'zod'
import { findCycle } from './levels'
import type { PlanStep } from './plan'
import { inputValue, referencesIn } from './references'
import { message as sentence, type Message } from '../../languages/translate'

/** A change to one step: fields that are absent stay. With the id alone the step is run again as it is. */
export const stepEditSchema = z.object({
  id: z.string(),
  tool: z.string().trim().min(1).max(200).optional(),
  input: z.string().max(1_000_000).optional(),
  /** What the step found, as written by the person: it is not run. */
  evidence: z.string().max(4_000_000).optional(),
  isRemoved: z.boolean().optional(),
})
export type StepEdit = z.infer<typeof stepEditSchema>

const PLAN_CHANGES = ['removed', 'tool', 'input', 'evidence', 'again'] as const
/** What was done to a step. `again`: nothing but that it is to run once more. */
export const planChangeSchema = z.object({ id: z.string(), what: z.array(z.enum(PLAN_CHANGES)).min(1) })
export type PlanChange = z.infer<typeof planChangeSchema>

/** A plan after changes. */
export type EditedPlan = {
  steps: PlanStep[]
  changes: PlanChange[]
  /** Ids of the steps that are to run: the changed ones and whoever needs them, in plan order. */
  again: string[]
}

/** Why changes to a plan cannot be made. */
export type RefusedEdit = { refused: Message }

/** Whether changes to a plan cannot be made. */
export function isRefused(edited: EditedPlan | RefusedEdit): edited is RefusedEdit {
  return 'refused' in edited
}

/** Applies changes to a plan, or says why they cannot be made. */
export function editPlan(steps: readonly PlanStep[], edits: readonly StepEdit[]): EditedPlan | RefusedEdit {
  const stray = edits.find(({ id }) => !steps.some((step) => step.id === id))
  if (stray !== undefined) return { refused: sentence('The plan has no step #{id}.', { id: stray.id }) }
  const byId = new Map(edits.map((edit) => [edit.id, edit]))
  const changes = steps.flatMap((step): PlanChange[] => {
    const edit = byId.get(step.id)
    const what = edit === undefined ? [] : changesOf(step, edit)
    return what.length === 0 ? [] : [{ id: step.id, what }]
  })
  if (changes.length === 0) return { refused: sentence('Nothing was changed.') }
  const kept = steps.flatMap((step): PlanStep[] => {
    const edit = byId.get(step.id)
    return edit?.isRemoved === true ? [] : [edit === undefined ? step : editedStep(step, edit)]
  })
  const fault = faultOf(kept, steps)
  return fault !== null ? { refused: fault } : { steps: kept, changes, again: stepsToRun(kept, changes) }
}

function changesOf(step: PlanStep, { tool, input, evidence, isRemoved }: StepEdit): PlanChange['what'] {
  if (isRemoved === true) return ['removed']
  const what: PlanChange['what'] = []
  if (tool !== undefined && tool !== step.tool) what.push('tool')
  if (input !== undefined && input.trim() !== step.input) what.push('input')
  if (evidence !== undefined) what.push('evidence')
  const isPlain = tool === undefined && input === undefined && evidence === undefined
  return isPlain ? ['again'] : what
}

function editedStep(step: PlanStep, { tool = step.tool, input = step.input }: StepEdit): PlanStep {
  const written = input.trim()
  const deps = written === step.input ? step.deps : referencesIn(inputValue(written))
  return { ...step, tool, input: written, deps }
}

/** References to steps that were removed stay as text, as a planner's would. */
function faultOf(steps: readonly PlanStep[], before: readonly PlanStep[]): Message | null {
  if (steps.length === 0) return sentence('A plan needs at least one step.')
  const known = new Set([...before.map(({ id }) => id), ...before.flatMap(({ deps }) => deps)])
  for (const { id, deps } of steps) {
    const missing = deps.find((dep) => !known.has(dep))
    if (missing !== undefined) return sentence('#{id} uses #{missing}, but no step gives #{missing}.', { id, missing })
  }
  const loop = findCycle(steps)
  if (loop === null) return null
  return loop.length === 1
    ? sentence('#{id} would use its own result.', { id: loop[0] ?? '' })
    : sentence('These steps would wait for each other: {steps}.', { steps: loop.map((id) => `#${id}`).join(', ') })
}

/** A step whose evidence was written by hand does not run, whatever it needs. */
function stepsToRun(steps: readonly PlanStep[], changes: readonly PlanChange[]): string[] {
  const isByHand = new Set(changes.flatMap(({ id, what }) => (what.includes('evidence') ? [id] : [])))
  const isNew = new Set(changes.map(({ id }) => id))
  for (let size = -1; size !== isNew.size;) {
    size = isNew.size
    for (const { id, deps } of steps) if (!isByHand.has(id) && deps.some((dep) => isNew.has(dep))) isNew.add(id)
  }
  return steps.flatMap(({ id }) => (isNew.has(id) && !isByHand.has(id) ? [id] : []))
}
