/** What a message worker means at run time (DefaultWorker 14). */
import { builtInPrompts } from '../../../src-shared/agents/prompts'
import { renderTemplate } from '../../../src-shared/agents/templates/template'
import { messageWorkerKind } from '../../../src-shared/kinds/message-worker'
import { defineRuntime } from '../contract/define-runtime'
import { stepName } from '../contract/runtime'
import { askAsWorker, workerParticipant, workStep } from '../workers/workers'

export const messageWorkerRuntime = defineRuntime(messageWorkerKind, {
  participant: ({ id, data }, flow) =>
    workerParticipant({ id, settings: flow.modelOf(data.model), steps: () => [stepName.think(id)] }),
  steps({ id, data }, flow) {
    const work = workStep(async (draft, context) => {
      // Word for word: no model call.
      if (data.direct) return { text: renderTemplate(data.value, draft.variables) }
      const prompt = data.prompt || builtInPrompts(flow.language).prompts.messageWorker
      const slots = { value: renderTemplate(data.value, draft.variables), task: data.task }
      return askAsWorker(draft, context, { id, output: data.output, settings: flow.modelOf(data.model), prompt, slots })
    })
    return { [stepName.think(id)]: work }
  },
})
