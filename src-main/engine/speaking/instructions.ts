/** What a participant's model is told of what it is: as drawn, or as its code says (swarm 28). */
import { callCodeOrFail, configOf, messagesOf, textOf } from '../tool-calls/callables'
import type { Draft } from '../state/draft'
import { settingsOf, type Participant, type StepContext, type SystemTexts } from '../contract/runtime'

/** The system texts of a participant. Code that fails fails the turn, since nobody should speak without the instruction that was meant. */
export async function instructionsOf(
  draft: Draft,
  context: StepContext,
  participant: Participant,
): Promise<SystemTexts> {
  const { flow } = context
  const { id, node, speaks } = participant
  if (speaks === undefined) return { before: [], after: [] }
  const texts = speaks.texts(draft, flow)
  if (speaks.promptCode === null) return texts
  const messages = messagesOf(draft, flow)
  const answered = await callCodeOrFail(draft, context, {
    words: `The code for the instruction of ${node.name}`,
    node: id,
    about: 'instruction',
    what: { use: 'instruction' },
    code: speaks.promptCode,
    args: { prompt: texts.before.join('\n\n') },
    around: {
      sender: messages.at(-1)?.speaker ?? null,
      recipient: node.name,
      messages,
      config: configOf(flow, settingsOf(flow, id), node),
    },
    part: 'instruction',
  })
  const text = textOf(answered.value)
  return text.trim() === '' ? texts : { ...texts, before: [text] }
}
