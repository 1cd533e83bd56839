/** What a message worker means at run time (DefaultWorker 14). */
import { builtInPrompts } from '../../../src-shared/agents/prompts'
import { renderTemplate } from '../../../src-shared/agents/template'
import { messageWorkerSchema } from '../../../src-shared/kinds/message-worker'
import { stepName, type FlowFacts, type KindRuntime } from '../runtime'
import { askAsWorker, workerParticipant, workStep } from '../workers'

export const messageWorkerRuntime: KindRuntime = {
  participant(id, flow) {
    const { node, data } = dataOf(id, flow)
    return workerParticipant({
      id,
      node,
      settings: flow.modelOf(data.model),
      speaks: true,
      steps: () => [stepName.think(id)],
    })
  },
  steps(id, flow) {
    const { data } = dataOf(id, flow)
    const work = workStep(async (draft, context) => {
      // Word for word: no model call.
      if (data.direct) return { text: renderTemplate(data.value, draft.variables) }
      const prompt = data.prompt || builtInPrompts(flow.language).prompts.messageWorker
      const slots = { value: renderTemplate(data.value, draft.variables), task: data.task }
      return askAsWorker(draft, context, { id, output: data.output, settings: flow.modelOf(data.model), prompt, slots })
    })
    return { [stepName.think(id)]: work }
  },
}

function dataOf(id: string, flow: FlowFacts) {
  const node = flow.graph.node(id) ?? { kind: 'message-worker', name: id, data: {} }
  return { node, data: messageWorkerSchema.parse(node.data) }
}
