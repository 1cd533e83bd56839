/** What a thread keeps of breakpoints: how often each was come to, and for each stack how a person steps and what its last step did. */

/**
 * How a person goes on in a stack. `depth`: of the step that it began with, as `depthOf` counts. `into`: to the very next step; `over`: to the next
 * that is no deeper; `out`: to one that is less deep; `to`: to that node.
 */
export type StepMode = { is: 'into' } | { is: 'over' | 'out'; depth: number } | { is: 'to'; node: string }

/** One place of a stack as its last step left it: `isBegun`: its node has taken a step since the baton came to it. */
export type FrameMark = { node: string; isBegun: boolean }

/** What the last step of a stack did. `batch`: those whose calls it made, by what tells them from others; null: none. `calls`: those that had no result when it began. */
export type StepMark = {
  owner: string
  frames: FrameMark[]
  /** Edges over which the baton went in it. */
  edges: string[]
  /** Variables that it changed. */
  wrote: string[]
  batch: string | null
  calls: CallMark[]
}

/** A call that a step makes: the tool's node (null: none is drawn), the name that models know it by, and the edges that lead there. */
export type CallMark = { target: string | null; tool: string; edges: string[]; key?: string }

/** What is kept of a stack; `turn`: of which turn that is. `seen`: calls of its last batch that breakpoints have let through, or a person has. */
export type StackMarks = { turn: number; mode: StepMode | null; last: StepMark | null; seen?: string[] }

/** By branch; `MAIN_STACK` is that of no branch. `hits` by breakpoint. */
export type PauseState = { stacks: { [stack: string]: StackMarks }; hits: { [breakpoint: string]: number } }

export const MAIN_STACK = ''

/** Null forgets a stack; hits are added. Steps that run side by side change stacks of their own. */
export type PauseChange = {
  stacks: { [stack: string]: StackMarks | null }
  hits: { [breakpoint: string]: number }
}

/** A thread that came to no breakpoint. */
export function noPauses(): PauseState {
  return { stacks: {}, hits: {} }
}

export function changePauses(old: PauseState, change: PauseChange): PauseState {
  const stacks = Object.entries({ ...old.stacks, ...change.stacks }).filter(
    (entry): entry is [string, StackMarks] => entry[1] !== null,
  )
  const hits = { ...old.hits }
  for (const [id, count] of Object.entries(change.hits)) hits[id] = (hits[id] ?? 0) + count
  return { stacks: Object.fromEntries(stacks), hits }
}
