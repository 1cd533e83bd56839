/** The graph of named steps, compiled part by part: LangGraph compiles in one go, however many there are. */
import {
  Annotation,
  START,
  StateGraph,
  type BaseCheckpointSaver,
  type Command,
  type LangGraphRunnableConfig,
} from '@langchain/langgraph'
import type { Slices } from '../../../src-shared/slices'
import { BatonAnnotation, type BatonState, type BatonUpdate } from '../state/state'
import { BEGIN_STEP, isDoor, type GraphDoor } from './door'
import { nextSteps, running } from './next-steps'
import { StepChannel } from './step-channel'
import { UntracedCall, withoutTracing } from './untraced'

export type StepResult = Command<unknown, BatonUpdate>
export type GraphNode = (state: BatonState, config: LangGraphRunnableConfig) => Promise<StepResult>

/** A runner's checkpointer, or the door in the place of a runner. */
export type GraphDriver = BaseCheckpointSaver | GraphDoor

export type BatonGraph = ReturnType<typeof compilePart>

/** How many nodes LangGraph compiles in one go. */
const PART = 250

/**
 * LangGraph compiles in one go, however many nodes there are; a compiled graph is a record of nodes and one of channels, so it is
 * put together from parts. Nodes know of each other by name alone, at run time.
 */
export function* compileNodes(nodes: { [name: string]: GraphNode }, checkpointer: GraphDriver): Slices<BatonGraph> {
  const entries = Object.entries(nodes)
  const whole = compilePart(entries.slice(0, PART), checkpointer)
  for (let start = PART; start < entries.length; start += PART) {
    yield
    const part = compilePart(entries.slice(start, start + PART), checkpointer)
    addMissing(whole.nodes, part.nodes)
    addMissing(whole.channels, part.channels)
  }
  yield
  if (entries.length > PART) whole.validate()
  return whole
}

type NamedValues = { [name: string]: unknown }

/** What all parts have, the start and the state's channels, stays that of the first. */
function addMissing(whole: NamedValues, part: NamedValues): void {
  for (const [name, value] of Object.entries(part)) if (!Object.hasOwn(whole, name)) whole[name] = value
}

function compilePart(entries: readonly (readonly [string, GraphNode])[], given: GraphDriver) {
  const begins = isDoor(given)
  const checkpointer = begins ? given.checkpointer : given
  const graph = graphOf(given)
    .addNode(Object.fromEntries(entries))
    .addConditionalEdges(START, begins ? () => BEGIN_STEP : firstSteps)
    .compile({ ...(checkpointer === undefined ? {} : { checkpointer }), name: 'Baton' })
  const channels: NamedValues = graph.channels
  for (const [name] of entries) channels[`branch:to:${name}`] = new StepChannel()
  // LangGraph's own server asks in the middle of a step, which is found by that context.
  if (!begins) withoutTracing(graph.nodes)
  return graph
}

const firstSteps = new UntracedCall<BatonState, ReturnType<typeof nextSteps>>((state) =>
  nextSteps(state, running(state)),
)

/** Its steps know nothing of the door's channels, nor do their types. */
function graphOf(given: GraphDriver): StateGraph<typeof BatonAnnotation.spec> {
  if (!isDoor(given)) return new StateGraph(BatonAnnotation)
  const spec = { ...BatonAnnotation.spec, ...given.channels }
  const isInput = ([name]: [string, unknown]) => given.inputs.includes(name)
  const input = Annotation.Root(Object.fromEntries(Object.entries(spec).filter(isInput)))
  const graph: unknown = new StateGraph({ state: Annotation.Root(spec), input })
  return graph as StateGraph<typeof BatonAnnotation.spec>
}
