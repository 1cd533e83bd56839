/** What a document worker means at run time: excerpts first, then the model's words with what they cite (DefaultWorker 15). */
import { builtInPrompts } from '../../../src-shared/agents/prompts'
import { wantsRetrieval } from '../../../src-shared/agents/yes-no'
import { ragWorkerSchema } from '../../../src-shared/kinds/rag-worker'
import { titleOf, type Excerpt } from '../../documents/document-index'
import { questionPrompt } from '../../models/prompt'
import { callModel } from '../call-model'
import { promptWithChat } from '../chat-prompt'
import { tellDecision } from '../decisions'
import { beginStep, topFrame, updateOf, userEntryOf, wordsOf, type Draft } from '../draft'
import { stepName, type FlowFacts, type KindRuntime, type Step, type StepContext } from '../runtime'
import { answerFrom } from '../sources'
import { askAsWorker, commonSlots, workerParticipant, workStep, type Worked } from '../workers'

export const ragWorkerRuntime: KindRuntime = {
  participant(id, flow) {
    const { node, data } = dataOf(id, flow)
    const first = data.when === 'if-needed' ? stepName.need(id) : stepName.think(id)
    // One that decides by itself whether to look things up speaks for itself too, as Arklex's RagMsgWorker does.
    return workerParticipant({
      id,
      node,
      settings: flow.modelOf(data.model),
      speaks: data.when === 'if-needed',
      steps: () => [first],
    })
  },
  steps(id) {
    return {
      [stepName.need(id)]: needStep(id),
      [stepName.think(id)]: workStep((draft, context) => answer(draft, context, { id, looksUp: true })),
      [stepName.plain(id)]: workStep((draft, context) => answer(draft, context, { id, looksUp: false })),
    }
  },
}

function dataOf(id: string, flow: FlowFacts) {
  const node = flow.graph.node(id) ?? { kind: 'rag-worker', name: id, data: {} }
  return { node, data: ragWorkerSchema.parse(node.data) }
}

/** Asks whether something must be looked up; any answer with a yes in it looks it up. */
function needStep(id: string): Step {
  return async (state, context) => {
    const draft = beginStep(state, context)
    const { flow } = context
    const { data } = dataOf(id, flow)
    const settings = flow.modelOf(data.model)
    const values = { ...commonSlots(draft, flow), description: data.description }
    const template = builtInPrompts(flow.language).prompts.ragNeeded
    const prompt = promptWithChat(draft, { flow, settings }, { template, slot: 'formatted_chat', values })
    const message = messageOf(draft)
    const asked = await callModel(draft, context, {
      node: id,
      role: 'look-up check',
      settings,
      prompt: questionPrompt(flow.language, prompt),
      tools: [],
      purpose: { kind: 'judge', answers: ['yes', 'no'], message },
    })
    if (asked === null) return updateOf(draft)
    const looksUp = wantsRetrieval(asked.reply.text)
    tellDecision(draft, context, {
      node: id,
      about: 'look-up',
      candidates: [{ name: 'yes' }, { name: 'no' }],
      prompt,
      asked,
      rule: looksUp ? 'has a yes in it' : 'no yes',
      choice: looksUp ? 'look up' : 'answer',
    })
    topFrame(draft).todo = [looksUp ? stepName.think(id) : stepName.plain(id)]
    return updateOf(draft)
  }
}

async function answer(
  draft: Draft,
  context: StepContext,
  { id, looksUp }: { id: string; looksUp: boolean },
): Promise<Worked> {
  const { flow } = context
  const { data } = dataOf(id, flow)
  const { prompts } = builtInPrompts(flow.language)
  const excerpts = looksUp ? await lookUp(draft, context, id) : []
  const sources = excerpts.map((excerpt) => ({ number: excerpt.number, title: titleOf(excerpt), text: excerpt.text }))
  const prompt = looksUp ? data.prompt || prompts.ragWorker : prompts.messageWorker
  const call = {
    id,
    output: data.output,
    settings: flow.modelOf(data.model),
    prompt,
    slots: { task: data.description, value: '' },
  }
  return looksUp ? answerFrom(sources, call, { draft, context }) : askAsWorker(draft, context, call)
}

/** The excerpts that fit the user's message; what was found is one trace entry. */
async function lookUp(draft: Draft, context: StepContext, id: string): Promise<Excerpt[]> {
  const { flow, services, signal } = context
  const { data } = dataOf(id, flow)
  const started = services.now()
  const index = await services.documents(data.documents, signal)
  const found = await index.search(messageOf(draft), data.topK, {
    embedding: services.embedding(flow.settings.embedding),
    signal,
  })
  const candidates = found.excerpts.map((excerpt) => ({
    name: `[${excerpt.number}] ${titleOf(excerpt)}`,
    note: excerpt.text,
  }))
  tellDecision(draft, context, {
    node: id,
    about: 'look-up',
    candidates,
    rule: found.note ?? (found.by === 'words' ? 'by words' : 'by words and meaning'),
    choice: `${found.excerpts.length} of ${index.size} pieces`,
    ms: services.now() - started,
  })
  return found.excerpts
}

function messageOf(draft: Draft): string {
  return wordsOf(userEntryOf(draft))
}
