/** A step that is about to begin, as breakpoints see it: who takes it in which stack, what it would call, and what has happened since the step before. */
import { holdersOf, innerId } from '../../../src-shared/flow/inner-ids'
import type { JsonObject } from '../../../src-shared/flow/records'
import { edgeDefinition } from '../../../src-shared/kinds/edge-facts'
import type { LogEntry } from '../../../src-shared/run/log/log'
import { STEP_VERBS, type StepVerb } from '../../../src-shared/run/log/step-verbs'
import type { CompiledFlow, StepContext } from '../contract/runtime'
import { variablesIn } from '../state/draft'
import { MAIN_STACK, type CallMark, type FrameMark, type StackMarks, type StepMark } from '../state/pause-state'
import type { BatonState, BatonUpdate, Frame } from '../state/state'
import { ownerOfStep } from '../state/step-names'
import { callsOf, type StepCalls } from './step-calls'

/** What has happened between two steps of a stack. */
export type Happened = {
  /** Nodes that the baton, or a question to them, has come to: the step is the first of theirs since then. */
  arrived: ReadonlySet<string>
  /** Nodes that are through. */
  left: ReadonlySet<string>
  /** Edges over which the baton went. */
  passed: ReadonlySet<string>
  wrote: ReadonlySet<string>
  /** Calls that were made, and the one that comes next. */
  called: readonly CallMark[]
  calls: readonly CallMark[]
}

export type StepMoment = {
  verb: StepVerb
  owner: string
  /** The branch, or `MAIN_STACK`. */
  stack: string
  frames: readonly Frame[]
  /** How many hold the baton, one for another: whoever runs beside others does so for the main stack. */
  depth: number
  variables: JsonObject
  marks: readonly FrameMark[]
  batch: StepCalls
  /** What is known of this stack in this turn. */
  own: StackMarks | null
  /** Stacks that ran beside this one, and are over. */
  over: readonly [stack: string, marks: StackMarks][]
  happened: Happened
}

/** The moment at which a step begins. */
export function stepMoment(state: BatonState, context: StepContext, name: string): StepMoment {
  const { branch, flow } = context
  const stack = branch ?? MAIN_STACK
  const frames = branch === null ? state.frames : (state.branches[branch] ?? [])
  const owner = ownerOfStep(name)
  const own = marksOf(state, stack) ?? steppedInto(state, context)
  const over = branch === null ? stacksOver(state) : []
  const batch = callsOf(state, context, { name, owner, frames })
  const at = { owner, frames, stack, own, over, batch, verb: verbOf(name) }
  const visit = visitOf(state, flow, at)
  return {
    ...at,
    depth: branch === null ? frames.length : state.frames.length + frames.length,
    variables: variablesIn(state, branch),
    marks: visit.marks,
    happened: happened(state, flow, {
      ...at,
      hasArrived: visit.hasArrived,
      nodes: visit.marks.map(({ node }) => node),
    }),
  }
}

function verbOf(name: string): StepVerb {
  const verb = name.slice(0, name.indexOf('.'))
  return STEP_VERBS.find((one) => one === verb) ?? 'branch'
}

/** What was kept of a stack in this turn; of turns before only that a person waits until the baton is given back. */
function marksOf({ pauses, turn }: BatonState, stack: string): StackMarks | null {
  const marks = pauses.stacks[stack]
  if (marks === undefined || marks.turn === turn.number) return marks ?? null
  return marks.mode?.is === 'out' ? { ...marks, last: null } : null
}

/** A flow that runs as a tool begins as somebody steps through the call. */
function steppedInto({ turn }: BatonState, { branch, pauses: { stepping } }: StepContext): StackMarks | null {
  return branch === null && stepping != null ? { turn: turn.number, mode: stepping, last: null } : null
}

function stacksOver(state: BatonState): [string, StackMarks][] {
  return Object.entries(state.pauses.stacks).filter(([stack, { turn }]) => {
    const isRunning = (state.branches[stack]?.at(-1)?.todo.length ?? 0) > 0
    return stack !== MAIN_STACK && turn === state.turn.number && !isRunning
  })
}

type StepLocation = Pick<StepMoment, 'owner' | 'frames' | 'stack' | 'own' | 'over' | 'batch' | 'verb'>

/** The stack as it is kept, and whether its step is the first of a visit: a frame that somebody stood on begins another one. */
function visitOf(state: BatonState, flow: CompiledFlow, { owner, frames, stack, own }: StepLocation) {
  const last = own?.last ?? null
  const nodes = frames.map(({ node }) => node).filter((node, at, all) => node !== all[at - 1])
  const top = nodes.at(-1)
  const isSame = last !== null && nodes.length <= last.frames.length && sharedCount(nodes, last) === nodes.length
  const isBack = last?.edges.some((edge) => flow.graph.flow.edges[edge]?.to.node === top) === true
  const isTopBegun = isSame && !isBack && last.frames[nodes.length - 1]?.isBegun === true
  const isBegunOutside = last === null && stack !== MAIN_STACK && state.frames.some(({ node }) => node === owner)
  const hasArrived = owner === top ? !isTopBegun && !isBegunOutside : last?.owner !== owner
  const isBegun = owner === top || isTopBegun
  const marks = nodes.map((node, at): FrameMark => ({ node, isBegun: at === nodes.length - 1 && isBegun }))
  return { marks, hasArrived }
}

/** How many frames from the bottom are those that the last step had. */
function sharedCount(nodes: readonly string[], last: StepMark): number {
  const differs = nodes.findIndex((node, at) => last.frames[at]?.node !== node)
  return differs === -1 ? nodes.length : differs
}

function happened(
  state: BatonState,
  flow: CompiledFlow,
  { hasArrived, nodes, ...at }: StepLocation & { hasArrived: boolean; nodes: readonly string[] },
): Happened {
  const { owner, own, over, batch } = at
  const last = own?.last ?? null
  const ended = over.flatMap(([, marks]) => marks.last ?? [])
  const marks = [...(last === null ? [] : [last]), ...ended]
  // Of a batch that goes on, those were made that have a result since.
  const open = new Set(batch.key !== null && batch.key === last?.batch ? batch.calls.map(({ key }) => key) : [])
  return {
    arrived: new Set(hasArrived ? [owner, ...holdersEntered(owner, last)] : []),
    left: new Set([
      ...(last === null ? [] : leftSince(last, owner, nodes)),
      ...ended.flatMap((one) => leftSince(one, owner, nodes, 0)),
    ]),
    passed: new Set([
      ...marks.flatMap(({ edges }) => edges),
      ...entered(state, flow, at),
      ...(hasArrived ? watched(flow, at) : []),
    ]),
    wrote: new Set(marks.flatMap(({ wrote }) => wrote)),
    called: marks.flatMap(({ calls }) => calls.filter(({ key }) => key === undefined || !open.has(key))),
    calls: [],
  }
}

/** Sub-flows that the baton came into. */
function holdersEntered(owner: string, last: StepMark | null): string[] {
  const before = last === null ? [] : [last.owner, ...holdersOf(last.owner)]
  return holdersOf(owner).filter((holder) => !before.includes(holder))
}

/** Nodes whose frames are gone, sub-flows that nobody is inside of any more, and whoever looked on. */
function leftSince(
  last: StepMark,
  owner: string,
  nodes: readonly string[],
  shared = sharedCount(nodes, last),
): string[] {
  const had = last.frames.map(({ node }) => node)
  const gone = had.slice(shared)
  const around = new Set([owner, ...nodes].flatMap((node) => [node, ...holdersOf(node)]))
  const holders = gone.flatMap(holdersOf).filter((holder) => !around.has(holder))
  const onlooker = had.includes(last.owner) || last.owner === owner ? [] : [last.owner]
  return [...gone, ...holders, ...onlooker]
}

/** The edges over which a stack began: those of a branch, and that of the start. */
function entered({ turn }: BatonState, { entry }: CompiledFlow, { own, stack, frames }: StepLocation): string[] {
  if (own?.last != null) return []
  const edges = frames.flatMap(({ edge, chat, asked }) => edge ?? chat?.edge ?? asked?.edge ?? [])
  if (stack !== MAIN_STACK) return edges
  return turn.number === 1 ? edges.filter((edge) => edge === entry.edge) : []
}

/** The edges by which an onlooker is joined to what it looks at. */
function watched({ graph }: CompiledFlow, { owner, frames, verb }: StepLocation): string[] {
  if (frames.at(-1)?.node === owner) return []
  return graph.into(owner).flatMap(({ id, edge }) => {
    const isWatched = verb === 'oversee' || frames.some(({ node }) => node === edge.from.node)
    return isWatched && edgeDefinition(edge.kind)?.watches === true ? [id] : []
  })
}

/** The calls of the step's batch that were let through before, or are begun. */
export function seenCalls({ own, batch }: Pick<StepMoment, 'own' | 'batch'>): readonly string[] {
  const before = batch.key !== null && own?.last?.batch === batch.key ? (own.seen ?? []) : []
  const begun = batch.calls.flatMap(({ key, isBegun }) => (isBegun && !before.includes(key) ? [key] : []))
  return [...before, ...begun]
}

/** What a step that is done leaves for the next one of its stack. */
export function markAfter(moment: StepMoment, update: BatonUpdate, { graph }: CompiledFlow): StepMark {
  const { owner, marks, batch } = moment
  const isForward = (entry: LogEntry & { kind: 'handoff' }) => {
    const to = graph.flow.edges[entry.edge ?? '']?.to.node
    return to !== undefined && (entry.to === to || entry.to.startsWith(innerId(to, '')))
  }
  const edges = (update.log ?? []).flatMap((entry) =>
    entry.kind === 'handoff' && entry.edge !== null && isForward(entry) ? [entry.edge] : [],
  )
  const wrote = Object.keys(update.variables ?? {})
  return {
    owner,
    frames: [...marks],
    edges,
    wrote,
    batch: batch.key,
    calls: batch.calls.map(({ target, tool, edges: to, key }) => ({ target, tool, edges: to, key })),
  }
}
