/** What observers collect: kept with a dialog's session, and as variables, where templates, expressions and code read it. */
import type { Message } from '../../../src-shared/languages/translate'
import { saidAsFault } from '../../../src-shared/run/log/reasons'
import { slotsIn } from '../../../src-shared/agents/answers/slots'
import { misfit } from '../../../src-shared/flow/variables'
import type { JsonObject } from '../../../src-shared/flow/records'
import { slotVariables, type ObserverData } from '../../../src-shared/kinds/observer'
import { setSession, type Draft } from '../state/draft'
import { topSession } from '../moves/moves'
import type { StepContext } from '../contract/runtime'

/** What an observer has collected so far: in the session of the dialog on top, or in variables where it watches anybody else. */
export function knownSlots(draft: Draft, data: ObserverData): JsonObject {
  const current = topSession(draft)
  if (current !== null) return current.session.slots
  const variables = slotVariables(data)
  const known: JsonObject = {}
  for (const { name } of slotsIn(data.slots)) {
    const variable = variables.get(name) ?? ''
    const value = Object.hasOwn(draft.variables, variable) ? draft.variables[variable] : undefined
    if (value !== undefined) known[name] = value
  }
  return known
}

export type CollectedSlots = { observer: string; data: ObserverData; slots: JsonObject }

/** Keeps what was collected. A value that a declared variable does not take is left out there, with a warning. */
export function keepCollected(draft: Draft, context: StepContext, { observer, data, slots }: CollectedSlots): void {
  const current = topSession(draft)
  if (current !== null) setSession(draft, current.key, { ...current.session, slots })
  const declared = context.flow.settings.variables
  const changes: JsonObject = {}
  for (const [slot, variable] of slotVariables(data)) {
    const value = Object.hasOwn(slots, slot) ? slots[slot] : undefined
    const before = Object.hasOwn(draft.variables, variable) ? draft.variables[variable] : undefined
    if (value === undefined || JSON.stringify(value) === JSON.stringify(before)) continue
    const type = Object.hasOwn(declared, variable) ? declared[variable]?.type : undefined
    const fault = type === undefined ? null : misfit(variable, type, value)
    if (fault === null) changes[variable] = value
    else warnMisfit(context, { observer, slot, fault })
  }
  if (Object.keys(changes).length > 0) draft.variables = { ...draft.variables, ...changes }
}

function warnMisfit(
  context: StepContext,
  { observer, slot, fault }: { observer: string; slot: string; fault: Message },
) {
  const facts = { name: context.flow.nameOf(observer), slot, ...saidAsFault(fault) }
  context.emit({ type: 'warning', node: observer, code: 'slot-not-kept', facts })
}
