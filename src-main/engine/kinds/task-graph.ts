/** What a task graph means at run time: worker after worker by intent, a bounded number a turn (DefaultWorker 1, 12, 13). */
import { OTHERS, readIntent, type IntentAnswer } from '../../../src-shared/agents/answers/intent-answer'
import { globalEdges, isUnconditional, samplesText } from '../../../src-shared/agents/routing/intents'
import { builtInPrompts } from '../../../src-shared/agents/prompts'
import { slotsIn } from '../../../src-shared/agents/answers/slots'
import { renderTemplate } from '../../../src-shared/agents/templates/template'
import type { EdgeEntry } from '../../../src-shared/flow/graph'
import { intentEdgeSchema } from '../../../src-shared/kinds/edges'
import { messageWorkerSchema } from '../../../src-shared/kinds/message-worker'
import { taskGraphKind, type TaskGraphData } from '../../../src-shared/kinds/task-graph'
import type { MoveCause } from '../../../src-shared/run/log/facts'
import { isOfChat } from '../../../src-shared/run/log/log'
import { questionPrompt } from '../../models/contract/prompt'
import { callModel, type CallResult } from '../calls/call-model'
import { promptWithChat } from '../log-views/prompt-with-history'
import { named, tellDecision } from '../calls/decisions'
import { defineRuntime } from '../contract/define-runtime'
import { cursorOf, moveCursor, topFrame, userEntryOf, wordsOf, type Draft } from '../state/draft'
import { callWorker } from '../moves/moves'
import { respondStep } from '../workers/answer-from-context'
import { participantOf, stepName, type CompiledFlow, type Step, type StepContext } from '../contract/runtime'
import { endOrReturn, followOut, isAwaited } from '../moves/after-reply'
import { fillStep } from '../workers/slots-step'
import { say } from '../moves/messages'
import { step } from '../contract/step'
import { holdBack } from '../dialogs/watchers'
import { commonSlots, wayOn } from '../workers/workers'

export const taskGraphRuntime = defineRuntime(taskGraphKind, {
  participant({ id, data }, flow) {
    const hears = (draft: Draft) => (hasSlots(data) && userEntryOf(draft) !== null ? [stepName.fill(id)] : [])
    return {
      settings: flow.modelOf(data.model),
      opening: builtInPrompts(flow.language).prompts.openingInstruction,
      arrival: 'replace',
      enter: (draft) => [...hears(draft), stepName.route(id)],
      settle(draft, context) {
        if (isAwaited(draft, id) || !followOut(draft, context, id)) endOrReturn(draft, context)
      },
      hosts: {
        leads: 'places',
        limit: data.limit,
        slots: data.slots,
        hears,
        workerDone: (draft, context, worker) => afterWorker(draft, context, { id, worker }),
      },
    }
  },
  steps: ({ id, data }, flow) => ({
    ...(hasSlots(data) ? { [stepName.fill(id)]: fillStep(id, data) } : {}),
    [stepName.route(id)]: routeStep({ id, data }),
    [stepName.respond(id)]: respondStep(id, {
      settings: flow.modelOf(data.model),
      description: data.description,
    }),
  }),
})

/** A task graph as it is drawn. */
type GraphNode = { id: string; data: TaskGraphData }

function hasSlots(data: TaskGraphData): boolean {
  return slotsIn(data.slots).length > 0
}

/** The first decision of a turn: which worker gets the message. */
function routeStep(node: GraphNode): Step {
  const { id } = node
  return step(async (draft, context) => {
    const start = context.flow.graph.from(id, 'start').at(0)
    const cursor = cursorOf(draft, id)
    const isFirst = start !== undefined && !cursor.greeted && cursor.at === null
    const isHeld = isFirst && greetOrStart(draft, context, { id, start })
    if (!isHeld && draft.turn.end === null && topFrame(draft).node === id) await routeMessage(draft, context, node)
  })
}

/**
 * A direct first worker is delivered before the answer to the first message; any other first worker gets the first turn. True: what it says
 * is held back until observers have looked at it, and this step comes again.
 */
function greetOrStart(draft: Draft, context: StepContext, { id, start }: { id: string; start: EdgeEntry }): boolean {
  const worker = start.edge.to.node
  const words = directWords(context.flow, worker)
  moveCursor(draft, id, { greeted: true })
  if (words !== null && userEntryOf(draft) !== null) {
    const said = { text: renderTemplate(words, draft.variables), by: worker }
    const frame = topFrame(draft)
    const looking = holdBack(draft, context.flow, { frame, words: said })
    moveCursor(draft, id, { at: worker, place: worker, visited: [worker] })
    if (looking.length === 0) say(draft, worker, said)
    else frame.todo = [...looking, ...frame.todo]
    return looking.length > 0
  }
  run(draft, context, { id, to: worker, edge: start.id, cause: 'first' })
  return false
}

/** What a direct worker says word for word; null for any other. */
function directWords(flow: CompiledFlow, worker: string): string | null {
  const data = messageWorkerSchema.safeParse(flow.graph.node(worker)?.data ?? {})
  return data.success && data.data.direct ? data.data.value : null
}

type Intent = { entry: EdgeEntry; text: string; samples: readonly string[]; weight: number }

async function routeMessage(draft: Draft, context: StepContext, { id, data }: GraphNode): Promise<void> {
  const { flow } = context
  if (userEntryOf(draft) === null) {
    topFrame(draft).todo = [stepName.respond(id)]
    return
  }
  const local = localEdges(draft, flow, id)
  const intents = intentsOf([...local, ...globalEdges(flow.graph, id)])
  const matched = intents.length === 0 ? null : await askIntent(draft, context, { id, data, intents })
  if (draft.turn.end !== null) return
  const next = matched?.entry ?? local.find(({ edge }) => isUnconditional(edge.data))
  if (next !== undefined) run(draft, context, { id, to: next.edge.to.node, edge: next.id, ...whyOf(matched) })
  else takeDefault(draft, context, id)
}

/**
 * The edges that lead on from where the graph stands. Behind a leaf it begins again: with its own, and the intents of its first worker. What
 * is drawn behind the fallback worker comes last, where that one answered last.
 */
function localEdges(draft: Draft, flow: CompiledFlow, id: string): EdgeEntry[] {
  const place = placeOf(draft, flow, id)
  const { at } = cursorOf(draft, id)
  const aside = at === null || at === place ? [] : flow.graph.from(at, 'intents')
  const onward = place === null ? [] : flow.graph.from(place, 'intents')
  return [...(onward.length === 0 ? firstEdges(flow, id) : onward), ...aside]
}

function firstEdges(flow: CompiledFlow, id: string): EdgeEntry[] {
  const first = flow.graph.from(id, 'start').flatMap(({ edge }) => flow.graph.from(edge.to.node, 'intents'))
  return [...flow.graph.from(id, 'intents'), ...first.filter(({ edge }) => !isUnconditional(edge.data))]
}

/** The worker where the graph stands; null: nowhere, or one that is not drawn any more. */
function placeOf(draft: Draft, flow: CompiledFlow, id: string): string | null {
  const { place } = cursorOf(draft, id)
  return place !== null && flow.participants.has(place) ? place : null
}

/** No intent fits: the fallback worker, which does not change where the graph stands, or the present worker once more, or an answer from context (DefaultWorker 1b). */
function takeDefault(draft: Draft, context: StepContext, id: string): void {
  const entry = context.flow.graph.from(id, 'default').at(0)
  const place = placeOf(draft, context.flow, id)
  if (entry !== undefined)
    run(draft, context, { id, to: entry.edge.to.node, edge: entry.id, cause: 'others', isAside: true })
  else if (place !== null && directWords(context.flow, place) === null)
    run(draft, context, { id, to: place, edge: null, cause: 'again' })
  else topFrame(draft).todo = [stepName.respond(id)]
}

/** The intents to ask about: each edge once, equal texts by the heavier edge, unconditional ones left out. */
function intentsOf(entries: readonly EdgeEntry[]): Intent[] {
  const byText = new Map<string, Intent>()
  for (const entry of entries) {
    const { intent, samples, weight } = intentEdgeSchema.parse(entry.edge.data)
    const text = intent.trim()
    const key = text.toLowerCase()
    const known = byText.get(key)
    if (text === '' || key === 'none' || (known !== undefined && known.weight >= weight)) continue
    byText.set(key, { entry, text, samples, weight })
  }
  return [...byText.values()]
}

async function askIntent(
  draft: Draft,
  context: StepContext,
  { id, data, intents }: GraphNode & { intents: Intent[] },
): Promise<Intent | null> {
  const { flow } = context
  const settings = flow.modelOf(data.model)
  const message = userEntryOf(draft)
  const template = data.prompt || builtInPrompts(flow.language).prompts.intentCheck
  const values = {
    ...draft.variables,
    ...commonSlots(draft, flow),
    intents: intents.map(intentLine).join('\n'),
    description: data.description,
  }
  const prompt = promptWithChat(draft, { flow, settings }, { template, slot: 'formatted_chat', values })
  const options = intents.map(({ text, samples }) => ({ name: text, description: samples.join('. ') }))
  const result = await callModel(draft, context, {
    node: id,
    role: 'intent check',
    settings,
    prompt: questionPrompt(flow.language, prompt),
    tools: [],
    purpose: {
      kind: 'choose',
      options,
      none: OTHERS,
      message: wordsOf(message),
      words: [...intents.map(({ text }) => text), OTHERS],
    },
  })
  if (result === null) return null
  const read = readIntent(
    result.reply.text,
    intents.map(({ text }) => text),
  )
  const chosen = read.index === null ? null : (intents[read.index] ?? null)
  tellIntent(draft, context, { id, intents, result, prompt, rule: read.rule, choice: chosen?.text ?? OTHERS })
  return chosen
}

function intentLine({ text, samples }: Intent, index: number): string {
  return `${index + 1}. ${text} ${samplesText(samples)}`.trimEnd()
}

type ToldIntent = {
  id: string
  intents: Intent[]
  result: CallResult
  prompt: string
  rule: IntentAnswer['rule']
  choice: string
}

function tellIntent(
  draft: Draft,
  context: StepContext,
  { id, intents, result, prompt, rule, choice }: ToldIntent,
): void {
  const candidates = [...intents.map(({ text }) => ({ name: text })), { name: OTHERS }]
  const grounds = { rule: { by: 'intent', read: rule }, choice: named(choice) } as const
  tellDecision(draft, context, { node: id, about: 'intent', candidates, prompt, asked: result, ...grounds })
}

type MoveGrounds = { reason?: string; cause?: MoveCause }
type TaskMove = MoveGrounds & { id: string; to: string; edge: string | null; isAside?: boolean }

/** The intent that led on, or that the edge asks for none. */
function whyOf(matched: Intent | null): MoveGrounds {
  return matched === null ? { cause: 'none' } : { reason: matched.text }
}

function run(
  draft: Draft,
  context: StepContext,
  { id, to, edge, reason = '', cause, isAside = false }: TaskMove,
): void {
  const place = isAside ? {} : { place: to }
  moveCursor(draft, id, { ...place, at: to, status: 'complete', visited: [...cursorOf(draft, id).visited, to] })
  callWorker(draft, context, { to, edge, by: 'intent', reason, cause })
}

/** After a worker: the turn ends unless the next one follows without asking (DefaultWorker 12, 13). */
function afterWorker(draft: Draft, context: StepContext, { id, worker }: { id: string; worker: string }): void {
  const { flow } = context
  const cursor = cursorOf(draft, id)
  // The worker succeeded when it was tried again (DefaultWorker 11), or the user has answered its question.
  if (cursor.status !== 'complete') moveCursor(draft, id, { status: 'complete' })
  // An agent that is called as a worker may have handed off to another agent: the edges of the first one count.
  const place = cursor.at ?? worker
  const { next, skipped } = wayOn(draft, flow, { host: id, place })
  const isAnswered = hasAnswered(draft)
  const { handsOn = false } = participantOf(flow, place)
  if (handsOn && skipped !== null) warnSkipped(context, skipped)
  if (handsOn && !isAnswered && next !== null)
    run(draft, context, { id, to: next.edge.to.node, edge: next.id, cause: 'none' })
  else if (isAnswered) participantOf(flow, id).settle(draft, context)
  else topFrame(draft).todo = [stepName.respond(id)]
}

/** Whether a worker of this turn has said anything to the user; a greeting before the first of them is no answer. */
function hasAnswered(draft: Draft): boolean {
  const { scope } = topFrame(draft)
  for (const log of [draft.added, draft.state.log]) {
    for (let index = log.length - 1; index >= 0; index -= 1) {
      const entry = log[index]
      if (entry === undefined || entry.turn !== draft.turn.number) return false
      if (!isOfChat(entry.scope, scope)) continue
      if (entry.kind === 'handoff' && entry.by === 'intent') return false
      if (entry.kind === 'text' && entry.author !== 'user' && entry.asUser !== true) return true
    }
  }
  return false
}

function warnSkipped(context: StepContext, worker: string): void {
  const facts = { name: context.flow.nameOf(worker) }
  context.emit({ type: 'warning', node: worker, code: 'default-worker-skipped', facts })
}
