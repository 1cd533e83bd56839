/** The template that the prompt of a decision is made of, in a drawing: what its node says, or the built-in one. */
import { builtInPrompts, observerPromptName } from '../../src-shared/agents/prompts'
import { readSettings, type Flow } from '../../src-shared/flow/records'
import type { Decision } from '../../src-shared/run/log/decisions'

/** Null: the decision has no template of its own, as a reply of a participant has not. */
export function drawnPrompt(flow: Flow, node: string, { about, rule }: Decision): string | null {
  const { language, swarm } = readSettings(flow)
  const { prompts } = builtInPrompts(language)
  const drawn = Object.hasOwn(flow.nodes, node) ? flow.nodes[node] : undefined
  const own = (field: string): string => {
    const text = drawn?.data[field]
    return typeof text === 'string' ? text : ''
  }
  switch (about) {
    case 'switch':
      return own('switchPrompt') || prompts.switchCheck
    case 'observer':
      return rule.by === 'observer' ? own('prompt') || prompts[observerPromptName(rule.type)] : null
    case 'slots':
      return own('slotsPrompt') || prompts.fillSlots
    case 'intent':
      return own('prompt') || prompts.intentCheck
    case 'pick':
      return own('prompt') || prompts.defaultWorker
    case 'look-up':
      return prompts.ragNeeded
    case 'manager':
      return swarm.managerPrompt.trim() || prompts.swarmManager
    default:
      return null
  }
}
