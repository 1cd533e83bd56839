/** What a search worker means at run time: a web search over the person's connection, then the model's words; without one, a clear refusal. */
import { AppError } from '../../../src-shared/errors'
import { builtInPrompts, builtInText } from '../../../src-shared/agents/prompts'
import { searchWorkerSchema } from '../../../src-shared/kinds/search-worker'
import type { SearchResult } from '../../tools/web-search'
import { userEntryOf, wordsOf, type Draft } from '../draft'
import { stepName, type FlowFacts, type KindRuntime, type StepContext } from '../runtime'
import { answerFrom } from '../sources'
import { workerParticipant, workStep, type Worked } from '../workers'

export const searchWorkerRuntime: KindRuntime = {
  participant(id, flow) {
    const { node, data } = dataOf(id, flow)
    return workerParticipant({
      id,
      node,
      settings: flow.modelOf(data.model),
      speaks: false,
      steps: () => [stepName.think(id)],
    })
  },
  steps: (id) => ({ [stepName.think(id)]: workStep((draft, context) => answer(draft, context, id)) }),
}

function dataOf(id: string, flow: FlowFacts) {
  const node = flow.graph.node(id) ?? { kind: 'search-worker', name: id, data: {} }
  return { node, data: searchWorkerSchema.parse(node.data) }
}

async function answer(draft: Draft, context: StepContext, id: string): Promise<Worked> {
  const { flow } = context
  const { data } = dataOf(id, flow)
  const results = await search(draft, context, id)
  if (typeof results === 'string') return { text: results }
  const sources = results.map(({ title, url, snippet }, index) => ({
    number: index + 1,
    title: `${title} (${url})`,
    text: snippet,
  }))
  const prompt = data.prompt || builtInPrompts(flow.language).prompts.searchWorker
  const call = {
    id,
    output: data.output,
    settings: flow.modelOf(data.model),
    prompt,
    slots: { task: data.description },
  }
  return answerFrom(sources, call, { draft, context })
}

/** What the search found, or the words in which it says that it cannot. */
async function search(draft: Draft, context: StepContext, id: string): Promise<SearchResult[] | string> {
  const { flow, services, signal } = context
  const { data } = dataOf(id, flow)
  const query = wordsOf(userEntryOf(draft))
  try {
    const results = await services.search(data.connection, { query, topK: data.topK, signal })
    return results ?? builtInText(flow.language, 'searchRefused')
  } catch (cause) {
    signal.throwIfAborted()
    if (!(cause instanceof AppError)) throw cause
    context.emit({ type: 'warning', node: id, code: 'search-failed', message: cause.message })
    return `${builtInText(flow.language, 'searchRefused')} ${cause.message}`
  }
}
