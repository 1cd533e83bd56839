/** What a document worker means at run time: excerpts first, then the model's words with what they cite (DefaultWorker 15). */
import { builtInPrompts } from '../../../src-shared/agents/prompts'
import { wantsRetrieval } from '../../../src-shared/agents/answers/yes-no'
import { ragWorkerKind } from '../../../src-shared/kinds/rag-worker'
import { titleOf, type Excerpt } from '../../documents/document-index'
import { questionPrompt } from '../../models/contract/prompt'
import { callModel } from '../calls/call-model'
import { promptWithChat } from '../log-views/prompt-with-history'
import { tellDecision } from '../calls/decisions'
import { defineRuntime, type DataOf } from '../contract/define-runtime'
import { topFrame, userEntryOf, wordsOf, type Draft } from '../state/draft'
import { stepName, type OwnNode, type Step, type StepContext } from '../contract/runtime'
import { answerFrom } from '../workers/answer-with-citations'
import { step } from '../contract/step'
import { askAsWorker, commonSlots, workerParticipant, workStep, type WorkerResult } from '../workers/workers'

export const ragWorkerRuntime = defineRuntime(ragWorkerKind, {
  participant({ id, data }, flow) {
    const decides = data.when === 'if-needed'
    const first = decides ? stepName.need(id) : stepName.think(id)
    // One that decides by itself whether to look things up speaks for itself too, as Arklex's RagMsgWorker does.
    return workerParticipant({ id, settings: flow.modelOf(data.model), handsOn: !decides, steps: () => [first] })
  },
  steps: (own) => ({
    [stepName.need(own.id)]: lookUpCheckStep(own),
    [stepName.think(own.id)]: workStep((draft, context) => answer(draft, context, { own, looksUp: true })),
    [stepName.plain(own.id)]: workStep((draft, context) => answer(draft, context, { own, looksUp: false })),
  }),
})

type RagWorker = OwnNode<DataOf<typeof ragWorkerKind>>

/** Asks whether something must be looked up; any answer with a yes in it looks it up. */
function lookUpCheckStep({ id, data }: RagWorker): Step {
  return step(async (draft, context) => {
    const { flow } = context
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
      purpose: { kind: 'judge', answers: ['yes', 'no'], message, words: ['yes', 'no'] },
    })
    if (asked === null) return
    const looksUp = wantsRetrieval(asked.reply.text)
    tellDecision(draft, context, {
      node: id,
      about: 'look-up',
      candidates: [{ name: 'yes' }, { name: 'no' }],
      prompt,
      asked,
      rule: { by: 'yes-or-no', hasYes: looksUp },
      choice: { is: 'outcome', outcome: looksUp ? 'look-up' : 'answer' },
    })
    topFrame(draft).todo = [looksUp ? stepName.think(id) : stepName.plain(id)]
  })
}

async function answer(
  draft: Draft,
  context: StepContext,
  { own, looksUp }: { own: RagWorker; looksUp: boolean },
): Promise<WorkerResult> {
  const { flow } = context
  const { id, data } = own
  const { prompts } = builtInPrompts(flow.language)
  const excerpts = looksUp ? await lookUp(draft, context, own) : []
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
async function lookUp(draft: Draft, context: StepContext, { id, data }: RagWorker): Promise<Excerpt[]> {
  const { flow, services, signal } = context
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
    rule: { by: 'documents', how: found.by, wordsAlone: found.wordsAlone },
    choice: { is: 'pieces', found: found.excerpts.length, of: index.size },
    ms: services.now() - started,
  })
  return found.excerpts
}

function messageOf(draft: Draft): string {
  return wordsOf(userEntryOf(draft))
}
