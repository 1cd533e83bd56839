/** Runs a flow as a tool: one turn in a conversation of its own, which is told inside the run that called it and then forgotten. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { toAppError } from '../../src-shared/errors'
import { openFlow } from '../../src-shared/flow/open'
import type { Flow, JsonObject } from '../../src-shared/flow/records'
import type { NewRunEvent } from '../../src-shared/run/events'
import { spokenText } from '../../src-shared/run/spoken'
import { compileAlone } from '../engine/compile-alone'
import type { EngineServices, InnerOutcome, InnerTurn, RunFlow } from '../engine/runtime'
import { emptyState } from '../engine/state'
import { beginTurn } from '../engine/turn'
import { innerEvents } from './inner-events'
import { beginTranslation, eventsOf, streamOptions, translate, type Translation } from './translate'

/** `services`: what inner flows work with; it holds what this returns, so that they may run flows too. */
export function createInnerRuns(services: () => EngineServices): RunFlow {
  // A graph that runs within a step of another one would become a sub-graph of it: LangGraph looks at where it is called from.
  const outside = AsyncLocalStorage.snapshot()
  const opened = new WeakMap<JsonObject, Flow>()
  return (held, turn) => {
    const flow = opened.get(held) ?? openHeld(held)
    opened.set(held, flow)
    return outside(() => runInner(flow, turn, servicesFor(services(), turn)))
  }
}

function openHeld(held: JsonObject): Flow {
  const result = openFlow(held)
  if (!result.ok) throw new Error(`The flow inside cannot be read. ${result.error.message}`)
  return result.flow
}

/** Whole results of inner tools belong to the thread that the person sees. */
function servicesFor(services: EngineServices, { inside }: InnerTurn): EngineServices {
  return { ...services, results: { keep: (_inner, result) => services.results.keep(inside.threadId, result) } }
}

type Heard = { said: string[]; translation: Translation }

async function runInner(flow: Flow, turn: InnerTurn, services: EngineServices): Promise<InnerOutcome> {
  const { holder, inside, signal } = turn
  const now = () => new Date(services.now()).toISOString()
  const tell = innerEvents({ holder, scope: inside.scope, now })
  const state = emptyState()
  const heard: Heard = { said: [], translation: beginTranslation(state) }
  const hear = (events: readonly NewRunEvent[]) => {
    for (const event of events) {
      const text = spokenText(event)
      if (text !== null) heard.said.push(text)
      for (const outer of tell(event)) inside.emit(outer)
    }
  }
  try {
    const runnable = await compileAlone(flow, services)
    const input = beginTurn(runnable.flow, state, { text: turn.text, at: now(), edits: turn.variables })
    hear(eventsOf(heard.translation, input))
    const options = streamOptions(runnable.flow, inside.threadId, services.now())
    const stream = await runnable.graph.stream(input, { ...options, durability: 'exit', signal })
    for await (const chunk of stream) hear(translate(heard.translation, chunk))
    signal.throwIfAborted()
    return outcomeOf(flow, heard)
  } catch (cause) {
    // At the turn's deadline, what it took until then still counts.
    if (isTimeout(signal)) return { ...outcomeOf(flow, heard), problem: 'The turn has used up its time.' }
    signal.throwIfAborted()
    return { ...outcomeOf(flow, heard), problem: toAppError(cause).message }
  }
}

function isTimeout({ aborted, reason }: AbortSignal): boolean {
  return aborted && reason instanceof Error && reason.name === 'TimeoutError'
}

function outcomeOf(flow: Flow, { said, translation }: Heard): InnerOutcome {
  const { end, modelCalls: calls, input, output, estimated } = translation.turn
  return { said, problem: problemOf(flow, translation, end), spent: { calls, input, output, estimated } }
}

function problemOf(flow: Flow, { question }: Translation, end: Translation['turn']['end']): string | null {
  if (question !== null) {
    const asks = flow.nodes[question.node]?.name ?? question.node
    return `"${asks}" asks a person to approve its plan, and nobody can answer within a tool. Switch the approval off, or draw the flow in as a sub-flow.`
  }
  if (end?.reason === 'failed') return end.error.message
  return end?.reason === 'limit' ? (end.message ?? 'It reached one of its limits.') : null
}
