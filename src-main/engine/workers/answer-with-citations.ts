/** Answers from sources: numbered in the prompt, and listed under the answer where the answer cites them. */
import { citedNumbers, formatSources, listSources, type Source } from '../../../src-shared/agents/texts/citations'
import { builtInText } from '../../../src-shared/agents/prompts'
import type { Draft } from '../state/draft'
import type { StepContext } from '../contract/runtime'
import { askAsWorker, type WorkerCall, type WorkerResult } from './workers'

/** One model call of a worker whose `{context}` are the sources. */
export async function answerFrom(
  sources: readonly Source[],
  call: WorkerCall,
  { draft, context }: { draft: Draft; context: StepContext },
): Promise<WorkerResult> {
  const { language } = context.flow
  const found = sources.length === 0 ? builtInText(language, 'none') : formatSources(sources)
  const worked = await askAsWorker(draft, context, { ...call, slots: { ...call.slots, context: found } })
  // A structured output has fields for its sources, so no list is appended.
  if (worked?.output !== undefined || worked === null) return worked
  const cited = citedNumbers(worked.text, sources.length)
  if (cited.length === 0) return worked
  const list = listSources(sources.filter(({ number }) => cited.includes(number)))
  return { text: `${worked.text.trimEnd()}\n\n${builtInText(language, 'sources', { list })}` }
}
