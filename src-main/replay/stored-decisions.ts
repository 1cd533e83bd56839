/** A stored decision with all that it takes to ask it again: what was asked, what was sent, and the drawing that it was made in. */
import { openFlow } from '../../src-shared/flow/editing/open'
import { readSettings, type Flow, type Settings } from '../../src-shared/flow/records'
import type { RunEvent } from '../../src-shared/run/log/events'
import type { DecisionPlace } from '../../src-shared/run/log/flow-decisions'
import type { InnerNode } from '../../src-shared/run/log/events'
import type { Decision } from '../../src-shared/run/log/decisions'
import { readPicture, type Picture } from '../../src-shared/run/log/pictures'
import { readerOf, type DecisionReader } from '../../src-shared/run/log/read-decision'
import type { RequestRecord } from '../../src-shared/run/log/requests'
import { expandFlow } from '../engine/expand/expand'
import type { RequestRecords } from '../requests/request-records'
import type { EventRows } from '../store/event-rows'
import { pictureBytes, type Results } from '../store/results'
import type { RunDrawings } from '../store/run-drawings'
import { drawnPrompt } from './drawn-prompts'
import { recordedPrompt, type RecordedPrompt } from './recorded-prompt'

export type StoredDecisionParts = {
  readonly rows: EventRows
  readonly drawings: RunDrawings
  readonly requests: Pick<RequestRecords, 'ofCall'>
  readonly results: Pick<Results, 'read'>
}

export type StoredCase = {
  readonly place: DecisionPlace
  readonly turn: number
  readonly node: string
  readonly who: InnerNode | null
  readonly decision: Decision
  readonly reader: DecisionReader
  /** What the user had said. */
  readonly message: string
  /** The template of its prompt as it was drawn; null: it has none, or the drawing is gone. */
  readonly template: string | null
  readonly record: RequestRecord
  readonly sent: RecordedPrompt
  /** Tokens that it took; null: not known. */
  readonly usage: { readonly input: number; readonly output: number } | null
  readonly settings: Settings
}

/** A case, or why it cannot be asked again. */
type FoundCase = { readonly found: StoredCase } | { readonly why: string }

type ToldDecision = Extract<RunEvent, { type: 'decision' }>
type RunDrawingContext = { readonly flow: Flow; readonly settings: Settings }

/** Decisions of a flow. What was read last is kept, since those of one turn follow each other. */
export function createStoredDecisions({ rows, drawings, requests, results }: StoredDecisionParts, flowId: string) {
  const drawn = new Map<number, RunDrawingContext | null>()
  let last: { key: string; events: readonly RunEvent[] } | null = null
  const eventsOf = (threadId: string, turn: number): readonly RunEvent[] => {
    const key = `${turn} ${threadId}`
    if (last?.key !== key) last = { key, events: rows.ofTurn(threadId, turn) }
    return last.events
  }
  const drawingOf = (runId: string): RunDrawingContext | null => {
    const drawing = drawings.of(runId)
    if (drawing === null) return null
    const known = drawn.get(drawing.snapshot)
    if (known !== undefined) return known
    const opened = openFlow(drawing.text() ?? '')
    const flow = opened.ok ? expandFlow(opened.flow) : null
    const made = flow === null ? null : { flow, settings: readSettings(flow) }
    drawn.set(drawing.snapshot, made)
    return made
  }
  const pictureIn = (threadId: string) => (id: string, name: string) => pictureOf(results, { threadId, id, name })

  return (place: DecisionPlace): FoundCase => {
    const { threadId, runId, span } = place
    const facts = rows.factsOf(runId)
    if (facts === null || facts.flowId !== flowId || facts.threadId !== threadId) return { why: GONE }
    const events = eventsOf(threadId, facts.turn)
    const at = events.findIndex((event) => event.type === 'decision' && event.runId === runId && event.span === span)
    const told = events[at]
    if (told?.type !== 'decision') return { why: GONE }
    const reader = readerOf(told.decision)
    if (reader === null) return { why: NOT_READ }
    const drawing = drawingOf(runId)
    if (drawing === null) return { why: 'The drawing that it was made in is not kept any more.' }
    const call = callOf(told, events.slice(0, at))
    const record = call === null ? undefined : requests.ofCall(call.span).findLast(isAnswered)
    if (call === null || record === undefined || !record.isWhole)
      return { why: 'What the model was sent is not kept any more.' }
    const sent = recordedPrompt(record, { language: drawing.settings.language, pictureOf: pictureIn(threadId) })
    if (sent === null) return { why: 'What the model was sent cannot be read.' }
    const { node, decision } = told
    const { flow, settings } = drawing
    const drawnNode = Object.hasOwn(flow.nodes, node) ? flow.nodes[node] : undefined
    return {
      found: {
        ...{ place, turn: facts.turn, node, decision, reader, record, sent, settings },
        who: drawnNode === undefined ? null : { kind: drawnNode.kind, name: drawnNode.name },
        message: saidIn(events),
        template: drawnPrompt(flow, node, decision),
        usage: call.usage,
      },
    }
  }
}

const GONE = 'It is not kept any more.'
const NOT_READ = 'No model was asked, it chooses nothing, or too little is kept to read another answer.'

function isAnswered({ outcome }: RequestRecord): boolean {
  return outcome.kind === 'answered'
}

type MadeCall = { readonly span: string; readonly usage: StoredCase['usage'] }

/** The model call that decided: that of the decision itself, or the reply of the participant that asked for the move. */
function callOf(told: ToldDecision, before: readonly RunEvent[]): MadeCall | null {
  if (told.decision.rule.by !== 'model-called') return { span: told.span, usage: told.usage }
  const reply = before.findLast(
    (event) => event.type === 'model.finished' && event.node === told.node && event.purpose === 'reply',
  )
  return reply?.type === 'model.finished' ? { span: reply.span, usage: reply.usage } : null
}

function saidIn(events: readonly RunEvent[]): string {
  const started = events.find((event) => event.type === 'run.started')
  return started?.type === 'run.started' ? (started.input ?? '') : ''
}

type PicturePlace = { threadId: string; id: string; name: string }

function pictureOf(results: Pick<Results, 'read'>, { threadId, id, name }: PicturePlace): Picture | null {
  const bytes = pictureBytes(results, threadId)(id)
  const facts = bytes === null ? null : readPicture(bytes)
  return facts === null ? null : { id, name, ...facts }
}
