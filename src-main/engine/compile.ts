/** Flow -> LangGraph: one StateGraph whose nodes are steps, and one edge out of each: to whatever the top frame has to do next. */
import { END, START, StateGraph, type BaseCheckpointSaver, type LangGraphRunnableConfig } from '@langchain/langgraph'
import { z } from 'zod'
import { offersOf, type Offer } from '../../src-shared/agents/offers'
import { AppError } from '../../src-shared/errors'
import { flowGraph } from '../../src-shared/flow/graph'
import { readSettings, type Flow, type NodeModel } from '../../src-shared/flow/records'
import { isKindName } from '../../src-shared/kinds'
import type { NewRunEvent } from '../../src-shared/run/events'
import type { ModelSettings } from '../models/model'
import { RUNTIMES } from './kinds'
import type { CompiledFlow, EngineServices, FlowFacts, KindRuntime, Participant, Step, ToolRunner } from './runtime'
import { BatonAnnotation, type BatonState } from './state'
import { tiedSteps } from './workers'

/** What a run passes to its steps through LangGraph's `configurable`. */
const runConfigSchema = z.object({ run: z.object({ deadline: z.number() }) })

/** A flow that can be run: its facts, and the LangGraph graph over a checkpointer. */
export type RunnableFlow = { flow: CompiledFlow; graph: ReturnType<typeof buildGraph> }

/** Compiles a checked flow. Pure and fast: the graph does nothing until it is invoked. */
export function compileFlow(flow: Flow, services: EngineServices, checkpointer: BaseCheckpointSaver): RunnableFlow {
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
  const nodes = Object.fromEntries(
    Object.entries(steps).map(([name, step]) => [
      name,
      (state: BatonState, config: LangGraphRunnableConfig) =>
        step(state, {
          flow,
          services,
          emit: (event: NewRunEvent) => config.writer?.(event),
          signal: config.signal ?? new AbortController().signal,
          deadline: runConfigSchema.parse(config.configurable).run.deadline,
        }),
    ]),
  )
  const builder = new StateGraph(BatonAnnotation).addNode(nodes).addConditionalEdges(START, nextStep)
  for (const name of Object.keys(nodes)) builder.addConditionalEdges(name, nextStep)
  return builder.compile({ checkpointer, name: 'Baton' })
}

/** The one routing rule: what the frame on top has to do next; an ended turn ends the run. */
function nextStep(state: BatonState): string {
  if (state.turn.end !== null) return END
  return state.frames.at(-1)?.todo.at(0) ?? END
}
