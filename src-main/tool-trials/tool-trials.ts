/**
 * Trying one tool of a flow by itself: called by the one tool caller with a run's consent, limits and redaction, so that what comes back is what a
 * model would read. It makes no thread, and what it would set is told and not kept.
 */
import { asMessage, message as sentence } from '../../src-shared/languages/translate'
import { AppError } from '../../src-shared/errors'
import { isUsedTool } from '../../src-shared/consent/items'
import { checkingFlow } from '../../src-shared/flow/checks/check'
import { flowGraph, type FlowGraph } from '../../src-shared/flow/graph'
import { newId, type Flow, type FlowNode, type Json, type JsonObject } from '../../src-shared/flow/records'
import { defaultValues } from '../../src-shared/flow/variables'
import { kindOf } from '../../src-shared/kinds'
import type { ToolForm, ToolTrial, TrialOutcome } from '../../src-shared/rpc/tool-trials'
import { toolScope } from '../../src-shared/run/log/log'
import type { GivenAnswer } from '../../src-shared/run/log/questions'
import { atOnce, type Slices } from '../../src-shared/slices'
import { keyedItems, keyedToolByHand, type KeyedItem } from '../consent/keys'
import { compileTool, type CompiledTool } from '../engine/compile/compile-tool'
import { frameOf } from '../engine/contract/frames'
import { noInterjection } from '../engine/contract/interjection'
import type { EngineServices, RunFlow, StepContext } from '../engine/contract/runtime'
import { draftOf, type Draft } from '../engine/state/draft'
import { emptyState } from '../engine/state/state'
import { invokeTool, readResult, type ToolInvoked } from '../engine/tool-calls/invoke-tool'
import { freezingFlow, type FlowSource } from '../flows/freeze'
import { inSlices } from '../in-slices'
import { createOpenTrials, trialQuestions } from './open-trials'
import type { TrialResults } from './trial-results'

/** A tool of a flow as it is stored; `tool`: its name among those of a source, null where the node is the tool. */
export type AskedTool = { flowId: string; flow: Flow; node: string; tool: string | null; signal: AbortSignal }
export type AskedTrial = AskedTool & { arguments: JsonObject; variables: JsonObject }
export type TrialAnswer = { trial: string; given: GivenAnswer; signal: AbortSignal }

export type ToolTrials = {
  /** The tool as models are offered it. Throws `not-found` for what is no tool, or of a source that would have to be asked. */
  form: (asked: AskedTool) => Promise<ToolForm>
  /** Calls it. Throws `consent-needed` before anything is touched, and when it is stopped. */
  try: (asked: AskedTrial) => Promise<TrialOutcome>
  /** The same where nobody is there to answer what the tool asks, which is told to the tool. */
  tryAlone: (asked: AskedTrial) => Promise<ToolTrial>
  /** Goes on with a call that asked. Throws `not-found` where it is over or forgotten, else as `try` does. */
  answer: (answer: TrialAnswer) => Promise<TrialOutcome>
}

export type ToolTrialOptions = {
  services: EngineServices
  flowOf: FlowSource
  /** As before a run. */
  permit: (flowId: string, items: readonly KeyedItem[]) => void
  results: Pick<TrialResults, 'keep'>
  /** How flows run that are tools, with these services; nothing of them is kept. */
  runFlowWith: (services: () => EngineServices) => RunFlow
}

export function createToolTrials(options: ToolTrialOptions): ToolTrials {
  const { services, flowOf, permit } = options
  const waiting = createOpenTrials<BegunTrial>()
  const begin = async (asked: AskedTrial): Promise<BegunTrial> => {
    const opened = await inSlices(openTool(asked, flowOf))
    permit(asked.flowId, itemsOf(opened))
    const own = servicesOf(options)
    const form = await formOf(opened, asked, { services: own, listed: 'asked' })
    return { asked, opened, form, services: own, trial: `trial_${newId('t')}`, ms: 0, bookmark: undefined }
  }
  const goOn = async (begun: BegunTrial, by: CallWith): Promise<TrialOutcome> => {
    const { invoked, ms } = await callTried(begun, by)
    const { asks = [], bookmark } = invoked
    const { trial } = begun
    if (asks.length === 0) return told(begun, invoked, ms)
    const questions = trialQuestions(begun.opened.whole, asks)
    waiting.keep(trial, { ...begun, ms, bookmark }, questions)
    return { is: 'asks', trial, questions }
  }
  return {
    async form(asked) {
      const opened = await inSlices(openTool(asked, flowOf))
      const { name, description, parameters } = await formOf(opened, asked, { services, listed: 'known' })
      return { name, description, parameters }
    },
    try: async (asked) => goOn(await begin(asked), { answers: [], signal: asked.signal }),
    async tryAlone(asked) {
      const begun = await begin(asked)
      const { invoked, ms } = await callTried(begun, { answers: null, signal: asked.signal })
      return told(begun, invoked, ms)
    },
    async answer({ trial, given, signal }) {
      const begun = waiting.read(trial, given)
      permit(begun.asked.flowId, itemsOf(begun.opened))
      waiting.close(trial)
      return goOn(begun, { answers: [given], signal })
    },
  }
}

/** Calls the tool: for the first time, or once more with an answer, since a call that asked is not over. `ms`: with its calls before. */
async function callTried(
  { asked, opened, form, services, trial, ms, bookmark }: BegunTrial,
  { answers, signal }: CallWith,
): Promise<{ invoked: ToolInvoked; ms: number }> {
  const { flow, caller } = opened.compiled
  const { draft, context } = around(opened, { services, trial, signal, variables: asked.variables })
  const started = services.now()
  const invoked = await invokeTool(draft, context, {
    node: caller,
    tool: form.name,
    toolNode: asked.node,
    sourceTool: form.sourceTool,
    parameters: form.parameters,
    run: flow.tools.get(asked.node),
    arguments: asked.arguments,
    variables: draft.variables,
    path: '',
    scope: toolScope('', trial),
    key: trial,
    signal,
    onProgress: () => undefined,
    approval: { by: 'caller' },
    ...(answers === null ? {} : { answers }),
    bookmark,
  })
  return { invoked, ms: ms + services.now() - started }
}

/** What a trial works with. Where flows inside of it stand is known as long as the trial is. */
function servicesOf({ services, results, runFlowWith }: ToolTrialOptions): EngineServices {
  const own: EngineServices = {
    ...services,
    results: { keep: results.keep, read: services.results.read },
    noteRequest: () => undefined,
    noteWait: () => () => undefined,
    runFlow: runFlowWith(() => own),
  }
  return own
}

/** What has to be allowed before a tool of a flow that names no other flow is tried. Throws as `try` does. */
export function neededToTry(asked: Pick<AskedTool, 'flow' | 'node'>): KeyedItem[] {
  return itemsOf(atOnce(openTool(asked, () => null)))
}

type OpenedTool = { whole: Flow; graph: FlowGraph; id: string; node: FlowNode; compiled: CompiledTool }

function* openTool({ flow, node: id }: Pick<AskedTool, 'flow' | 'node'>, flowOf: FlowSource): Slices<OpenedTool> {
  const { flow: whole, missing } = yield* freezingFlow(flow, flowOf)
  yield
  const lost = missing.find((one) => one.node === id)
  if (lost !== undefined)
    throw new AppError(
      'flow-has-problems',
      sentence('The flow “{id}” was not found. Choose a flow of the library.', { id: lost.id }),
      {
        node: id,
      },
    )
  const graph = flowGraph(whole)
  const node = graph.node(id)
  if (node === undefined || kindOf(node)?.roles.tool !== true) {
    const drawn = Object.hasOwn(whole.nodes, id) ? whole.nodes[id] : undefined
    throw new AppError(
      'not-found',
      drawn === undefined
        ? 'There is no such tool in the flow as it is saved. It may have been removed meanwhile.'
        : sentence('“{name}” is not a tool that can be called now. Enable it if it is disabled.', { name: drawn.name }),
    )
  }
  const problem = (yield* checkingFlow(whole)).find((one) => one.node === id && one.severity === 'error')
  if (problem !== undefined) throw new AppError('flow-has-problems', asMessage(problem.message), { node: id })
  yield
  return { whole, graph, id, node, compiled: compileTool(whole, id) }
}

/** All that the tool would use, with what a flow in it would; by hand, where nobody uses it. */
function itemsOf({ whole, graph, id }: OpenedTool): KeyedItem[] {
  return isUsedTool(graph, id)
    ? keyedItems(whole).filter(({ nodes }) => nodes.some((one) => one.id === id))
    : keyedToolByHand(whole, id)
}

/** A trial as it goes on: with the flow as it was when it began. `ms`: what its calls took; `bookmark`: as of `ToolInvocation`. */
type BegunTrial = {
  asked: AskedTrial
  opened: OpenedTool
  form: FoundForm
  services: EngineServices
  trial: string
  ms: number
  bookmark: string | undefined
}

/** `answers` null: nobody can be asked. */
type CallWith = { answers: readonly GivenAnswer[] | null; signal: AbortSignal }

type FormOptions = { services: EngineServices; listed: 'known' | 'asked' }
type FoundForm = {
  name: string
  description: string
  parameters: { readonly [name: string]: Json }
  sourceTool: string
}

async function formOf(
  { node, id, compiled }: OpenedTool,
  asked: AskedTool,
  { services, listed }: FormOptions,
): Promise<FoundForm> {
  const source = compiled.flow.sources.get(id)
  if (source === undefined) {
    const offer = kindOf(node)?.offer(node) ?? null
    if (offer === null)
      throw new AppError(
        'not-found',
        sentence('“{name}” offers no tool. Say what it is to do first.', { name: node.name }),
      )
    return { ...offer, sourceTool: offer.name }
  }
  const around = { services, signal: asked.signal }
  const tools = listed === 'asked' ? await source.list(around) : ((await source.known?.(around)) ?? [])
  const found = tools.find(({ name }) => name === asked.tool)
  if (found === undefined)
    throw new AppError(
      'not-found',
      sentence('“{name}” offers no tool “{tool}” now. Ask it for its tools again.', {
        name: node.name,
        tool: asked.tool ?? '',
      }),
    )
  return { ...found, sourceTool: found.tool }
}

type TrialPlace = { services: EngineServices; trial: string; signal: AbortSignal; variables: JsonObject }

/** What the tool caller is given in a run: a conversation in which nothing was said yet, and the time of a turn. */
function around(
  { compiled }: OpenedTool,
  { services, trial, signal, variables: given }: TrialPlace,
): { draft: Draft; context: StepContext } {
  const { flow, caller } = compiled
  const variables: JsonObject = { ...defaultValues(flow.settings.variables), ...given }
  const now = services.now()
  const state = { ...emptyState(), variables, frames: [frameOf({ node: caller, scope: '' })] }
  const emit = () => undefined
  const takeResult = () => null
  const context: StepContext = {
    flow,
    services,
    emit,
    emitAgain: emit,
    takeResult,
    insideOf: (call) => ({ threadId: trial, ...call, pauses: null, emit, emitAgain: emit, takeResult }),
    interjection: noInterjection(),
    sourcesDown: new Set(),
    warnOnce: emit,
    signal,
    threadId: trial,
    deadline: now + flow.settings.limits.seconds * 1000,
    turnMs: () => services.now() - now,
    left: null,
    branch: null,
    triedAgainAt: null,
    pauses: { breakpoints: () => [], isAsked: () => false, hasPaused: () => false },
    task: trial,
    ask: () => {
      throw new Error('Nobody is there to answer a question of a tool that is tried.')
    },
    durable: (_name, work) => work(),
  }
  return { draft: draftOf(state, new Date(now).toISOString()), context }
}

function told({ trial, opened }: Pick<BegunTrial, 'trial' | 'opened'>, invoked: ToolInvoked, ms: number): ToolTrial {
  const { text, isError, why = null, output = '', variables = {}, handOff = null, switches = {}, spent, kept } = invoked
  const counts = isError ? { variables: {}, handOff: null, switches: {} } : { variables, handOff, switches }
  return {
    is: 'done',
    trial,
    text: readResult(opened.compiled.flow.language, text),
    isError,
    why: why === 'not-approved' ? null : why,
    ms,
    output,
    ...counts,
    modelCalls: spent?.calls ?? 0,
    kept: [...kept],
  }
}
