/** Calls of a turn that would be made again, as its events tell them; and by what a call is known when it is looked up among them. */
import { AppError } from '../../src-shared/errors'
import { message } from '../../src-shared/languages/translate'
import type { StepEdit } from '../../src-shared/agents/plan/edit-plan'
import type { ToolEffect } from '../../src-shared/flow/tool-effects'
import { planCallId, type RunEvent, type RunEventOf } from '../../src-shared/run/log/events'
import { isInToolCall, toolScope } from '../../src-shared/run/log/log'
import {
  usualChoice,
  type CallChanges,
  type RecordedResult,
  type RepeatDecision,
  type RepeatedCall,
} from '../../src-shared/run/log/repeats'
import type { CallToRepeat, TakeResult } from '../engine/contract/repeats'
import { hashOf } from '../json-hash'
import type { RepeatDecisions, RepeatRow } from '../store/repeat-decisions'

/** What a call of a node does; `told`: as was known then, absent: older builds did not tell. Null: it is no tool, so that was no call of one. */
export type EffectOf = (node: string, told: ToolEffect | undefined) => ToolEffect | null

/** A call as its events tell it. `step`: the step of a plan that it is. */
type ToldCall = {
  call: RepeatedCall
  callId: string
  step: PlanStepOf | null
  end: { isError: boolean; changes: CallChanges } | null
}

type PlanStepOf = { node: string; round: number; step: string }

/** A plan that runs again with changes of its steps. */
export type ChangedPlan = { node: string; round: number; edits: readonly StepEdit[] }

/**
 * The calls that were made, in their order. `left`: those that are made again where the turn goes on at the step that failed; they came to nothing
 * that was kept, or failed the turn. `sincePlan`: those that were made since a plan began to be carried out, but for its steps that stay.
 */
export type CallsOfTurn = {
  all: readonly RepeatedCall[]
  left: () => RepeatedCall[]
  sincePlan: (plan: { node: string; round: number; again: readonly string[] }) => RepeatedCall[]
}

type ReadingContext = {
  told: ToldCall[]
  /** Calls without a result, by where they were made. */
  open: Map<string, ToldCall>
  failed: { node: string; step: string } | null
  /** By plan: how many calls were made before its steps. */
  plans: Map<string, number>
  /** By place: the arguments that a model wrote. */
  written: Map<string, string>
  questions: Map<string, RunEventOf<'question'>>
  /** By what became of a call that a person changed: its arguments before. */
  changed: Map<string, string>
  effectOf: EffectOf
}

/** Reads all runs of a turn; `changed`: the plans in it whose steps were changed since. What was done before the turn began again counts no more: it was done once more since, or was taken from there. */
export function callsOfTurn(
  events: Iterable<RunEvent>,
  effectOf: EffectOf,
  changed: readonly ChangedPlan[] = [],
): CallsOfTurn {
  const reading: ReadingContext = {
    told: [],
    open: new Map(),
    failed: null,
    plans: new Map(),
    written: new Map(),
    questions: new Map(),
    changed: new Map(),
    effectOf,
  }
  for (const event of events) read(reading, event)
  const { told, failed, plans } = reading
  const dropped = told.filter(({ step }) => isWithoutCall(step, changed)).map(({ call }) => call.id)
  const all = told
    .map((one) => ({ ...one.call, ...changedStep(one.step, changed), inside: holderOf(told, one.call) }))
    .filter(({ id, inside }) => !dropped.includes(id) && (inside === null || !dropped.includes(inside)))
  const those = (isWanted: (one: ToldCall) => boolean): RepeatedCall[] => {
    const wanted = new Set(told.filter(isWanted).map(({ call }) => call.id))
    for (const { id, inside } of all) if (inside !== null && wanted.has(inside)) wanted.add(id)
    return all.filter(({ id }) => wanted.has(id))
  }
  return {
    all,
    left: () =>
      those(
        ({ call, step }) =>
          call.result === null || (step !== null && step.node === failed?.node && step.step === failed.step),
      ),
    sincePlan({ node, round, again }) {
      const from = plans.get(planKey({ node, round })) ?? 0
      const late = new Set(told.slice(from))
      const stays = ({ step }: ToldCall) => step?.node === node && step.round === round && !again.includes(step.step)
      const kept = new Set(told.filter(stays).map(({ call }) => call.id))
      for (const { id, inside } of all) if (inside !== null && kept.has(inside)) kept.add(id)
      return those((one) => late.has(one) && !kept.has(one.call.id))
    },
  }
}

function editOf(step: PlanStepOf | null, changed: readonly ChangedPlan[]): StepEdit | null | undefined {
  const plan = step === null ? undefined : changed.find(({ node, round }) => node === step.node && round === step.round)
  return plan === undefined ? undefined : (plan.edits.find(({ id }) => id === step?.step) ?? null)
}

/** A person wrote what the step found, or took it out. */
function isWithoutCall(step: PlanStepOf | null, changed: readonly ChangedPlan[]): boolean {
  const edit = editOf(step, changed)
  return edit?.evidence !== undefined || edit?.isRemoved === true
}

/** A step that runs again is known by its place in the plan: it, or one whose result it uses, may have other arguments by then. */
function changedStep(step: PlanStepOf | null, changed: readonly ChangedPlan[]): Partial<RepeatedCall> {
  const edit = editOf(step, changed)
  if (step === null || edit === undefined) return {}
  const { tool, input } = edit ?? {}
  const edited = { ...(tool === undefined ? {} : { tool }), ...(input === undefined ? {} : { input }) }
  const place = { step: planCallId(step, step.step) }
  if (Object.keys(edited).length === 0) return place
  // How often it was tried, and what another tool does, says nothing of it any more.
  return { ...place, edited, times: 1, ...(tool === undefined ? {} : { effect: 'unknown' }) }
}

function read(reading: ReadingContext, event: RunEvent): void {
  switch (event.type) {
    case 'warning':
      if (event.code !== 'turn-begins-again') return
      reading.told = []
      reading.open.clear()
      reading.plans.clear()
      return
    case 'question':
      return void reading.questions.set(event.id, event)
    case 'answer':
      return noteChange(reading, event)
    case 'tool.started':
      return begin(reading, event, { ...event, step: null })
    case 'tool.finished':
      return end(reading, event)
    case 'entry': {
      const { entry } = event
      if (entry.kind === 'calls')
        for (const call of entry.calls) reading.written.set(placeKey(entry.scope, call.id), call.arguments)
      if (entry.kind !== 'result') return
      const { scope, callId, text, kept = [] } = entry
      return settle(reading, placeKey(scope, callId), { text, kept })
    }
    case 'plan.steps': {
      const key = planKey(event)
      if (!reading.plans.has(key)) reading.plans.set(key, reading.told.length)
      return
    }
    case 'plan.step':
      return readStep(reading, event)
    case 'run.failed': {
      const { node, step } = event.error.details ?? {}
      reading.failed = typeof node === 'string' && typeof step === 'string' ? { node, step } : null
      return
    }
    default:
  }
}

/** A call that a person changed: when the turn runs again, it is asked for as it was. */
function noteChange({ questions, changed }: ReadingContext, { id, answer }: RunEventOf<'answer'>): void {
  const asked = questions.get(id)
  if (asked?.question.kind !== 'approve-call' || answer.kind !== 'approve-call') return
  const { node, path, question } = asked
  const { decision } = answer
  if (decision.is !== 'edit') return
  changed.set(callKey({ node, path, tool: question.tool }, decision.arguments), JSON.stringify(question.arguments))
}

function callKey({ node, path, tool }: Pick<RepeatedCall, 'node' | 'path' | 'tool'>, args: unknown): string {
  return hashOf([node, path, tool, args])
}

type CallStart = Pick<
  RunEventOf<'tool.started'>,
  'node' | 'path' | 'callId' | 'tool' | 'toolNode' | 'arguments' | 'effect'
> & {
  step: PlanStepOf | null
}

/** A call that is told again after a crash is the same call. */
function begin(reading: ReadingContext, { runId, seq }: RunEvent, begun: CallStart): void {
  const { node, path, callId, tool, toolNode, step } = begun
  const effect = toolNode === null ? null : reading.effectOf(toolNode, begun.effect)
  const key = placeKey(path, callId)
  if (toolNode === null || effect === null) return
  if (reading.open.get(key)?.call.arguments === begun.arguments) return
  const id = `${runId}:${seq}`
  const at = { id, node, path, tool, toolNode, arguments: begun.arguments }
  const before = reading.changed.get(callKey(at, parsed(begun.arguments)))
  const askedAs = before === undefined ? undefined : (reading.written.get(key) ?? before)
  const changed = askedAs === undefined ? {} : { askedAs }
  const told: ToldCall = {
    call: { ...at, ...changed, effect, inside: null, times: 1, result: null },
    callId,
    step,
    end: null,
  }
  reading.told.push(told)
  reading.open.set(key, told)
}

function end(
  reading: ReadingContext,
  { path, callId, isError, changes = {}, isRefused }: RunEventOf<'tool.finished'>,
): void {
  const key = placeKey(path, callId)
  const told = reading.open.get(key)
  if (told === undefined) return
  told.end = { isError, changes }
  if (isRefused === true) {
    reading.open.delete(key)
    reading.told = reading.told.filter((one) => one !== told)
  } else if (changes.text !== undefined && changes.handOff === undefined)
    settle(reading, key, { text: changes.text, kept: [] })
}

function settle(reading: ReadingContext, key: string, { text, kept }: Pick<RecordedResult, 'text' | 'kept'>): void {
  const told = reading.open.get(key)
  if (told?.end == null) return
  const { isError, changes } = told.end
  told.call.result = { text, ...changes, isError, kept }
  reading.open.delete(key)
}

/** A step that a tool works at; those of a plan inside of a tool are told as calls. */
function readStep(reading: ReadingContext, event: RunEventOf<'plan.step'>): void {
  const { node, path, round, id, tool, toolNode, state, effect, kept = [], variables, evidence = '' } = event
  const at = { node, path, callId: planCallId({ node, round }, id), tool, toolNode }
  if (state === 'running') {
    if (event.arguments === undefined) return
    const begun = { ...at, effect, arguments: JSON.stringify(event.arguments), step: { node, round, step: id } }
    return begin(reading, event, begun)
  }
  if (state !== 'done' && state !== 'failed') return
  const key = placeKey(path, at.callId)
  const told = reading.open.get(key)
  if (told === undefined) return
  const tries = event.notes?.find(({ note }) => note === 'tries')
  if (tries?.note === 'tries') told.call.times = tries.attempt
  told.end = { isError: state === 'failed', changes: variables === undefined ? {} : { variables } }
  settle(reading, key, { text: evidence, kept })
}

function placeKey(path: string, callId: string): string {
  return JSON.stringify([path, callId])
}

function planKey({ node, round }: { node: string; round: number }): string {
  return JSON.stringify([node, round])
}

/** The call within which another one was made: of several around it the innermost. */
function holderOf(told: readonly ToldCall[], { id, path }: RepeatedCall): string | null {
  if (!isInToolCall(path)) return null
  const around = told.filter(({ call, callId }) => {
    const inner = toolScope(call.path, callId)
    return call.id !== id && (path === inner || path.startsWith(`${inner}/`))
  })
  return around.toSorted((one, other) => other.call.path.length - one.call.path.length)[0]?.call.id ?? null
}

/**
 * The rows that decide on these calls. What nobody decided on is done as usual. Throws `bad-input` for a decision on a call that is not among
 * them, and for the recorded result of one that has none.
 */
export function rowsOf(calls: readonly RepeatedCall[], decisions: readonly RepeatDecision[]): RepeatRow[] {
  const decided = new Map(decisions.map((decision) => [decision.id, decision]))
  for (const call of calls) {
    if (decided.get(call.id)?.choice === 'recorded' && call.result === null)
      throw new AppError(
        'bad-input',
        message('No result of the call of {tool} was kept. Call it again, or answer it.', { tool: call.tool }),
      )
  }
  const stray = decisions.find(({ id }) => !calls.some((call) => call.id === id))
  if (stray !== undefined)
    throw new AppError('bad-input', 'The calls to decide on are others by now. Look at them again, and decide then.')
  return calls.flatMap((call) => {
    // Who runs it again asks for it as it was asked for then.
    const mark =
      call.step === undefined ? markOf({ ...call, arguments: call.askedAs ?? call.arguments }) : stepMark(call.step)
    const row = { mark, place: alikePlace(call), result: resultOf(call, decided.get(call.id)) }
    // A result that is taken ends the tries.
    return Array.from({ length: row.result === null ? call.times : 1 }, () => row)
  })
}

function resultOf(call: RepeatedCall, decision: RepeatDecision | undefined): RepeatRow['result'] {
  const { choice } = decision ?? { choice: usualChoice(call) }
  if (decision?.choice === 'by-hand') return { from: 'person', text: decision.text, isError: false, kept: [] }
  return choice === 'again' || call.result === null ? null : { ...call.result, from: 'record' }
}

/** The tool with its arguments, however they are written. */
function markOf({ toolNode, tool, arguments: json }: Pick<CallToRepeat, 'toolNode' | 'tool' | 'arguments'>): string {
  return hashOf([toolNode, tool, parsed(json)])
}

function stepMark(step: string): string {
  return hashOf(['step', step])
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return json
  }
}

/** Who called it in which conversation; ids of calls in scopes are others each time. */
function alikePlace({ node, path }: Pick<CallToRepeat, 'node' | 'path'>): string {
  return `${node} ${path.replaceAll(/\/![^#]*#\d+/g, '/!')}`
}

/** What is taken in the place of calls of a turn; absent: nothing was decided, so that every call is made. */
export function takenResults(
  decisions: RepeatDecisions,
  turn: { threadId: string; turn: number },
): TakeResult | undefined {
  if (!decisions.has(turn)) return undefined
  return (call) => {
    const at = { place: alikePlace(call), by: call.key }
    // What was decided on the step of a plan goes before what was decided on any call like it.
    const ofStep = call.step === undefined ? undefined : decisions.take(turn, { mark: stepMark(call.step), ...at })
    return ofStep === undefined ? (decisions.take(turn, { mark: markOf(call), ...at }) ?? null) : ofStep
  }
}
