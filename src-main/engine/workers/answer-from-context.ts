/** The one call that answers from context when a turn would end without a word (DefaultWorker 8, 12). */
import { builtInPrompts } from '../../../src-shared/agents/prompts'
import type { ModelSettings } from '../../models/contract/model'
import type { Step } from '../contract/runtime'
import { askAsWorker, workStep } from './workers'

/** The step in which `id` itself answers, since no worker did. */
export function respondStep(
  id: string,
  { settings, description }: { settings: ModelSettings; description: string },
): Step {
  return workStep((draft, context) => {
    const prompt = builtInPrompts(context.flow.language).prompts.respond
    return askAsWorker(draft, context, { id, settings, prompt, slots: { description } })
  })
}
