/** Where a graph goes on after a step: it follows from the state alone. */
import { END } from '@langchain/langgraph'
import { stepName } from '../contract/runtime'
import type { Frame, RoutingState } from '../state/state'

/** The one routing rule: what the frame on top has to do next, or what `branches` have while any runs; an ended turn ends the run. */
export function nextSteps(state: RoutingState, branches: readonly string[]): string | string[] {
  if (state.turn.end !== null) return END
  if (running(state).length > 0) return branches.length === 0 ? END : branches.map(stepName.branch)
  return state.frames.at(-1)?.todo.at(0) ?? END
}

/** What follows a step that is no branch's. */
export function afterStep(state: RoutingState): string | string[] {
  return nextSteps(state, newBranches(state))
}

export function running({ branches }: RoutingState): string[] {
  return Object.entries(branches).flatMap(([edge, frames]) => (isRunning(frames) ? [edge] : []))
}

/** The branches that the last step has begun. Branches that run already continue by themselves, and may have ended meanwhile. */
function newBranches({ frames }: RoutingState): readonly string[] {
  const top = frames.at(-1)
  return top?.nested?.begun ?? top?.asking?.begun ?? top?.mapping?.begun ?? []
}

/** A branch goes on by itself; when its chat is through, the queue of its nested chat looks at it. */
export function nextOfBranch(state: RoutingState, edge: string): string {
  if (state.turn.end !== null) return END
  if (isRunning(state.branches[edge])) return stepName.branch(edge)
  return state.frames.at(-1)?.todo.at(0) ?? END
}

function isRunning(frames: readonly Frame[] | undefined): boolean {
  return (frames?.at(-1)?.todo.length ?? 0) > 0
}
