/** The route of a turn, read from its events: without times, numbers, and ids that chance makes. */
import { z } from 'zod'
import { parseJson } from '../../flow/json'
import type { Json } from '../../flow/records'
import { planCallId, type RunEvent, type RunEventOf } from '../log/events'
import { isInToolCall, toolScope } from '../log/log'
import type { RouteStep } from './test-file'

/** What is asked of a person on behalf of a tool that ran, or by a pause: where no tool runs and nothing pauses it is not asked, so it is no part of a route. */
const BESIDE: ReadonlySet<string> = new Set(['elicitation', 'hold-result', 'breakpoint', 'other'])

/** Whether a question of this kind is asked again when a test is played. */
export function isAskedAgain(kind: string): boolean {
  return !BESIDE.has(kind)
}

/**
 * Tells of events, given in their order, which are of something within the call of a tool. A participant that another one asks is called like a tool
 * and is none: what it does is not within one.
 */
export function createToolWatch(): (event: RunEvent) => boolean {
  const scopes: string[] = []
  return (event) => {
    if (!('path' in event)) return false
    const { path } = event
    const callId = callIdOf(event)
    // The number behind it tells apart calls of the same id.
    if (callId !== null) scopes.push(toolScope(path, callId).replace(/\d+$/, ''))
    return isInToolCall(path) && scopes.some((scope) => path.startsWith(scope))
  }
}

/** The id of a call of a tool that begins. */
function callIdOf(event: RunEvent): string | null {
  if (event.type === 'tool.started') return event.effect === undefined ? null : event.callId
  return event.type === 'plan.step' && event.state === 'running' ? planCallId(event, event.id) : null
}

type RouteContext = {
  steps: RouteStep[]
  holder: string | null
  /** Calls that go on, by place and id. */
  open: Set<string>
  asked: Set<string>
}

/** What happened in the runs of one turn, in order. What a tool, or a participant that is asked like one, does meanwhile is a part of its call. */
export function routeOf(events: Iterable<RunEvent>): RouteStep[] {
  const reading: RouteContext = { steps: [], holder: null, open: new Set(), asked: new Set() }
  for (const event of events) read(reading, event)
  return reading.steps
}

function read(reading: RouteContext, event: RunEvent): void {
  const { steps, open, asked } = reading
  if ('path' in event && isInToolCall(event.path)) return
  switch (event.type) {
    case 'baton':
      if (event.node !== reading.holder) steps.push({ is: 'baton', node: event.node })
      reading.holder = event.node
      return
    case 'tool.started':
      if (event.toolNode !== null) begin(reading, event.callId, { ...event, toolNode: event.toolNode })
      return
    case 'tool.finished':
      open.delete(keyOf(event.path, event.callId))
      return
    case 'plan.step':
      return readPlanStep(reading, event)
    case 'entry': {
      const { entry } = event
      if (entry.kind === 'text' && entry.author !== 'user' && entry.text !== '')
        steps.push({ is: 'said', node: entry.author, text: entry.text })
      return
    }
    case 'question':
      if (isAskedAgain(event.question.kind) && !asked.has(event.id))
        steps.push({ is: 'asked', node: event.node, kind: event.question.kind })
      asked.add(event.id)
      return
    case 'run.finished':
      if (event.reason !== 'waiting') steps.push({ is: 'ended', how: event.reason })
      return
    case 'run.failed':
      steps.push({ is: 'ended', how: 'failed' })
      return
    case 'run.stopped':
      steps.push({ is: 'ended', how: 'stopped' })
      return
    default:
  }
}

type CallBegun = { node: string; path: string; tool: string; toolNode: string; arguments: string }

function begin({ steps, open }: RouteContext, callId: string, call: CallBegun): void {
  const { node, path, tool, toolNode, arguments: written } = call
  const key = keyOf(path, callId)
  // A call that asked a person is told again when it goes on.
  if (open.has(key)) return
  const beside = open.size > 0 && steps.at(-1)?.is === 'call'
  steps.push({ is: 'call', node, tool, toolNode, arguments: jsonOrText(written), ...(beside ? { beside } : {}) })
  open.add(key)
}

/** A step of a plan at which a tool works. */
function readPlanStep(reading: RouteContext, event: RunEventOf<'plan.step'>): void {
  const { node, path, id, tool, toolNode, state, round } = event
  const callId = planCallId({ node, round }, id)
  if (state === 'running' && toolNode !== null && event.arguments !== undefined)
    begin(reading, callId, { node, path, tool, toolNode, arguments: JSON.stringify(event.arguments) })
  else if (state === 'done' || state === 'failed') reading.open.delete(keyOf(path, callId))
}

function keyOf(path: string, callId: string): string {
  return JSON.stringify([path, callId])
}

/** JSON as it is read; what is none stays the text that it is. */
export function jsonOrText(written: string): Json {
  const read = z.json().safeParse(valueOf(written))
  return read.success ? read.data : written
}

function valueOf(written: string): unknown {
  const read = parseJson(written)
  return read.ok ? read.value : undefined
}
