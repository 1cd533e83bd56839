/** What a person changes where a thread leaves another one: the drawing that the new thread runs with, and the state in which it begins. */
import { withNodeEdits } from '../../../src-shared/flow/editing/node-edit'
import { openFlow, openingFlow } from '../../../src-shared/flow/editing/open'
import { saveFlow } from '../../../src-shared/flow/editing/save'
import type { Flow, JsonObject } from '../../../src-shared/flow/records'
import type { NewRunEvent } from '../../../src-shared/run/log/events'
import { isUnchanged, nodeEditsOf, type ForkChanges, type ForkDrawing } from '../../../src-shared/run/log/fork-changes'
import { AppError } from '../../../src-shared/errors'
import type { LeftHow } from '../../engine/compile/edit-frames'
import { editFork } from '../../engine/compile/fork-edits'
import { expandFlow } from '../../engine/expand/expand'
import type { BatonState } from '../../engine/state/state'
import { freezingText } from '../../flows/freeze'
import { inSlices } from '../../in-slices'
import type { CopyChanges } from '../../store/fork-changes'
import type { RunRecord } from '../../store/threads'
import { flowOfResult, type Compile } from '../compiled-flows'
import type { FlowNow, RunnerOptions } from '../execution/execution'
import { textFor, textForThread } from './thread-model'

export type ChangeContext = {
  options: Pick<RunnerOptions, 'threads' | 'services' | 'flowOf' | 'flowNow' | 'clock'>
  compile: Compile
}

/** Where a thread is left. `then`: the run of that turn, or the last one before it; null: nothing was said yet. `isOver`: a message is next. */
export type LeftPlace = { threadId: string; then: RunRecord | null; state: BatonState; isOver: boolean }

/** `set`: the values that variables were given. */
export type ChangedCopy = { state: BatonState; copy: CopyChanges; set: JsonObject }

/** Null: nothing is changed. Changes nothing that is stored. Throws `bad-input` for what cannot be made, and what compiling throws. */
export async function changedCopy(
  context: ChangeContext,
  place: LeftPlace,
  { changes, now }: { changes: ForkChanges; now?: FlowNow | undefined },
): Promise<ChangedCopy | null> {
  if (isUnchanged(changes)) return null
  const { options, compile } = context
  const { then, state, isOver } = place
  const drawing = await drawingFor(context, place, { wanted: changes.drawing, now })
  const edits = nodeEditsOf(changes.edits)
  const text = edits.length === 0 ? drawing.text : await editedText(drawing.text, changes)
  const runnable = await compile(text)
  const before = then === null ? null : drawnOut(then.flowText)
  const at = options.clock.iso()
  const { services } = options
  const left = isOver ? leftHow(options, place) : null
  const edited = await editFork({ runnable, before, services, state, isOver, left, changes, at })
  const { variables, replaced, told } = edited
  const set: NewRunEvent[] =
    Object.keys(variables).length === 0 ? [] : [{ type: 'variables', changes: variables, by: 'user' }]
  const revision = edits.length === 0 ? drawing.revision : null
  const goesOn = isOver || text === then?.flowText ? {} : { goesOn: { flowText: text, revision } }
  const own = edits.length > 0 || changes.drawing === 'then' ? text : changes.drawing === 'now' ? null : undefined
  return {
    state: edited.state,
    copy: { changes, drawing: own, ...goesOn, replaced, told: isOver && left === null ? set : [...set, ...told] },
    set: variables,
  }
}

/** How the newest turn was left, if it came to no end. */
function leftHow(
  { threads }: Pick<RunnerOptions, 'threads'>,
  { threadId, state: { turn } }: LeftPlace,
): LeftHow | null {
  if (turn.number === 0 || (turn.end !== null && turn.end.reason !== 'failed')) return null
  const state = threads.runOfTurn(threadId, turn.number)?.state
  return state === 'failed' ? 'failed' : state === 'finished' ? 'waiting' : 'stopped'
}

type ChosenDrawing = { text: string; revision: number | null }

/** The drawing that the new thread is to run with, before its nodes are changed; frozen. */
export async function drawingFor(
  { options }: ChangeContext,
  { threadId, then, isOver }: Omit<LeftPlace, 'state'>,
  { wanted, now }: { wanted: ForkDrawing | null; now?: FlowNow | undefined },
): Promise<ChosenDrawing> {
  const { threads, flowOf } = options
  if (wanted === 'then' || (wanted === null && !isOver)) {
    if (then === null)
      throw new AppError(
        'bad-input',
        'Nothing was said before this place, so there is no drawing of then. Choose the flow as it is now.',
      )
    return { text: then.flowText, revision: then.revision }
  }
  const thread = threads.read(threadId)
  const known = now ?? options.flowNow(thread.flowId) ?? (wanted === 'now' ? null : then)
  if (known === null)
    throw new AppError(
      'not-found',
      'The flow of this thread is not in the library any more. Choose the drawing as it was.',
    )
  const { flowText, revision } = known
  const text = wanted === 'now' ? textFor(flowText, thread) : textForThread(threads, { flowText, threadId })
  return { text: await inSlices(freezingText(text, flowOf)), revision }
}

async function editedText(text: string, { edits }: ForkChanges): Promise<string> {
  const flow = flowOfResult(await inSlices(openingFlow(text)))
  return saveFlow(withNodeEdits(flow, nodeEditsOf(edits)))
}

/** A drawing with its sub-flows drawn in; null where it cannot be read. */
export function drawnOut(text: string): Flow | null {
  const opened = openFlow(text)
  if (!opened.ok) return null
  try {
    return expandFlow(opened.flow)
  } catch {
    return null
  }
}
