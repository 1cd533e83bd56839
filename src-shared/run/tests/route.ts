/** The route of a turn, read from its events: without times, numbers, and ids that chance makes. */
import { z } from 'zod'
import { parseJson } from '../../flow/json'
import type { Json } from '../../flow/records'
import type { RunEvent, RunEventOf } from '../log/events'
import { isInToolCall } from '../log/log'
import type { RouteStep } from './test-file'

/** Questions that a tool asks, or that a person set for himself: they are no part of a route. */
const BESIDE: ReadonlySet<string> = new Set(['elicitation', 'breakpoint', 'other'])

type RouteContext = {
  steps: RouteStep[]
  holder: string | null
  /** Calls that go on, by place and id. */
  open: Set<string>
  asked: Set<string>
}

/** What happened in the runs of one turn, in order. What a tool does within itself is a part of its call. */
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
      if (!BESIDE.has(event.question.kind) && !asked.has(event.id))
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
  const callId = `${node} ${round} ${id}`
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
