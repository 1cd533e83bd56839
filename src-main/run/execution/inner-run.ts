/**
 * Runs a flow as a tool: one turn in a conversation of its own, which is told inside the run that called it. Where it stands is kept until
 * the turn round it is over.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { toAppError } from '../../../src-shared/errors'
import { openFlow } from '../../../src-shared/flow/editing/open'
import type { Flow, Json, JsonObject } from '../../../src-shared/flow/records'
import { spokenText } from '../../../src-shared/run/sequence/spoken'
import { limitWords } from '../../../src-shared/run/words/limits'
import type { CheckpointsOfCall } from '../../engine/checkpoints'
import { compileAlone } from '../../engine/compile/compile-alone'
import type { EngineServices, InnerOutcome, InnerProblem, InnerTurn, RunFlow } from '../../engine/contract/runtime'
import type { TakeResult } from '../../engine/contract/repeats'
import { limitOf, readState } from '../../engine/state/read-state'
import { spentInTurn } from '../../engine/state/state'
import { beginTurn } from '../../engine/turns/turn'
import { whenStored } from '../../engine/sources/when-stored'
import { answersInside, callInside, innerEvents, pausesInside, questionsOutside } from './inner-events'
import {
  answerInput,
  beginTranslation,
  eventsOf,
  streamOptions,
  eventsIn,
  type TranslatedEvent,
  type Translation,
} from './translate'

/** `services`: what inner flows work with; it holds what this returns, so that they may run flows too. Their states are in `checkpointsOf`. */
export function createInnerRuns(services: () => EngineServices, checkpointsOf: CheckpointsOfCall): RunFlow {
  // A graph that runs within a step of another one would become a sub-graph of it: LangGraph looks at where it is called from.
  const outside = AsyncLocalStorage.snapshot()
  const opened = new WeakMap<JsonObject, EmbeddedFlow>()
  return (held, turn) => {
    const { flow, mark } = opened.get(held) ?? openHeld(held)
    opened.set(held, { flow, mark })
    const key = keyOf(turn, mark)
    const checkpoints = checkpointsOf(key)
    return outside(() => runInner(flow, turn, { services: services(), checkpoints, key }))
  }
}

/** `mark`: of all that the flow says. */
type EmbeddedFlow = { flow: Flow; mark: string }

function openHeld(held: JsonObject): EmbeddedFlow {
  const result = openFlow(held)
  if (!result.ok) throw new Error(`The flow inside cannot be read. ${result.error.message}`)
  return { flow: result.flow, mark: markOf(held) }
}

/**
 * A turn that is tried again may call the tool at the same place with something else, or have another flow there by then: that is
 * another conversation.
 */
function keyOf({ holder, text, variables, inside }: InnerTurn, mark: string): string {
  return `${inside.key} ${markOf([holder, text, variables, mark])}`
}

function markOf(value: Json): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16)
}

type Inner = { services: EngineServices; checkpoints: ReturnType<CheckpointsOfCall>; key: string }

type InnerRunRecord = { said: string[]; translation: Translation }

/**
 * A call that was cut short by a crash goes on where its conversation stood. What that had told is told again, since the run may not have
 * it: under ids that are always the same for this call.
 */
async function runInner(flow: Flow, turn: InnerTurn, { services, checkpoints, key }: Inner): Promise<InnerOutcome> {
  const { holder, inside, signal } = turn
  const { threadId, scope } = inside
  const now = () => new Date(services.now()).toISOString()
  const by = { holder, scope, key, now }
  const tell = innerEvents(by)
  const state = await readState(checkpoints, threadId)
  const isBegun = state.turn.number > 0
  const heard: InnerRunRecord = { said: [], translation: beginTranslation(state) }
  const hear = (events: readonly TranslatedEvent[]) => {
    for (const { event, isAgain } of events) {
      const text = spokenText(event)
      if (text !== null) heard.said.push(text)
      for (const outer of tell(event)) (isAgain ? inside.emitAgain : inside.emit)(outer)
    }
  }
  try {
    const runnable = await compileAlone(flow, services, checkpoints)
    const begun = { text: turn.text, at: now(), edits: turn.variables }
    const input = isBegun ? null : beginTurn(runnable.flow, state, begun)
    hear(eventsOf(heard.translation, input ?? { log: state.log }).map((event) => ({ event, isAgain: true })))
    if (state.turn.end === null) {
      const takeResult: TakeResult = (call) => inside.takeResult(callInside({ holder, scope, key }, call))
      const pauses = inside.pauses === null ? {} : { pauses: pausesInside(by, inside.pauses) }
      const start = { now: services.now(), turn: heard.translation.turn, within: key, left: inside.left, takeResult }
      const options = streamOptions(runnable.flow, threadId, { ...start, ...pauses })
      const answers = isBegun ? answersInside(by, inside.answers ?? []) : []
      const stream = await runnable.graph.stream(answers.length > 0 ? answerInput(answers) : input, {
        ...options,
        durability: 'sync',
        signal,
      })
      for await (const chunk of stream) hear(eventsIn(heard.translation, chunk))
    }
    // Once the call is stored, its inner events are not emitted again after a crash.
    await whenStored()
    signal.throwIfAborted()
    const asks = inside.answers === null ? [] : questionsOutside(by, heard.translation.questions)
    return { ...outcomeOf(flow, heard), asks }
  } catch (cause) {
    // At the turn's deadline, the model calls and tokens until then still count.
    if (isTimeout(signal)) return { ...outcomeOf(flow, heard), problem: { is: 'out-of-time' } }
    signal.throwIfAborted()
    return { ...outcomeOf(flow, heard), problem: { is: 'failed', message: toAppError(cause).message } }
  }
}

function isTimeout({ aborted, reason }: AbortSignal): boolean {
  return aborted && reason instanceof Error && reason.name === 'TimeoutError'
}

function outcomeOf(flow: Flow, { said, translation }: InnerRunRecord): InnerOutcome {
  const { turn } = translation
  // The time is that of the call, which its caller counts.
  return { said, problem: problemOf(flow, translation, turn.end), spent: { ...spentInTurn(turn), ms: 0 }, asks: [] }
}

function problemOf(flow: Flow, { questions }: Translation, end: Translation['turn']['end']): InnerProblem | null {
  const [question] = questions
  if (question !== undefined) return { is: 'asks', name: flow.nodes[question.node]?.name ?? question.node }
  if (end?.reason === 'failed') return { is: 'failed', message: end.error.message }
  return end?.reason === 'limit' ? { is: 'limit', message: limitWords(limitOf(end)) } : null
}
