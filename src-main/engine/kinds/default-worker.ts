/** What a default worker means at run time: it picks a worker by model and forwards to it (DefaultWorker 3 to 11, 16). */
import { readPick, retryLine, type WorkerChoice } from '../../../src-shared/agents/routing/pick-worker'
import { builtInPrompts } from '../../../src-shared/agents/prompts'
import type { EdgeEntry } from '../../../src-shared/flow/graph'
import { defaultWorkerKind, type DefaultWorkerData } from '../../../src-shared/kinds/default-worker'
import { questionPrompt } from '../../models/contract/prompt'
import { callModel, type CallResult } from '../calls/call-model'
import { named, tellDecision, type ToldDecision } from '../calls/decisions'
import { defineRuntime } from '../contract/define-runtime'
import { promptWithChat } from '../log-views/prompt-with-history'
import { cursorOf, moveCursor, topFrame, type Draft } from '../state/draft'
import { advance, callWorker } from '../moves/moves'
import {
  participantOf,
  stepName,
  type CompiledFlow,
  type FlowFacts,
  type Step,
  type StepContext,
} from '../contract/runtime'
import { respondStep } from '../workers/answer-from-context'
import { step } from '../contract/step'
import { commonSlots, hostOf, workerParticipant } from '../workers/workers'

export const defaultWorkerRuntime = defineRuntime(defaultWorkerKind, {
  participant: ({ id, data }, flow) => ({
    // The worker that was picked decides whether the turn goes on: its reply may have ended it.
    ...workerParticipant({ id, settings: flow.modelOf(data.model), handsOn: true, steps: () => [stepName.pick(id)] }),
    hosts: {
      leads: 'pick',
      workerDone: (draft, context) => participantOf(context.flow, id).settle(draft, context),
    },
  }),
  steps: ({ id, data }, flow) => ({
    [stepName.pick(id)]: pickStep(id, data),
    [stepName.respond(id)]: respondStep(id, { settings: flow.modelOf(data.model), description: '' }),
  }),
})

/** A worker on offer: its drawn edge, its name and what it does. */
type Candidate = { id: string; edge: string; name: string; description: string }

function candidatesOf(id: string, flow: FlowFacts): Candidate[] {
  return flow.graph.from(id, 'candidates').flatMap((entry: EdgeEntry) => {
    const target = entry.edge.to.node
    const node = flow.graph.node(target)
    // A default worker is never offered, not even where a file says so (DefaultWorker 9, DW-6).
    if (node === undefined || flow.graph.from(target, 'candidates').length > 0) return []
    const described = node.data['description']
    return [
      { id: target, edge: entry.id, name: node.name, description: typeof described === 'string' ? described : '' },
    ]
  })
}

/** One try at picking; each is a step of its own, so that none is paid twice. */
function pickStep(id: string, data: DefaultWorkerData): Step {
  return step(async (draft, context) => {
    const candidates = candidatesOf(id, context.flow)
    const only = candidates.length === 1 ? candidates[0] : undefined
    if (only !== undefined) {
      tell(draft, context, {
        id,
        candidates,
        asked: null,
        prompt: null,
        rule: { by: 'only-candidate' },
        choice: named(only.name),
        tries: 0,
      })
      forward(draft, context, only)
    } else if (candidates.length === 0) takeBaseChoice(draft, context, { id, data, candidates })
    else await pick(draft, context, { id, data, candidates })
  })
}

type WorkerRequest = { id: string; data: DefaultWorkerData; candidates: Candidate[] }

async function pick(draft: Draft, context: StepContext, { id, data, candidates }: WorkerRequest): Promise<void> {
  const { flow } = context
  const { answers } = cursorOf(draft, id)
  const names = candidates.map(({ name }) => name)
  const settings = flow.modelOf(data.model)
  const template = data.prompt || builtInPrompts(flow.language).prompts.defaultWorker
  const common = commonSlots(draft, flow)
  const values = {
    ...draft.variables,
    ...common,
    workers_info: candidates.map(({ name, description }) => `${name}: ${description}`).join('\n'),
    workers_name: names.join(', '),
    task: data.task,
  }
  const bad = answers.at(-1)
  const ending = bad === undefined ? '' : `\n\n${retryLine(flow.language, bad, names)}`
  const prompt = promptWithChat(draft, { flow, settings }, { template, slot: 'formatted_chat', values, ending })
  const options = candidates.map(({ name, description }) => ({ name, description }))
  const result = await callModel(draft, context, {
    node: id,
    settings,
    prompt: questionPrompt(flow.language, prompt),
    tools: [],
    purpose: { kind: 'choose', options, none: 'none', message: common.message, words: names },
  })
  if (result === null) return
  const read: WorkerChoice = readPick(result.reply.text, names)
  const chosen = candidates.find(({ name }) => name === read.name)
  const told = { id, candidates, asked: result, prompt, tries: answers.length + 1 }
  tell(draft, context, {
    ...told,
    rule: { by: 'pick', read: read.rule, userGoesOn: false },
    choice: chosen === undefined ? { is: 'outcome', outcome: 'rejected' } : named(chosen.name),
  })
  if (chosen !== undefined) forward(draft, context, chosen)
  else if (answers.length + 1 < data.tries) moveCursor(draft, id, { answers: [...answers, result.reply.text] })
  else takeBaseChoice(draft, context, { id, data, candidates })
}

/** Nobody could be picked: the base choice runs, offered or not; without one, whoever is below answers from context (DefaultWorker 7, 8, 10). */
function takeBaseChoice(draft: Draft, context: StepContext, { id, data, candidates }: WorkerRequest): void {
  const base = baseChoiceOf(context.flow, { data, candidates })
  const tries = cursorOf(draft, id).answers.length + (candidates.length === 0 ? 0 : 1)
  const choice = base === undefined ? ({ is: 'outcome', outcome: 'nobody' } as const) : named(base.name)
  tell(draft, context, { id, candidates, asked: null, prompt: null, rule: { by: 'base-choice' }, choice, tries })
  if (base !== undefined) forward(draft, context, base)
  else if (hostOf(draft, context.flow) !== null) advance(draft, context)
  else topFrame(draft).todo = [stepName.respond(id)]
}

function baseChoiceOf(
  flow: CompiledFlow,
  { data, candidates }: { data: DefaultWorkerData; candidates: readonly Candidate[] },
): ForwardTarget | undefined {
  const base = data.baseChoice
  const participant = base === null ? undefined : flow.participants.get(base)
  if (base === null || participant === undefined || participant.hosts?.leads === 'pick') return undefined
  return candidates.find(({ id }) => id === base) ?? { id: base, edge: null, name: flow.nameOf(base) }
}

type ForwardTarget = { id: string; edge: string | null; name: string }

function forward(draft: Draft, context: StepContext, { id, edge }: ForwardTarget): void {
  moveCursor(draft, topFrame(draft).node, { answers: [] })
  callWorker(draft, context, { to: id, edge, by: 'pick', reason: '' })
}

type ChoiceReport = {
  id: string
  candidates: Candidate[]
  asked: CallResult | null
  prompt: string | null
  tries: number
} & Pick<ToldDecision, 'rule' | 'choice'>

function tell(draft: Draft, context: StepContext, { id, candidates, ...told }: ChoiceReport): void {
  const described = candidates.map(({ name, description }) => ({ name, note: description }))
  tellDecision(draft, context, { node: id, about: 'pick', candidates: described, ...told })
}
