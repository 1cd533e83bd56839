/** An observer of type `code`: what its code is told, and how what it gives back is read. */
import { z } from 'zod'
import { OBSERVER_ACTIONS, type ObserverAnswer } from '../../../src-shared/agents/answers/observer-answer'
import { mergeSlots, slotsIn } from '../../../src-shared/agents/answers/slots'
import type { Json, JsonObject } from '../../../src-shared/flow/records'
import { NO_CODE } from '../../../src-shared/flow/code-values'
import { observerWhen, type ObserverData } from '../../../src-shared/kinds/observer'
import type { ModelSettings } from '../../models/contract/model'
import { callCodeOrFail, configOf, messagesOf } from '../tool-calls/callables'
import { warnUnclear } from '../calls/checks'
import { knownSlots } from './collected'
import { topFrame, type Draft } from '../state/draft'
import type { StepContext } from '../contract/runtime'
import type { WatchedScope } from '../state/state'

const jsonObject = z.record(z.string(), z.json())
const verdictSchema = z.looseObject({
  then: z.enum(OBSERVER_ACTIONS).optional(),
  text: z.string().default(''),
  slots: jsonObject.optional(),
})

/** An observer as it is drawn, and whom it looks at in this step. */
export type ObserverContext = {
  observer: string
  data: ObserverData
  settings: ModelSettings
  watched: WatchedScope
}

/** Runs the code. One that fails fails the turn, as a model that cannot be asked does: nothing gets past a guard that broke. */
export async function askObserverCode(
  draft: Draft,
  context: StepContext,
  { observing, told }: { observing: ObserverContext; told: JsonObject },
): Promise<ObserverAnswer> {
  const { observer, data, settings, watched } = observing
  const { flow } = context
  const { node, held } = topFrame(draft)
  const speaker = held?.speaker ?? flow.nameOf(held?.by ?? node)
  const name =
    watched === 'flow' ? flow.graph.flow.name : flow.nameOf(watched === 'participant' ? node : watched.subflow)
  const isBefore = observerWhen(data) === 'before'
  const known = knownSlots(draft, data)
  const answered = await callCodeOrFail(draft, context, {
    words: `The code of the observer ${flow.nameOf(observer)}`,
    node: observer,
    about: 'observer',
    what: { use: isBefore ? 'before-reply' : 'after-reply', name },
    code: data.code ?? NO_CODE,
    args: { ...told, slots: known },
    around: {
      sender: isBefore ? 'user' : speaker,
      recipient: isBefore ? flow.nameOf(node) : 'user',
      messages: messagesOf(draft, flow),
      config: configOf(flow, settings, flow.graph.node(observer)),
    },
    part: 'observer',
  })
  const read = readVerdict(answered.value)
  if (read === null) {
    warnUnclear(context, observer, JSON.stringify(answered.value))
    return { then: 'continue', rule: { by: 'observer-code', then: null }, unclear: true, warnings: [] }
  }
  if (read.slots === undefined) return read
  const declared = new Set(slotsIn(data.slots).map((slot) => slot.name))
  const given = Object.entries(read.slots).filter(([slot]) => declared.has(slot))
  return { ...read, slots: mergeSlots(known, Object.fromEntries(given)) }
}

/** Nothing, true or `ok` go on; false interrupts; one of the actions is that; any other text is a reply. Null: it is none of these. */
function readVerdict(value: Json): ObserverAnswer | null {
  const clear = (then: ObserverAnswer['then'], more: Partial<ObserverAnswer> = {}): ObserverAnswer => {
    return { then, rule: { by: 'observer-code', then }, unclear: false, warnings: [], ...more }
  }
  if (value === null || value === true) return clear('continue')
  if (value === false) return clear('interrupt')
  if (typeof value === 'string') {
    const text = value.trim()
    const action = OBSERVER_ACTIONS.find((one) => one === text.toLowerCase())
    if (text === '' || /^ok[.!]?$/i.test(text)) return clear('continue')
    return action === undefined || action === 'steer' || action === 'reply' ? clear('reply', { text }) : clear(action)
  }
  const parsed = verdictSchema.safeParse(value)
  if (!parsed.success) return null
  const { then = 'continue', text, slots } = parsed.data
  const hasText = then === 'steer' || then === 'reply'
  if (hasText && text.trim() === '') return null
  return clear(then, { ...(hasText ? { text } : {}), ...(slots === undefined ? {} : { slots }) })
}
