/** Flow -> LangGraph: one StateGraph whose nodes are steps, and one edge out of each: to whatever the top frame has to do next. */
import {
  END,
  START,
  interrupt,
  StateGraph,
  task,
  type BaseCheckpointSaver,
  type LangGraphRunnableConfig,
} from '@langchain/langgraph'
import { z } from 'zod'
import { offersOf, type Offer } from '../../src-shared/agents/offers'
import { poolsOf, type UsedPool } from '../../src-shared/agents/pools'
import { AppError } from '../../src-shared/errors'
import { flowGraph } from '../../src-shared/flow/graph'
import { readSettings, type Flow, type Json, type NodeModel } from '../../src-shared/flow/records'
import { isKindName } from '../../src-shared/kinds'
import type { NewRunEvent } from '../../src-shared/run/events'
import type { ModelSettings } from '../models/model'
import { expandFlow } from './expand'
import { RUNTIMES } from './kinds'
import {
  stepName,
  type Asked,
  type CompiledFlow,
  type EngineServices,
  type FlowFacts,
  type KindRuntime,
  type Participant,
  type Step,
  type StepContext,
  type ToolRunner,
} from './runtime'
import { BatonAnnotation, type BatonState, type BatonUpdate, type Frame } from './state'
import { tiedSteps } from './workers'

/** What a run passes to its steps through LangGraph's `configurable`. */
const runConfigSchema = z.object({ run: z.object({ deadline: z.number() }) })

/** A flow that can be run: its facts, and the LangGraph graph over a checkpointer. */
export type RunnableFlow = { flow: CompiledFlow; graph: ReturnType<typeof buildGraph> }

/** Compiles a checked flow with its sub-flows drawn in. Pure and fast: the graph does nothing until it is invoked. */
export function compileFlow(drawn: Flow, services: EngineServices, checkpointer: BaseCheckpointSaver): RunnableFlow {
  const flow = expandFlow(drawn)
  const facts = factsOf(flow)
  const participants = new Map<string, Participant>()
  const tools = new Map<string, ToolRunner>()
  const steps: { [name: string]: Step } = {}
  let entry: CompiledFlow['entry'] = { node: null, edge: null }
  for (const [id, node] of Object.entries(flow.nodes)) {
    if (!isKindName(node.kind)) continue
    const runtime: KindRuntime = RUNTIMES[node.kind]
    if (runtime.participant !== undefined) participants.set(id, runtime.participant(id, facts))
    if (runtime.tool !== undefined) tools.set(id, runtime.tool(id, facts))
    if (runtime.steps !== undefined) Object.assign(steps, tiedSteps(runtime.steps(id, facts)))
    if (runtime.isEntry === true) entry = entryOf(facts, id)
  }
  if (Object.keys(steps).length === 0)
    throw new AppError(
      'flow-has-problems',
      'Nobody in this flow can speak. Add a supervisor or an agent and join Start to it.',
    )
  const compiled: CompiledFlow = { ...facts, participants, tools, entry }
  return { flow: compiled, graph: buildGraph(compiled, { steps, services, checkpointer }) }
}

function entryOf(facts: FlowFacts, id: string): CompiledFlow['entry'] {
  const first = facts.graph.from(id, 'out').at(0)
  return { node: first?.edge.to.node ?? null, edge: first?.id ?? null }
}

function factsOf(flow: Flow): FlowFacts {
  const graph = flowGraph(flow)
  const settings = readSettings(flow)
  const offers = new Map<string, readonly Offer[]>()
  const pools = new Map<string, readonly UsedPool[]>()
  return {
    graph,
    settings,
    language: settings.language,
    nameOf: (id) => graph.node(id)?.name ?? id,
    offersOf(id) {
      const known = offers.get(id) ?? offersOf(graph, id)
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
  const fields = own ?? {}
  return {
    connection: fields.connection || base.connection,
    model: fields.model || (fields.connection && fields.connection !== base.connection ? '' : base.model),
    temperature: fields.temperature ?? base.temperature,
    maxTokens: fields.maxTokens ?? base.maxTokens,
    contextTokens: fields.contextTokens ?? base.contextTokens,
  }
}

type Build = { steps: { [name: string]: Step }; services: EngineServices; checkpointer: BaseCheckpointSaver }

function buildGraph(flow: CompiledFlow, { steps, services, checkpointer }: Build) {
  const contextOf = (config: LangGraphRunnableConfig, branch: string | null): StepContext => ({
    flow,
    services,
    emit: (event: NewRunEvent) => config.writer?.(event),
    durable,
    ask: askPerson,
    signal: config.signal ?? new AbortController().signal,
    deadline: runConfigSchema.parse(config.configurable).run.deadline,
    branch,
  })
  const nodes: { [name: string]: GraphNode } = {}
  for (const [name, step] of Object.entries(steps))
    nodes[name] = (state, config) => step(state, contextOf(config, null))
  const branches = branchesOf(flow)
  for (const edge of branches) nodes[stepName.branch(edge)] = branchNode(edge, steps, contextOf)
  const builder = new StateGraph(BatonAnnotation).addNode(nodes).addConditionalEdges(START, (state) => nextSteps(state))
  for (const name of Object.keys(steps)) builder.addConditionalEdges(name, (state) => nextSteps(state))
  for (const edge of branches) builder.addConditionalEdges(stepName.branch(edge), (state) => nextOfBranch(state, edge))
  return builder.compile({ checkpointer, name: 'Baton' })
}

const givenSchema = z.object({ id: z.string(), answer: z.unknown() })

/** Waits for the answer to this very question: of chats side by side several may ask, and LangGraph gives each of them what comes. */
function askPerson(question: Asked): unknown {
  for (;;) {
    const given = givenSchema.parse(interrupt<Asked, unknown>(question))
    if (given.id === question.id) return given.answer
  }
}

type GraphNode = (state: BatonState, config: LangGraphRunnableConfig) => Promise<BatonUpdate>

/** The drawn chats that may run beside others, by edge: each has a graph node of its own. */
function branchesOf(flow: CompiledFlow): string[] {
  return [...flow.participants.values()].flatMap((participant) => participant.branches ?? [])
}

/** Runs whatever is next to do in a branch, until its chat is through or the turn has ended. */
function branchNode(
  edge: string,
  steps: Build['steps'],
  contextOf: (config: LangGraphRunnableConfig, branch: string) => StepContext,
): GraphNode {
  return async (state, config) => {
    const next = state.turn.end === null ? state.branches[edge]?.at(-1)?.todo.at(0) : undefined
    const step = next === undefined ? undefined : steps[next]
    return step === undefined ? {} : await step(state, contextOf(config, edge))
  }
}

/** A LangGraph task: its result is a pending write of the checkpoint before the step, until the step is done. */
async function durable<Result extends Json>(name: string, work: () => Promise<Result>): Promise<Result> {
  const { result } = await task(name, async () => ({ result: await work() }))()
  return result
}

/** The one routing rule: what the frame on top has to do next, or what its branches have; an ended turn ends the run. */
function nextSteps(state: BatonState): string | string[] {
  if (state.turn.end !== null) return END
  const running = Object.entries(state.branches).flatMap(([edge, frames]) => (isRunning(frames) ? [edge] : []))
  if (running.length > 0) return running.map(stepName.branch)
  return state.frames.at(-1)?.todo.at(0) ?? END
}

/** A branch goes on by itself; when its chat is through, the queue of its nested chat looks at it. */
function nextOfBranch(state: BatonState, edge: string): string {
  if (state.turn.end !== null) return END
  if (isRunning(state.branches[edge])) return stepName.branch(edge)
  return state.frames.at(-1)?.todo.at(0) ?? END
}

function isRunning(frames: readonly Frame[] | undefined): boolean {
  return (frames?.at(-1)?.todo.length ?? 0) > 0
}
