/**
 * What a drawing would do with a thread that came to where it stands with another one: said from both drawings and the thread's state alone, by what
 * the engine itself goes by when a message comes, or a turn goes on. Nothing runs, and nothing is stored.
 */
import { toAppError, type AppError } from '../../../src-shared/errors'
import { isSameJson } from '../../../src-shared/flow/json'
import type { Flow } from '../../../src-shared/flow/records'
import type { FlowChange } from '../../../src-shared/run/log/warnings'
import type { RunnableFlow } from '../compile/compile'
import { turnObstacle } from '../compile/try-again'
import type { CompiledFlow } from '../contract/runtime'
import type { BatonState, Frame } from '../state/state'
import { beginTurn } from '../turns/turn'

/** A drawing as it runs; `drawn`: with its sub-flows drawn in, null where that cannot be. */
export type ForecastDrawing = { runnable: RunnableFlow; drawn: Flow | null }

/** `over`: the next message is next. `asks`: its turn waits for a person. `left`: it was killed, or left. `failed`: it can be tried again. */
export type StandingTurn = 'over' | 'asks' | 'left' | 'failed'

/**
 * Where a thread stands. `then`: the drawing with which it came there, null where that cannot run any more. `hasBegun`: its newest turn is in the state.
 */
export type ThreadStanding = {
  state: BatonState
  turn: StandingTurn
  hasBegun: boolean
  then: ForecastDrawing | null
}

/** Why a node has no place on the stack any more: it is gone, is of a kind that cannot have it, or the way to it is gone; `below`: whoever it stood on is lost. */
export type WhyLost = 'gone' | 'other-kind' | 'edge-gone' | 'below'
export type LostNode = { node: string; name: string; why: WhyLost }

/** A node on the stack that is drawn in another way. `fields`: `name`, `kind`, names of its data, `edges` for those that leave it or lead to it. */
export type ChangedNode = { node: string; name: string; fields: string[] }

/** What comes of a message. `stack`: who has the baton, one for another, once the turn begins; `then`: the same with the drawing of then, null where that is not known. */
export type MessageForecast =
  | { is: 'answered'; stack: NamedNode[]; then: NamedNode[] | null; lost: LostNode[] }
  | { is: 'refused'; error: AppError }
export type NamedNode = { node: string; name: string }

/** How a turn goes on that came to no end. `obstacle`: why it cannot go on where it stands with the new drawing, null where it can. */
export type TurnForecast =
  | { is: 'over' }
  /** It goes on with the drawing with which it began: with an answer, or by itself where it was killed. */
  | { is: 'keeps-drawing'; obstacle: FlowChange | null }
  /** It is tried again with the new drawing. */
  | { is: 'at-its-step' }
  | { is: 'begins-again'; why: FlowChange | null }

export type ThreadForecast = { message: MessageForecast; turn: TurnForecast; changed: ChangedNode[] }

/** What becomes of a thread with another drawing. */
export function forecastThread(now: ForecastDrawing, standing: ThreadStanding): ThreadForecast {
  const message = messageForecast(now, standing)
  const stack = message.is === 'answered' ? message.stack : []
  return { message, turn: turnForecast(now, standing), changed: changedNodes(now, standing, stack) }
}

const BEGINNING = { text: '.', at: new Date(0).toISOString() }

function messageForecast({ runnable: { flow } }: ForecastDrawing, { state, then }: ThreadStanding): MessageForecast {
  const stackWith = (drawing: CompiledFlow): readonly Frame[] => beginTurn(drawing, state, BEGINNING).frames ?? []
  try {
    const frames = stackWith(flow)
    const before = then === null || isMoved(then, state) ? null : stackThen(() => stackWith(then.runnable.flow))
    const named = (of: CompiledFlow) => (frame: Frame) => ({ node: frame.node, name: of.nameOf(frame.node) })
    return {
      is: 'answered',
      stack: frames.map(named(flow)),
      then: then === null || before === null ? null : before.map(named(then.runnable.flow)),
      lost: lostNodes(flow, { frames, before: before ?? state.frames, then: then?.runnable.flow ?? null }),
    }
  } catch (cause) {
    return { is: 'refused', error: toAppError(cause) }
  }
}

/** Whether others stand for nodes of the drawing of then already. */
function isMoved({ runnable: { flow } }: ForecastDrawing, { frames }: BatonState): boolean {
  return frames.some(({ node }) => !flow.participants.has(node))
}

/** Where a message cannot be answered with the drawing of then either, there is nothing to compare with. */
function stackThen(work: () => readonly Frame[]): readonly Frame[] | null {
  try {
    return work()
  } catch {
    return null
  }
}

type StackChange = { frames: readonly Frame[]; before: readonly Frame[]; then: CompiledFlow | null }

/** Whoever would have had a place on the stack, and has none. */
function lostNodes(flow: CompiledFlow, { frames, before, then }: StackChange): LostNode[] {
  const kept = before.findIndex(({ node }, depth) => frames[depth]?.node !== node)
  if (kept === -1) return []
  return before.slice(kept).map((frame) => {
    const { node } = frame
    return { node, name: (then ?? flow).nameOf(node), why: whyLost(flow, frame) }
  })
}

function whyLost({ graph, participants }: CompiledFlow, { node, edge }: Frame): WhyLost {
  if (graph.node(node) === undefined) return 'gone'
  if (!participants.has(node)) return 'other-kind'
  return edge !== null && graph.flow.edges[edge] === undefined ? 'edge-gone' : 'below'
}

function turnForecast({ runnable }: ForecastDrawing, { state, turn, hasBegun, then }: ThreadStanding): TurnForecast {
  if (turn === 'over') return { is: 'over' }
  if (!hasBegun) return turn === 'failed' ? { is: 'begins-again', why: null } : { is: 'keeps-drawing', obstacle: null }
  const obstacle = turnObstacle(runnable, state, then?.drawn ?? null)
  if (turn !== 'failed') return { is: 'keeps-drawing', obstacle }
  return obstacle === null ? { is: 'at-its-step' } : { is: 'begins-again', why: obstacle }
}

function changedNodes(
  { drawn }: ForecastDrawing,
  { then }: ThreadStanding,
  stack: readonly NamedNode[],
): ChangedNode[] {
  const before = then?.drawn ?? null
  if (drawn === null || before === null) return []
  return stack.flatMap(({ node, name }) => {
    const fields = changedFields(node, { before, after: drawn })
    return fields.length === 0 ? [] : [{ node, name, fields }]
  })
}

function changedFields(id: string, { before, after }: { before: Flow; after: Flow }): string[] {
  const [old, now] = [before.nodes[id], after.nodes[id]]
  if (old === undefined || now === undefined) return []
  const keys = [...new Set([...Object.keys(old.data), ...Object.keys(now.data)])]
  const data = keys.filter((key) => !isSameJson(old.data[key], now.data[key]))
  return [
    ...(old.name === now.name ? [] : ['name']),
    ...(old.kind === now.kind ? [] : ['kind']),
    ...data,
    ...(isSameJson(edgesOf(before, id), edgesOf(after, id)) ? [] : ['edges']),
  ]
}

function edgesOf({ edges }: Flow, id: string) {
  return Object.fromEntries(Object.entries(edges).filter(([, { from, to }]) => from.node === id || to.node === id))
}
