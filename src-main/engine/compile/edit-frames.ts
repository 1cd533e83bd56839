/** Who has the baton in a copied state: a holder that a person chooses, and nodes that stand for others which are gone. */
import { AppError } from '../../../src-shared/errors'
import { message } from '../../../src-shared/languages/translate'
import { canRunAlone } from '../../../src-shared/flow/editing/only-node'
import { isInnerId } from '../../../src-shared/flow/inner-ids'
import type { Flow } from '../../../src-shared/flow/records'
import { MAIN_SCOPE } from '../../../src-shared/run/log/log'
import { frameOf } from '../contract/frames'
import { stepsToBegin, type CompiledFlow } from '../contract/runtime'
import { moveEntry } from '../moves/moves'
import { append, logOf, topFrame, userEntryOf, type Draft } from '../state/draft'
import { ownerOfStep } from '../state/step-names'
import type { Frame } from '../state/state'
import { openCalls, resultsOfDroppedCalls } from './close-turn'
import type { RunnableFlow } from './compile'

/** A node that has the baton, or works for whoever has it, and is not in the drawing. `candidates`: nodes that can stand for it. */
export type MissingNode = { node: string; name: string; candidates: string[] }

/** Nodes that a conversation can be given to: those that a start could lead to. */
export function possibleHolders({ graph, participants }: CompiledFlow): string[] {
  return [...participants.keys()].filter((id) => !isInnerId(id) && canRunAlone(graph.node(id)))
}

/** The nodes of a stack that a drawing does not have; `before`: the drawing with which the thread came there, null where that cannot be read. */
export function missingNodes(flow: CompiledFlow, frames: readonly Frame[], before: Flow | null): MissingNode[] {
  const gone = frames.filter((frame) => isGone(flow, frame, before))
  return [...new Set(gone.map(({ node }) => node))].map((node) => {
    const kind = before?.nodes[node]?.kind
    const alike = [...flow.participants.keys()].filter((id) => flow.graph.node(id)?.kind === kind)
    const isLast = gone.every((frame) => frame.node !== node || isPlainTop(frames, frame))
    const others = isLast ? possibleHolders(flow) : []
    return { node, name: before?.nodes[node]?.name ?? node, candidates: [...new Set([...alike, ...others])] }
  })
}

function isGone(flow: CompiledFlow, { node }: Frame, before: Flow | null): boolean {
  if (!flow.participants.has(node)) return true
  const then = before?.nodes[node]
  return then !== undefined && then.kind !== flow.graph.node(node)?.kind
}

/** Whether somebody of another kind can take the place: whoever has the baton, and leads nothing that only its kind knows. */
function isPlainTop(frames: readonly Frame[], frame: Frame): boolean {
  const { nested, chat, asking, deciding, approval, asked, mapping, item } = frame
  const led = [nested, chat, asking, deciding, approval, asked, mapping, item]
  return frame === frames.at(-1) && led.every((one) => one === undefined)
}

/** How a turn was left that came to no end: it asks a person, it can be tried again, or it was stopped. */
export type LeftHow = 'waiting' | 'failed' | 'stopped'

/** `isOver`: the next message goes on, so nothing is to do yet. `left`: how the turn was left of which that is so; null: it came to its end. */
export type FrameContext = { runnable: RunnableFlow; before: Flow | null; isOver: boolean; left: LeftHow | null }

/** Lets other nodes stand for those that are gone. Throws `bad-input` where one has none, or one that cannot. */
export function substituteNodes(
  draft: Draft,
  { runnable, before, isOver }: FrameContext,
  substitutes: { readonly [node: string]: string },
): void {
  const { flow } = runnable
  const missing = missingNodes(flow, draft.frames, before)
  const stray = Object.keys(substitutes).find((node) => !missing.some((one) => one.node === node))
  if (stray !== undefined)
    throw new AppError(
      'bad-input',
      message('“{stray}” needs no substitute: it is in the drawing, or had no part in this step.', { stray }),
    )
  for (const { node, name, candidates } of missing) {
    const by = substitutes[node]
    const names = candidates.map((id) => `${flow.nameOf(id)} (${id})`).join(', ')
    if (by === undefined || !candidates.includes(by))
      throw new AppError(
        'bad-input',
        by === undefined
          ? message(
              '“{name}” had a part in this step and is not in the drawing any more. Say which node stands for it ({node}): {names}.',
              { name, node, names: names === '' ? message('no node can') : names },
            )
          : names === ''
            ? message('“{other}” cannot stand for “{name}”. No node can.', { other: flow.nameOf(by), name })
            : message('“{other}” cannot stand for “{name}”. Choose one of: {names}.', {
                other: flow.nameOf(by),
                name,
                names,
              }),
        { node },
      )
    draft.frames = draft.frames.map((frame) =>
      frame.node === node ? { ...frame, node: by, ...stepsOf(frame, by) } : frame,
    )
    moveKeys(draft, node, by)
  }
  for (const frame of draft.frames)
    if (frame.edge !== null && !Object.hasOwn(flow.graph.flow.edges, frame.edge)) frame.edge = null
  if (missing.length > 0 && !isOver) beginWhereLost(draft, runnable)
}

/** The steps of a node are named after it. */
function stepsOf({ node, todo }: Frame, by: string): Pick<Frame, 'todo'> {
  return {
    todo: todo.map((step) => (ownerOfStep(step) === node ? `${step.slice(0, step.indexOf('.') + 1)}${by}` : step)),
  }
}

/** What a thread keeps by node goes with it. */
function moveKeys(draft: Draft, from: string, to: string): void {
  const moved = <Value>(all: { [key: string]: Value }): { [key: string]: Value } => {
    const changed = Object.entries(all).flatMap(([key, value]): [string, Value][] => {
      const end = key.lastIndexOf('/') + 1
      return key.slice(end) === from ? [[key.slice(0, end) + to, value]] : []
    })
    return changed.length === 0 ? all : { ...all, ...Object.fromEntries(changed) }
  }
  draft.sessions = moved(draft.sessions)
  draft.cursors = moved(draft.cursors)
  draft.plans = moved(draft.plans)
}

/** Whoever has the baton begins anew where the drawing has no such step. */
function beginWhereLost(draft: Draft, runnable: RunnableFlow): void {
  const hasStep = (step: string) => Object.hasOwn(runnable.graph.nodes, step)
  const top = topFrame(draft)
  for (const frame of draft.frames) {
    const isWhole = frame.todo.every(hasStep)
    if (isWhole) continue
    if (frame !== top) frame.todo = frame.todo.filter(hasStep)
    else beginAnew(draft, runnable.flow)
  }
}

function beginAnew(draft: Draft, flow: CompiledFlow): void {
  refuseOpenCalls(draft)
  const top = topFrame(draft)
  const participant = flow.participants.get(top.node)
  top.todo = participant === undefined ? [] : stepsToBegin(participant, draft, flow)
}

/** Gives the conversation to a node. Throws `bad-input` for one that cannot have it. */
export function giveTo(draft: Draft, { runnable, isOver, left }: FrameContext, node: string): void {
  const { flow } = runnable
  const holders = possibleHolders(flow)
  if (!holders.includes(node)) {
    const name = flow.graph.node(node)?.name
    const names = holders.map((id) => `${flow.nameOf(id)} (${id})`).join(', ')
    throw new AppError(
      'bad-input',
      name === undefined
        ? message('There is no node “{node}” in this drawing. Those who can are: {names}.', { node, names })
        : message('“{name}” cannot have the conversation. Those who can are: {names}.', { name, names }),
    )
  }
  leaveSessions(draft)
  const from = draft.frames.at(-1)
  const frame = frameOf({ node, scope: MAIN_SCOPE })
  if (isOver && left !== null) dropCalls(draft, flow, left)
  // One that failed may be tried again: then whoever has it answers what was said.
  if ((isOver && left !== 'failed') || from === undefined) {
    draft.frames = [frame]
    return
  }
  refuseOpenCalls(draft)
  const heard = userEntryOf({ ...draft, frames: [frame] })
  const carries = heard === null || heard.scope === MAIN_SCOPE ? [] : [heard.id]
  const move = { to: node, edge: null, by: 'user' as const, reason: '' }
  append(draft, { ...moveEntry(move, from), scope: MAIN_SCOPE, carries })
  draft.frames = [frame]
  beginAnew(draft, flow)
}

/** Dialogs that had the conversation are left in the middle. */
function leaveSessions(draft: Draft): void {
  const left = Object.entries(draft.sessions).filter(([, { state }]) => state === 'active')
  for (const [key, session] of left) draft.sessions = { ...draft.sessions, [key]: { ...session, state: 'interrupted' } }
}

/** What the calls of a turn came to is known by who made them, and nobody else goes on with these. */
function dropCalls(draft: Draft, flow: CompiledFlow, left: LeftHow): void {
  const dropped = resultsOfDroppedCalls(flow, draft.state, { at: draft.at, isWaiting: left === 'waiting' })
  draft.added.push(...dropped)
  for (const edge of Object.keys(draft.state.branches)) draft.branches[edge] = null
}

/** A history with calls that were left open is taken by no server. */
function refuseOpenCalls(draft: Draft): void {
  const [open] = openCalls({ log: logOf(draft), turn: draft.turn })
  if (open === undefined) return
  throw new AppError(
    'bad-input',
    message(
      'At this step the call of {tool} has no result yet, so nobody else can go on from it. Choose a step before that call or after its result.',
      { tool: open.call.name },
    ),
  )
}
