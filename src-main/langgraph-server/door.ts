/** The door of a served flow: messages in, a turn of the engine, messages out. */
import { Annotation, MessagesAnnotation, type LangGraphRunnableConfig } from '@langchain/langgraph'
import { z } from 'zod'
import { findByName } from '../../src-shared/match'
import { swarmGroup } from '../../src-shared/agents/offers/swarm-group'
import { AppError } from '../../src-shared/errors'
import { inEnglish } from '../../src-shared/languages/translate'
import { refusedValue } from '../../src-shared/flow/variables'
import type { DoorStep, GraphDoor } from '../engine/compile/door'
import { runConfig, runMs } from '../engine/compile/run-config'
import { noInterjection } from '../engine/contract/interjection'
import { resultsOfLeftCalls } from '../engine/compile/close-turn'
import type { CompiledFlow } from '../engine/contract/runtime'
import type { BatonState, Turn } from '../engine/state/state'
import { beginTurn } from '../engine/turns/turn'
import { createInterruptAsk } from './asking'
import { hearMessages, messagesOf } from './messages'
import { createTokenStream } from './token-stream'

/** What a client may say with a run beside its input: who answers, where the swarm's pattern is "manual". */
const configSchema = z.looseObject({ speaker: z.string().optional() })

const HEARD = Annotation<string>({ reducer: (_old, heard) => heard, default: () => '' })

export function messageDoor(now: () => number): GraphDoor {
  return {
    channels: { ...MessagesAnnotation.spec, heard: HEARD },
    inputs: ['messages', 'variables'],
    begin(flow, state, { configurable }) {
      const { text, history, heard } = hearMessages(state)
      refuseMisfits(flow, state)
      const { speaker } = configSchema.parse(configurable ?? {})
      const { end, number } = state.turn
      const at = new Date(now()).toISOString()
      const update = beginTurn(flow, state, {
        text,
        history,
        at,
        to: speaker === undefined ? null : speakerOf(flow, speaker),
        // A turn that only waited for a person is dropped; one that failed left its message without an answer.
        afterFailure: number > 0 && end?.reason === 'failed',
      })
      // What calls gave that ran beside one that waits is known, though nobody answers that one any more.
      const log = [...resultsOfLeftCalls(flow, state, { at, isWaiting: false }), ...(update.log ?? [])]
      return Promise.resolve({ ...update, log, heard })
    },
    step: (flow, state, config) => doorStep(flow, state, { config, now }),
  }
}

type StepPlace = { config: LangGraphRunnableConfig; now: () => number }

function doorStep(flow: CompiledFlow, state: BatonState, { config, now }: StepPlace): DoorStep {
  const { nameOf } = flow
  const tokens = createTokenStream(config, nameOf)
  return {
    run: runPartsOf(flow, state.turn, now()),
    ask: createInterruptAsk({ nameOf, isAlone: Object.keys(state.branches).length === 0, now }),
    hear: tokens.hear,
    async leave({ log = [] }) {
      const messages = messagesOf(log, { before: state.log, nameOf })
      await tokens.end(messages)
      return messages.length === 0 ? {} : { messages }
    },
  }
}

/**
 * LangGraph's server says nothing of when a run began. Each step keeps how long its turn has run, so a step goes on counting there, and time in
 * which a person is waited for does not count.
 */
function runPartsOf({ settings }: CompiledFlow, turn: Turn, now: number): DoorStep['run'] {
  const usedMs = turn.ms ?? 0
  return runConfig({
    deadline: now + runMs(settings.limits, turn) - usedMs,
    startedAt: now,
    usedMs,
    left: null,
    within: '',
    takeResult: () => null,
    interjection: noInterjection(),
    triedAgainAt: null,
    pauses: { breakpoints: () => [], isAsked: () => false, hasPaused: () => false },
  })
}

/** What a client set in the variables is of the types that the flow declares. */
function refuseMisfits({ settings }: CompiledFlow, { variables }: BatonState): void {
  const issue = refusedValue(settings.variables, variables, variables)
  if (issue !== null) throw new AppError('bad-input', issue)
}

function speakerOf({ graph, settings, nameOf }: CompiledFlow, asked: string): string {
  const agents = swarmGroup(graph, settings.swarm.order)
  const named = findByName(agents.map(nameOf), asked)
  const found = agents.find((id) => nameOf(id) === named) ?? agents.find((id) => id === asked)
  if (found !== undefined) return found
  throw new AppError(
    'bad-input',
    inEnglish(`No agent is called "${asked}". There are: ${agents.map(nameOf).join(', ') || 'none'}.`),
  )
}
