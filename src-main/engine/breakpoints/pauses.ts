/** Whether a step pauses, and how its stack goes on after an answer: pure functions of the moment at which it begins. */
import { isAvailable } from '../../../src-shared/agents/expressions/expression'
import type { Breakpoint, BreakpointPlace, GoOn, PauseReason } from '../../../src-shared/run/log/breakpoints'
import {
  MAIN_STACK,
  type CallMark,
  type PauseChange,
  type StackMarks,
  type StepMark,
  type StepMode,
} from '../state/pause-state'
import type { BatonState } from '../state/state'
import type { Happened, StepMoment } from './step-moment'

function isAt(place: BreakpointPlace, { arrived, left, passed, wrote, calls, called }: Happened): boolean {
  switch (place.on) {
    case 'node': {
      const isOfNode = ({ target }: CallMark) => target === place.node
      if (place.side === 'before') return arrived.has(place.node) || calls.some(isOfNode)
      return left.has(place.node) || called.some(isOfNode)
    }
    case 'edge':
      return passed.has(place.edge) || calls.some(({ edges }) => edges.includes(place.edge))
    case 'tool':
      return calls.some(({ tool }) => tool === place.tool)
    case 'variable':
      return wrote.has(place.variable)
  }
}

/** `hits`: the breakpoints that this step comes to, which count; one that pauses once has no second hit. Empty `because`: it does not pause. */
export type Pause = { because: readonly PauseReason[]; hits: readonly string[] }

/** `onFault` hears of a condition that cannot be evaluated; its breakpoint is then as one whose condition does not hold. */
export function pauseAt(
  state: BatonState,
  moment: StepMoment,
  { breakpoints, onFault }: { breakpoints: readonly Breakpoint[]; onFault: (one: Breakpoint, cause: unknown) => void },
): Pause {
  const isMet = (one: Breakpoint) => {
    try {
      return isAvailable(one.condition, moment.variables)
    } catch (cause) {
      onFault(one, cause)
      return false
    }
  }
  const hit = breakpoints.filter((one) => one.isOn && isAt(one.place, moment.happened) && isMet(one))
  const reasons = hit.flatMap(({ id, place, from, once }): PauseReason[] => {
    if (once === true) return [{ is: 'run-to', id, place }]
    const times = (state.pauses.hits[id] ?? 0) + 1
    return times < from ? [] : [{ is: 'breakpoint', id, place, hit: times }]
  })
  const stepped: PauseReason[] = isSteppedTo(state, moment) ? [{ is: 'step' }] : []
  return { because: reasons.length > 0 ? reasons : stepped, hits: hit.flatMap((one) => (one.once ? [] : [one.id])) }
}

/** How a person goes on where this step is: in its own stack, or around it. */
export function modeAt(state: BatonState, { own, stack }: Pick<StepMoment, 'own' | 'stack'>): StepMode | null {
  const main = state.pauses.stacks[MAIN_STACK]
  const around = stack === MAIN_STACK || main?.turn !== state.turn.number ? null : main.mode
  return own?.mode ?? (around?.is === 'into' || around?.is === 'to' ? around : null)
}

/** Whether somebody goes step by step through the calls of this step. */
export function isWalked(state: BatonState, moment: StepMoment): boolean {
  const mode = modeAt(state, moment)
  if (mode !== null && mode.is !== 'to') return isReached(mode, moment)
  return moment.over.some(([, { mode: inner }]) => inner !== null && inner.is !== 'to' && isReached(inner, moment))
}

/** Whether a person who goes step by step has come to the next one. Through calls they go one by one, so a round of a batch that comes to none is no step. */
function isSteppedTo(state: BatonState, moment: StepMoment): boolean {
  const { over, own, batch, happened } = moment
  const isSameBatch = batch.key !== null && batch.key === own?.last?.batch
  if (isSameBatch && happened.calls.length === 0) return false
  const mode = modeAt(state, moment)
  if (mode !== null && isReached(mode, moment)) return true
  // Whoever stepped in a stack that is over has come to who waited for it.
  return over.some(([, { mode: inner }]) => inner !== null && isReached(inner, moment))
}

function isReached(mode: StepMode, { depth, happened }: StepMoment): boolean {
  switch (mode.is) {
    case 'into':
      return true
    case 'over':
      return depth <= mode.depth
    case 'out':
      return depth < mode.depth
    case 'to':
      return isAt({ on: 'node', node: mode.node, side: 'before' }, happened)
  }
}

/** `inside`: how a person goes on who was paused in a flow that a call of the step runs. */
type StepEnd = { pause: Pause; go: GoOn | null; inside: GoOn | null; last: StepMark; seen: readonly string[] }

/** What is kept after a step; `go` null: it did not pause. */
export function pausesAfter(
  state: BatonState,
  moment: StepMoment,
  { pause, go, inside, last, seen }: StepEnd,
): PauseChange {
  const { stack, own, over, depth } = moment
  const turn = state.turn.number
  const forgotten = Object.fromEntries(over.map(([id]): [string, null] => [id, null]))
  const onward = go === null ? (own?.mode ?? modeFrom(over)) : modeOf(go, depth)
  const mode = inside === null ? onward : modeAround(inside)
  const stacks: PauseChange['stacks'] = {
    ...forgotten,
    [stack]: { turn, mode, last, ...(seen.length === 0 ? {} : { seen: [...seen] }) },
  }
  const main = state.pauses.stacks[MAIN_STACK]
  if (stack !== MAIN_STACK && (go?.is === 'continue' || go?.is === 'to'))
    stacks[MAIN_STACK] = aroundBranch(main, { turn, mode })
  return { stacks, hits: Object.fromEntries(pause.hits.map((id) => [id, 1])) }
}

/** Who steps within a call comes to whoever made it; who goes on there lets go of what was stepped round it. */
function modeAround(inside: GoOn): StepMode | null {
  if (inside.is === 'to') return { is: 'to', node: inside.node }
  return inside.is === 'continue' || inside.is === 'stop' ? null : { is: 'into' }
}

/** Somebody who runs to a node in a branch that is over still does so. */
function modeFrom(over: StepMoment['over']): StepMode | null {
  return over.flatMap(([, { mode }]) => (mode?.is === 'to' ? [mode] : [])).at(0) ?? null
}

/** Who goes on in a branch lets go of what was stepped outside of it; who runs to a node does so in every stack. */
function aroundBranch(main: StackMarks | undefined, { turn, mode }: Pick<StackMarks, 'turn' | 'mode'>): StackMarks {
  return { turn, mode, last: main?.turn === turn ? main.last : null }
}

export function modeOf(go: GoOn, depth: number): StepMode | null {
  switch (go.is) {
    case 'continue':
    case 'stop':
      return null
    case 'into':
      return { is: 'into' }
    case 'over':
    case 'out':
      return { is: go.is, depth }
    case 'to':
      return { is: 'to', node: go.node }
  }
}
