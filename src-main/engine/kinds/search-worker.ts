/** What a search worker means at run time: a web search over the person's connection, then the model's words; without one, a clear refusal. */
import { toFault } from '../../../src-shared/run/log/reasons'
import { AppError } from '../../../src-shared/errors'
import { builtInPrompts, builtInText } from '../../../src-shared/agents/prompts'
import { searchWorkerKind } from '../../../src-shared/kinds/search-worker'
import type { SearchResult } from '../../tools/web-search/web-search'
import { defineRuntime, type DataOf } from '../contract/define-runtime'
import { userEntryOf, wordsOf, type Draft } from '../state/draft'
import { stepName, type OwnNode, type StepContext } from '../contract/runtime'
import { answerFrom } from '../workers/answer-with-citations'
import { workerParticipant, workStep, type WorkerResult } from '../workers/workers'

export const searchWorkerRuntime = defineRuntime(searchWorkerKind, {
  participant: ({ id, data }, flow) =>
    workerParticipant({ id, settings: flow.modelOf(data.model), handsOn: true, steps: () => [stepName.think(id)] }),
  steps: (own) => ({ [stepName.think(own.id)]: workStep((draft, context) => answer(draft, context, own)) }),
})

type SearchWorker = OwnNode<DataOf<typeof searchWorkerKind>>

async function answer(draft: Draft, context: StepContext, own: SearchWorker): Promise<WorkerResult> {
  const { flow } = context
  const { id, data } = own
  const results = await search(draft, context, own)
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
async function search(
  draft: Draft,
  context: StepContext,
  { id, data }: SearchWorker,
): Promise<SearchResult[] | string> {
  const { flow, services, signal } = context
  const query = wordsOf(userEntryOf(draft))
  try {
    const results = await services.search(data.connection, { query, topK: data.topK, signal })
    return results ?? builtInText(flow.language, 'searchRefused')
  } catch (cause) {
    signal.throwIfAborted()
    if (!(cause instanceof AppError)) throw cause
    context.emit({ type: 'warning', node: id, code: 'search-failed', facts: toFault(cause) })
    return `${builtInText(flow.language, 'searchRefused')} ${cause.message}`
  }
}
