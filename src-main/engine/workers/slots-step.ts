/** Slots of a task graph: filled from each message of the user, kept as variables, and named to workers while they are open. */
import { builtInPrompts, builtInText } from '../../../src-shared/agents/prompts'
import { openSlots, readSlots, slotsIn } from '../../../src-shared/agents/answers/slots'
import type { JsonObject } from '../../../src-shared/flow/records'
import type { TaskGraphData } from '../../../src-shared/kinds/task-graph'
import { questionPrompt } from '../../models/contract/prompt'
import { callModel, type CallResult } from '../calls/call-model'
import { promptWithChat } from '../log-views/prompt-with-history'
import { tellDecision } from '../calls/decisions'
import { userEntryOf, wordsOf, type Draft } from '../state/draft'
import { advance } from '../moves/moves'
import type { CompiledFlow, Step, StepContext } from '../contract/runtime'
import { step } from '../contract/step'

/** The step in which a task graph notes what the user has made known. */
export function fillStep(id: string, data: TaskGraphData): Step {
  return step(async (draft, context) => {
    const { flow } = context
    const settings = flow.modelOf(data.model)
    const message = wordsOf(userEntryOf(draft))
    const known = valuesOf(draft, data.slots)
    const template = data.slotsPrompt || builtInPrompts(flow.language).prompts.fillSlots
    const given = { description: data.description, slots: JSON.stringify(data.slots), known: JSON.stringify(known) }
    const values = { ...draft.variables, ...given, message }
    const prompt = promptWithChat(draft, { flow, settings }, { template, slot: 'formatted_chat', values })
    const asked = await callModel(draft, context, {
      node: id,
      role: 'slots',
      settings,
      prompt: questionPrompt(flow.language, prompt),
      tools: [],
      purpose: { kind: 'extract', schema: data.slots, message },
    })
    if (asked === null) return
    takeSlots(draft, context, { id, data, asked, prompt, known })
    advance(draft, context)
  })
}

type SlotsReport = { id: string; data: TaskGraphData; asked: CallResult; prompt: string; known: JsonObject }

function takeSlots(draft: Draft, context: StepContext, { id, data, asked, prompt, known }: SlotsReport): void {
  const read = readSlots(data.slots, known, asked.reply.text)
  const filled = read?.slots ?? known
  const changed = Object.entries(filled).filter(
    ([name, value]) => JSON.stringify(known[name]) !== JSON.stringify(value),
  )
  if (changed.length > 0) draft.variables = { ...draft.variables, ...Object.fromEntries(changed) }
  const open = openSlots(data.slots, filled)
  tellDecision(draft, context, {
    node: id,
    about: 'slots',
    candidates: slotsIn(data.slots).map(({ name, description }) => ({ name, note: description })),
    prompt,
    asked,
    rule: read === null ? { by: 'unclear-slots' } : { by: 'slots', missing: open.map(({ name }) => name) },
    choice: { is: 'slots', values: Object.fromEntries(changed) },
    question: { reads: 'slots', slots: data.slots, known },
  })
  for (const slot of read?.misfits ?? [])
    context.emit({ type: 'warning', node: id, code: 'unclear-slot', facts: { slot } })
  if (read !== null) return
  const facts = { name: context.flow.nameOf(id), to: 'slots' as const, answer: asked.reply.text.slice(0, 200) }
  context.emit({ type: 'warning', node: id, code: 'unclear-answer', facts })
}

function valuesOf({ variables }: Draft, schema: JsonObject): JsonObject {
  const values: JsonObject = {}
  for (const { name } of slotsIn(schema)) {
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined
    if (value !== undefined) values[name] = value
  }
  return values
}

/** What a worker is told of the slots of its task graph: their values, the names of the open ones, and a line about those; empty for none. */
export type SlotWords = { slots: string; missing_slots: string; line: string }

/** The words about the slots of a schema; null where there is none. */
export function slotWords(draft: Draft, flow: CompiledFlow, schema: JsonObject | undefined): SlotWords | null {
  if (schema === undefined || slotsIn(schema).length === 0) return null
  const values = valuesOf(draft, schema)
  const open = openSlots(schema, values)
  const names = open.map(({ name, description }) => (description === '' ? name : `${name} (${description})`)).join(', ')
  return {
    slots: JSON.stringify(values),
    missing_slots: names,
    line: open.length === 0 ? '' : builtInText(flow.language, 'slotsMissing', { names }),
  }
}
