/** Flow -> LangGraph: one StateGraph whose nodes are steps; each leads to whatever the top frame has to do next. */
import { Command, END, task, type LangGraphRunnableConfig } from '@langchain/langgraph'
import { neededApprovals } from '../../../src-shared/agents/offers/approvals'
import { offersOf, withoutDoubles, type Offer } from '../../../src-shared/agents/offers/offers'
import { poolsOf, type UsedPool } from '../../../src-shared/agents/offers/pools'
import { AppError } from '../../../src-shared/errors'
import { flowGraph, type FlowGraph } from '../../../src-shared/flow/graph'
import { layModel, type NodeModel } from '../../../src-shared/flow/model-settings'
import { readSettings, type Flow, type FlowNode, type Json } from '../../../src-shared/flow/records'
import { isKindName, KINDS } from '../../../src-shared/kinds'
import { isToolEdge } from '../../../src-shared/kinds/edge-facts'
import type { NewRunEvent } from '../../../src-shared/run/log/events'
import { atPlace } from '../../outbound/purpose'
import type { ModelSettings } from '../../models/contract/model'
import { closedUntilAsked, createAsking } from '../availability/available'
import { whenShared } from '../checkpoints'
import { createAsk } from './ask-person'
import { flowPrint } from '../tool-calls/approvals'
import { stepWithBreakpoints } from '../breakpoints/step-with-breakpoints'
import { createSandboxes } from '../tool-calls/callables'
import { expandFlow } from '../expand/expand'
import { createSourceReader, stepWithSources, type SourceReader } from '../sources/list-sources'
import { createOpenTools, stepWithOpenTools } from '../availability/open-tools'
import { overBudgetWarnings } from '../calls/budgets'
import { passError } from '../calls/pass-error'
import { RUNTIMES } from '../kinds'
import { planStepName } from '../tool-calls/plans'
import { redactedSource, redactedTool } from '../sources/redacted-tools'
import {
  stepName,
  type CompiledFlow,
  type EngineServices,
  type FlowFacts,
  type Participant,
  type Step,
  type StepContext,
  type ToolRunner,
  type ToolSource,
} from '../contract/runtime'
import { routingAfter, type BatonState, type BatonUpdate, type RoutingState } from '../state/state'
import { ownerOfStep } from '../state/step-names'
import { whenStored } from '../sources/when-stored'
import { compileNodes, type BatonGraph, type GraphDriver, type GraphNode, type StepResult } from './compile-nodes'
import { BEGIN_STEP, isDoor, type DoorStep, type GraphDoor } from './door'
import { readRunConfig } from './run-config'
import { settingSteps } from './setting-steps'
import { afterStep, nextOfBranch } from './next-steps'
import { unlessSpoken } from './unless-spoken'
import { workerSteps } from '../workers/workers'
import type { Slices } from '../../../src-shared/slices'

/** A flow that can be run: its facts, and the LangGraph graph over a checkpointer. */
export type RunnableFlow = { flow: CompiledFlow; graph: BatonGraph; readSources: SourceReader }

/** Compiles a checked flow with its sub-flows drawn in, in slices. Pure: the graph does nothing until it is invoked. A door stands in the place of a runner. */
export function* compileFlow(whole: Flow, services: EngineServices, checkpointer: GraphDriver): Slices<RunnableFlow> {
  const flow = closedUntilAsked(expandFlow(whole))
  yield
  const facts = factsOf(flow, flowGraph(flow))
  const participants = new Map<string, Participant>()
  const tools = new Map<string, ToolRunner>()
  const sources = new Map<string, ToolSource>()
  const drawn: { id: string; name: string; step: Step }[] = []
  const branches: string[] = []
  let entry: CompiledFlow['entry'] = { start: null, node: null, edge: null }
  for (const [id, node] of Object.entries(flow.nodes)) {
    if (!isKindName(node.kind)) continue
    const runtime = RUNTIMES[node.kind]
    const own = runtime.at(id, facts)
    if (own.participant !== undefined) participants.set(id, own.participant)
    if (own.tool !== undefined) tools.set(id, redactedTool(own.tool))
    if (own.source !== undefined) {
      const source = redactedSource(own.source)
      sources.set(id, source)
      tools.set(id, source.run)
    }
    for (const [name, step] of Object.entries(workerSteps(own.steps))) drawn.push({ id, name, step })
    branches.push(...own.branches)
    if (runtime.isEntry) entry = entryOf(facts, id)
    yield
  }
  if (drawn.length === 0)
    throw new AppError(
      'flow-has-problems',
      'Nobody in this flow can speak. Add a supervisor or an agent and join Start to it.',
    )
  const compiled: CompiledFlow = {
    ...facts,
    participants,
    tools,
    sources,
    entry,
    setters: settersIn(flow),
    ordered: orderedIn(flow),
    approvals: neededApprovals(facts.graph, 'needsApproval'),
    holds: neededApprovals(facts.graph, 'holdResult'),
    print: flowPrint(flow),
    codeOf: createSandboxes(),
  }
  const readSources = createSourceReader(compiled, (graph) => factsOf(flow, graph))
  const openTools = createOpenTools(flow, (changed, { graph }) =>
    factsOf(changed, { ...flowGraph(changed), listed: graph.listed }),
  )
  const asking = createAsking(flow)
  const steps: { [name: string]: Step } = {}
  for (const { id, name, step } of drawn) {
    const open = stepWithOpenTools(step, openTools)
    const asked = asking(open, { id, name, planStep: planStepName.plan(id) })
    steps[name] = unlessSpoken(stepWithSources(id, readSources, stepWithBreakpoints(name, asked)))
    yield
  }
  const door = isDoor(checkpointer) ? checkpointer : null
  const graph = yield* buildGraph(compiled, { steps, branches, services, checkpointer, door })
  return { flow: compiled, graph, readSources }
}

/** Tools and steps that may change variables, then whoever uses one: a participant, or a pool that a participant uses. */
function settersIn({ nodes, edges }: Flow): Set<string> {
  const isSetter = ({ kind }: FlowNode) => isKindName(kind) && RUNTIMES[kind].setsVariables
  const setters = new Set(Object.keys(nodes).filter((id) => isSetter(nodes[id] ?? NO_NODE)))
  const uses = Object.values(edges).filter(isToolEdge)
  const users = Map.groupBy(uses, ({ to }) => to.node)
  for (const id of setters) for (const { from } of users.get(id) ?? []) setters.add(from.node)
  return setters
}

/** Tools whose calls wait for each other. */
function orderedIn({ nodes }: Flow): Set<string> {
  return new Set(
    Object.entries(nodes).flatMap(([id, node]) =>
      isKindName(node.kind) && KINDS[node.kind].keepsOrder(node) ? [id] : [],
    ),
  )
}

const NO_NODE: FlowNode = { kind: '', name: '', data: {} }

function entryOf(facts: FlowFacts, id: string): CompiledFlow['entry'] {
  const first = facts.graph.from(id, 'out').at(0)
  return { start: id, node: first?.edge.to.node ?? null, edge: first?.id ?? null }
}

/** What is worked out of a flow by itself, with the tools that its sources offer. */
export function factsOf(flow: Flow, graph: FlowGraph): FlowFacts {
  const settings = readSettings(flow)
  const offers = new Map<string, readonly Offer[]>()
  const pools = new Map<string, readonly UsedPool[]>()
  return {
    graph,
    settings,
    language: settings.language,
    nameOf: (id) => graph.node(id)?.name ?? id,
    offersOf(id) {
      const known = offers.get(id) ?? withoutDoubles(offersOf(graph, id))
      offers.set(id, known)
      return known
    },
    poolsOf(id) {
      const known = pools.get(id) ?? poolsOf(graph, id)
      pools.set(id, known)
      return known
    },
    modelOf: (own) => modelSettings(settings.model, own),
  }
}

/** A node's model fields laid over the flow's: an absent or empty field falls back. */
function modelSettings(base: ModelSettings, own: NodeModel): ModelSettings {
  const { connection = '', model = '', temperature, maxTokens, contextTokens, ...others } = layModel(base, own ?? {})
  return {
    connection,
    model,
    temperature: temperature ?? null,
    maxTokens: maxTokens ?? null,
    contextTokens: contextTokens ?? null,
    ...others,
  }
}

/** `branches`: the stacks that may run beside others; each has a graph node of its own. */
type Build = {
  steps: { [name: string]: Step }
  branches: readonly string[]
  services: EngineServices
  checkpointer: GraphDriver
  /** The same where it is one. */
  door: GraphDoor | null
}

function* buildGraph(flow: CompiledFlow, { steps, branches, services, checkpointer, door }: Build): Slices<BatonGraph> {
  const contextOf: ContextOf = (config, branch, opened) => {
    const { thread_id: threadId, checkpoint_ns: task, run } = readRunConfig(config, opened?.run)
    const { deadline, within, warned, sourcesDown, takeResult, interjection, startedAt, usedMs, left, pauses } = run
    const { triedAgainAt } = run
    const emit = (event: NewRunEvent) => {
      config.writer?.(event)
      opened?.hear(event)
    }
    const emitAgain = (again: NewRunEvent) => config.writer?.({ again })
    return {
      flow,
      services,
      emit,
      emitAgain,
      takeResult,
      insideOf: ({ scope, key, left: leftInside, answers }) => ({
        answers,
        pauses: answers === null ? null : pauses,
        threadId,
        scope,
        takeResult,
        left: leftInside,
        key: within === '' ? key : `${within}/${key}`,
        emit,
        emitAgain,
      }),
      warnOnce(warning) {
        const key = JSON.stringify(warning)
        if (!warned.has(key)) emit(warning)
        warned.add(key)
      },
      sourcesDown,
      durable: (name, work) => durable(() => whenShared(checkpointer, threadId), name, work),
      ask: opened?.ask ?? createAsk(),
      pauses,
      triedAgainAt,
      task,
      signal: config.signal === undefined ? interjection.cut : AbortSignal.any([config.signal, interjection.cut]),
      interjection: { ...interjection, endsHere: () => interjection.endsBefore(superStepOf(config)) },
      threadId,
      deadline,
      turnMs: () => Math.max(0, usedMs + services.now() - startedAt),
      left,
      branch,
    }
  }
  const nodes: { [name: string]: GraphNode } = {}
  const opens = (state: BatonState, config: LangGraphRunnableConfig) => door?.step(flow, state, config)
  for (const [name, step] of Object.entries(steps))
    nodes[name] = async (state, config) => {
      const opened = opens(state, config)
      const context = contextOf(config, null, opened)
      const place = { thread: context.threadId, node: ownerOfStep(name) }
      const update = await flushed(atPlace(place, () => step(state, context)))
      if (door !== null) for (const said of lastWords(flow, state, update)) context.emit(said)
      return goOn(state, await left(update, opened), afterStep)
    }
  const setting = settingSteps(flow)
  for (const edge of branches) nodes[stepName.branch(edge)] = branchNode({ edge, steps, setting }, { contextOf, opens })
  if (door !== null)
    nodes[BEGIN_STEP] = async (state, config) => {
      const update = await door.begin(flow, state, config)
      return goOn(state, await left(update, opens(state, config)), afterStep)
    }
  return yield* compileNodes(nodes, checkpointer)
}

type ContextOf = (config: LangGraphRunnableConfig, branch: string | null, opened: DoorStep | undefined) => StepContext

/** What a runner says once a turn is over. Behind a door there is none, so the step says it that was the last. */
function lastWords(flow: CompiledFlow, state: BatonState, update: BatonUpdate): NewRunEvent[] {
  const after = routingAfter(state, update)
  if (afterStep(after) !== END) return []
  return overBudgetWarnings({ turn: after.turn, spentBefore: update.spentBefore ?? state.spentBefore }, flow)
}

/** An update with what of it goes into the channels of a door. */
async function left(update: BatonUpdate, opened: DoorStep | undefined): Promise<BatonUpdate> {
  return opened === undefined ? update : { ...update, ...(await opened.leave(update)) }
}

/** Which super-step of its thread a step is. */
function superStepOf({ metadata }: LangGraphRunnableConfig): number {
  return Number(metadata?.['langgraph_step'] ?? 0)
}

/**
 * What a step changes, and where the graph goes on. Each step says so itself: an edge out of every node to every other one would make
 * compiling, and each super-step, cost the square of the number of nodes.
 */
function goOn(state: BatonState, update: BatonUpdate, next: (state: RoutingState) => string | string[]): StepResult {
  return new Command({ update, goto: next(routingAfter(state, update)) })
}

/** Delays the failure of a step until its events are stored: LangGraph's stream ends at once with it, and they would be lost. */
async function flushed(update: Promise<BatonUpdate>): Promise<BatonUpdate> {
  try {
    return await update
  } catch (cause) {
    await whenStored()
    throw cause
  }
}

/** A change that is written into a thread from outside, as one of the step that leads to what is next to do after it. */
export function goOnWithUpdate(state: BatonState, update: BatonUpdate): StepResult {
  return goOn(state, update, afterStep)
}

type Branch = { edge: string; steps: Build['steps']; setting: ReadonlySet<string> }

/**
 * Runs whatever is next to do in a branch, until its chat is through or the turn has ended. Steps that run at once all begin with the same
 * variables, so of those that may change some one goes first and the others wait for the next super-step (swarm 10).
 */
function branchNode(
  { edge, steps, setting }: Branch,
  { contextOf, opens }: { contextOf: ContextOf; opens: (...at: Parameters<GraphNode>) => DoorStep | undefined },
): GraphNode {
  const nextIn = (state: BatonState, branch: string) => state.branches[branch]?.at(-1)?.todo.at(0) ?? ''
  return async (state, config) => {
    const next = nextIn(state, edge)
    const first = Object.keys(state.branches)
      .toSorted()
      .find((branch) => setting.has(nextIn(state, branch)))
    const waits = setting.has(next) && first !== edge
    const step = steps[next]
    const isIdle = step === undefined || waits || state.turn.end !== null
    const opened = opens(state, config)
    const context = contextOf(config, edge, opened)
    const keepFailure = (cause: unknown) => passError(state, context, cause)
    const update = isIdle
      ? {}
      : await flushed(atPlace({ thread: context.threadId, node: ownerOfStep(next) }, () => step(state, context))).catch(
          keepFailure,
        )
    return goOn(state, await left(update, opened), (after) => nextOfBranch(after, edge))
  }
}

/**
 * A LangGraph task: its result is a pending write of the checkpoint before the step, until the step is done. It ends only after that write
 * and after its events are in the log, so that a step that runs again emits what was stored without its events, and nothing later comes first.
 * `shared`: resolves when the write is wherever another process would look for it.
 */
async function durable<Result extends Json>(
  shared: () => Promise<void>,
  name: string,
  work: () => Promise<Result>,
): Promise<Result> {
  let isNew = false
  const { result } = await task(name, async () => {
    isNew = true
    return { result: await work() }
  })()
  if (isNew) {
    await whenStored()
    await shared()
  }
  return result
}
