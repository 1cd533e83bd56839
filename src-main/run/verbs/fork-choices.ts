/** What there is to choose and to change where a thread is left. Nothing is stored, and no model is asked. */
import type { FlowTexts } from '../../../src-shared/flow/difference/text-difference'
import { modelField, promptFields } from '../../../src-shared/flow/editing/node-edit'
import { openFlow } from '../../../src-shared/flow/editing/open'
import { isJsonObject } from '../../../src-shared/flow/json'
import { DEFAULT_CONNECTION } from '../../../src-shared/flow/model-choices'
import { flowModel } from '../../../src-shared/flow/model-settings'
import type { Flow, FlowNode } from '../../../src-shared/flow/records'
import type { ForkDrawing } from '../../../src-shared/run/log/fork-changes'
import type { LogEntry } from '../../../src-shared/run/log/log'
import type { EditableNode, ForkChoices, NamedNode } from '../../../src-shared/rpc/fork-choices'
import { missingNodes, possibleHolders } from '../../engine/compile/edit-frames'
import { editablePlan } from '../../engine/compile/fork-edits'
import type { CompiledFlow } from '../../engine/contract/runtime'
import type { BatonState } from '../../engine/state/state'
import type { FlowNow, RunnerOptions } from '../execution/execution'
import { drawingFor, drawnOut, type ChangeContext, type LeftPlace } from './fork-changes'
import { waitingBefore } from './fork-moment'
import { placeBefore } from './fork-thread'
import { safePlaceAt } from './safe-step'

/** Before a turn, or right after an event. */
export type ForkChoicesRequest = {
  threadId: string
  at: { turn: number } | { runId: string; seq: number }
  drawing: ForkDrawing | null
  now?: FlowNow | undefined
}

type ChoiceContext = ChangeContext & { options: Pick<RunnerOptions, 'events' | 'saver'> }

/** So many results are listed, the newest. */
const MOST_RESULTS = 300

/** Throws what leaving the thread there throws. */
export async function forkChoices(context: ChoiceContext, request: ForkChoicesRequest): Promise<ForkChoices> {
  const { threadId, at, drawing, now } = request
  const { options, compile } = context
  const left = await leftPlace(options, threadId, at)
  const { then, state, isOver } = left
  const chosen = await drawingFor(context, left, { wanted: drawing, now })
  const { flow } = await compile(chosen.text)
  const before = then === null ? null : drawnOut(then.flowText)
  const named = (node: string): NamedNode => ({ node, name: flow.nameOf(node) })
  const missing = drawing === 'now' ? missingNodes(flow, state.frames, before) : []
  const isOwn = isOver && options.threads.read(threadId).hasOwnDrawing === true
  const usual = isOwn ? 'own' : isOver ? 'now' : 'then'
  const used = drawing ?? usual
  const drawn = openedFlow(chosen.text)
  const from = used === 'own' ? chosen.text : then?.flowText
  const top = state.frames.at(-1)?.node
  return {
    isOver,
    drawing: used,
    usual,
    difference: from === undefined ? null : await differenceFor(context, left, { from, now }),
    missing: missing.map(({ node, name, candidates }) => ({ node, name, candidates: candidates.map(named) })),
    holder: top === undefined ? null : { node: top, name: before?.nodes[top]?.name ?? flow.nameOf(top) },
    holders: possibleHolders(flow).map(named),
    variables: variablesIn(flow, {
      ...state.variables,
      ...('turn' in at ? options.events.editsFor(threadId, at.turn) : {}),
    }),
    results: resultsIn(state, flow),
    nodes: nodesIn(drawn),
    connection: flowModel(drawn?.settings ?? {}).connection || DEFAULT_CONNECTION,
    planSteps: planStepsIn(flow, state),
  }
}

/** A turn that is there begins anew; where there is none yet, the thread is left as it waits. */
async function leftPlace(
  options: ChoiceContext['options'],
  threadId: string,
  at: ForkChoicesRequest['at'],
): Promise<LeftPlace> {
  if (!('turn' in at)) return leftAt(options, threadId, at)
  const place = { threadId, turn: at.turn }
  const isNext = at.turn > options.threads.turnsOf(threadId)
  const waiting = isNext ? waitingBefore(options, place) : null
  return waiting === null ? placeBefore(options, place) : leftAt(options, threadId, waiting)
}

async function leftAt(
  options: ChoiceContext['options'],
  threadId: string,
  at: { runId: string; seq: number },
): Promise<LeftPlace> {
  const { until, state, isOver } = await safePlaceAt(options, { threadId, ...at })
  return { threadId, then: options.threads.run(until.runId), state, isOver }
}

/** From a drawing to the flow as it is. */
async function differenceFor(
  context: ChoiceContext,
  left: LeftPlace,
  { from, now }: { from: string; now: FlowNow | undefined },
): Promise<FlowTexts | null> {
  const is = await drawingFor(context, left, { wanted: 'now', now }).catch(() => null)
  return is === null || openedFlow(from) === null || openedFlow(is.text) === null
    ? null
    : { before: from, after: is.text }
}

function openedFlow(text: string): Flow | null {
  const opened = openFlow(text)
  return opened.ok ? opened.flow : null
}

function variablesIn({ settings }: CompiledFlow, values: BatonState['variables']): ForkChoices['variables'] {
  return Object.entries(settings.variables).map(([name, { type, default: first }]) => ({
    name,
    type,
    value: values[name] ?? first ?? null,
  }))
}

function resultsIn({ log }: BatonState, flow: CompiledFlow): ForkChoices['results'] {
  const calls = log.flatMap((entry) => (entry.kind === 'calls' ? entry.calls : []))
  const written = new Map(calls.map(({ id, arguments: json }) => [id, json]))
  return log.flatMap((entry) => resultOf(entry, { flow, written })).slice(-MOST_RESULTS)
}

function resultOf(
  entry: LogEntry,
  { flow, written }: { flow: CompiledFlow; written: ReadonlyMap<string, string> },
): ForkChoices['results'] {
  if (entry.kind !== 'result') return []
  const { id, callId, tool, author, turn, text, isError } = entry
  const args = written.get(callId) ?? '{}'
  return [{ entry: id, callId, tool, arguments: args, who: flow.nameOf(author), turn, text, isError }]
}

function nodesIn(flow: Flow | null): EditableNode[] {
  return Object.entries(flow?.nodes ?? {}).flatMap(([node, drawn]) => {
    const prompts = promptFields(drawn).map(({ key: field, label, text }) => ({ field, label, text }))
    const model = modelOf(drawn)
    return prompts.length === 0 && model === null ? [] : [{ node, name: drawn.name, prompts, model }]
  })
}

function modelOf(node: FlowNode): EditableNode['model'] {
  const field = modelField(node)
  if (field === null) return null
  const model = node.data[field]
  const said = (key: string): string => {
    const value = isJsonObject(model) ? model[key] : undefined
    return typeof value === 'string' ? value : ''
  }
  return { connection: said('connection'), model: said('model') }
}

function planStepsIn(flow: CompiledFlow, state: BatonState): ForkChoices['planSteps'] {
  return Object.keys(state.plans).flatMap((node) => {
    const steps = editablePlan(state, node)?.steps ?? []
    return steps.map(({ id, tool, input }) => ({ node, name: flow.nameOf(node), id, tool, input }))
  })
}
