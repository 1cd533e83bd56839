/** What the stored steps of a thread did, read out of the states before and after each. Nothing is kept for it, so threads of older builds have it too. */
import { isDeepStrictEqual } from 'node:util'
import type { LogCall, LogEntry } from '../../src-shared/run/log/log'
import type { StepDeed } from '../../src-shared/run/log/step-deeds'
import type { DeedsOfCheckpoint, ToldStep } from '../../src-shared/rpc/timeline'
import type { BatonSaver } from '../engine/checkpoints'
import { readStateAt } from '../engine/state/read-state'
import { ownerOfStep, stepName } from '../engine/state/step-names'
import { planStepName } from '../engine/tool-calls/plans'
import { planDeeds } from './plan-deeds'
import { emptyState, type BatonState, type DecidingState } from '../engine/state/state'
import { createBreather } from '../in-slices'

type DeedsRequest = { readonly threadId: string; readonly checkpointIds: readonly string[] }

/** The deeds of checkpoints of a thread; one that is gone is left out. */
export async function stepDeeds(
  saver: BatonSaver,
  { threadId, checkpointIds }: DeedsRequest,
): Promise<DeedsOfCheckpoint[]> {
  const wanted = new Set(checkpointIds)
  const { breathe } = createBreather()
  const states = new Map<string, BatonState>()
  const stateAt = async (id: string | null): Promise<BatonState> => {
    if (id === null) return emptyState()
    const known = states.get(id) ?? (await readStateAt(saver, { thread_id: threadId, checkpoint_id: id }))
    states.set(id, known)
    await breathe()
    return known
  }
  const found: DeedsOfCheckpoint[] = []
  for (const { checkpointId, parentId, nodes } of await saver.timeline(threadId, { limit: MANY })) {
    if (!wanted.has(checkpointId)) continue
    const told = nodes.filter((step) => DEEDS_OF.some((verb) => step.startsWith(verb)))
    if (told.length === 0) continue
    const [before, after] = [await stateAt(parentId), await stateAt(checkpointId)]
    const steps = told.map((step) => toldStep(step, { before, after }))
    found.push({ checkpointId, steps })
    states.delete(checkpointId)
  }
  return found
}

const MANY = 5000
const THINK = 'think.'
const ACT = 'act.'
const BRANCH = stepName.branch('')
const DEEDS_OF = [THINK, ACT, ...Object.values(planStepName).map((named) => named('')), BRANCH]

/** `branch`: the chat beside others whose frames these are; null: none's. */
type Between = { readonly before: BatonState; readonly after: BatonState; readonly branch: string | null }

function toldStep(step: string, { before, after }: Omit<Between, 'branch'>): ToldStep {
  if (!step.startsWith(BRANCH)) return { step, deeds: deedsBetween(step, { before, after, branch: null }) }
  const branch = ownerOfStep(step)
  const [was, is] = [before.branches[branch] ?? [], after.branches[branch] ?? []]
  const within = was.at(-1)?.todo.at(0)
  if (within === undefined) return { step, deeds: [] }
  if (isDeepStrictEqual(was, is)) return { step, deeds: [{ did: 'stood' }] }
  const between = { before: { ...before, frames: was }, after: { ...after, frames: is }, branch }
  return { step, within, deeds: deedsBetween(within, between) }
}

/** What a step did between two states; nothing where they do not say. */
function deedsBetween(step: string, { before, after, branch }: Between): StepDeed[] {
  // Chats beside each other are stored with one step.
  const scope = before.frames.at(-1)?.scope
  const isHere = (entry: LogEntry) => branch === null || entry.scope === scope
  const added = after.log.slice(before.log.length).filter(isHere)
  const node = ownerOfStep(step)
  if (step.startsWith(THINK)) return replyDeeds(added.filter(({ author }) => author === node))
  const place = branch === null ? node : `${node} ${branch}`
  const hasEnded = before.turn.end === null && after.turn.end !== null
  const ofPlan = planDeeds(step, node, { was: before.plans[place], is: after.plans[place], hasEnded })
  if (ofPlan !== null) return ofPlan
  if (!step.startsWith(ACT)) return []
  const [was, is] = [decidingOf(before, node), decidingOf(after, node)]
  const moves = added.flatMap((entry) => (entry.kind === 'handoff' && entry.from === node ? [entry.to] : []))
  const calls = lastCalls(before.log.filter(isHere), node)
  const asks = after.frames.findLast((frame) => frame.node === node)?.asking?.asks ?? []
  const isAsking = before.frames.findLast((frame) => frame.node === node)?.asking === undefined
  const ran = calls.filter(({ id, transit }) => {
    return !transit && added.some((entry) => entry.kind === 'result' && entry.callId === id)
  })
  // What was answered in an earlier round is not answered once more when the last call has its answer.
  const open = ran.filter(({ id }) => was?.answers[calls.findIndex((call) => call.id === id)] === undefined)
  const answered = (open.length === 0 ? ran : open).map(({ name }) => name)
  return [
    ...(is === null ? [] : decidingDeeds(calls, { was, is })),
    ...named('answered', is === null ? answered : []),
    ...named('put', isAsking ? asks.map(({ tool }) => tool) : []),
    ...moves.map((to): StepDeed => ({ did: 'handed', to })),
  ]
}

function replyDeeds(added: readonly LogEntry[]): StepDeed[] {
  return added.flatMap((entry): StepDeed[] => {
    if (entry.kind === 'text') return [{ did: 'replied' }]
    return entry.kind === 'calls'
      ? named(
          'called',
          entry.calls.map(({ name }) => name),
        )
      : []
  })
}

/** Where the calls of a node's last reply stand on which people decide; null: none does. */
function decidingOf({ frames }: BatonState, node: string): DecidingState | null {
  return frames.findLast((frame) => frame.node === node)?.deciding ?? null
}

/** What the last reply of a node called. */
function lastCalls(log: readonly LogEntry[], node: string): readonly LogCall[] {
  const entry = log.findLast((one) => one.kind === 'calls' && one.author === node)
  return entry?.kind === 'calls' ? entry.calls : []
}

/** What a round did of those in which the calls of one reply are decided on and run. */
function decidingDeeds(
  calls: readonly LogCall[],
  { was, is }: { was: DecidingState | null; is: DecidingState },
): StepDeed[] {
  const places = calls.map(({ name }, place) => {
    const before = was?.entry === is.entry ? was : null
    const [known, now] = [before?.calls[place], is.calls[place]]
    const [answer, earlier] = [is.answers[place], before?.answers[place]]
    const isDecided = now?.state === 'decided' && known?.state !== 'decided'
    const isAsked = now?.state === 'asked' && (known?.state !== 'asked' || known.times !== now.times)
    const asksInside = is.inner?.[place] !== undefined && before?.inner?.[place] === undefined
    const isNew = answer !== undefined && earlier === undefined
    const isReleased = answer !== undefined && earlier?.held === true && answer.held !== true
    return { name, isAsked, isDecided, asksInside, isHeld: isNew && answer.held === true, isNew, isReleased }
  })
  const those = (is: (place: (typeof places)[number]) => boolean): string[] =>
    places.flatMap((one) => (is(one) ? [one.name] : []))
  return [
    ...named(
      'waited',
      those(({ isAsked }) => isAsked),
    ),
    ...named(
      'decided',
      those(({ isDecided, isReleased }) => isDecided || isReleased),
    ),
    ...named(
      'asked',
      those(({ asksInside }) => asksInside),
    ),
    ...named(
      'held',
      those(({ isHeld }) => isHeld),
    ),
    ...named(
      'answered',
      those(({ isNew, isHeld }) => isNew && !isHeld),
    ),
  ]
}

type NamingDeed = Extract<StepDeed, { tools: readonly string[] }>['did']

/** A deed of several tools, each named once; none where there are none. */
function named(did: NamingDeed, names: readonly string[]): StepDeed[] {
  return names.length === 0 ? [] : [{ did, tools: [...new Set(names)] }]
}
