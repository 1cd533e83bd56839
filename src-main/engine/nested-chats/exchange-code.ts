/** Code of nested chats: what a chat is told, what it comes to, and what is carried into the first (swarm 15, 17, 22). */
import { z } from 'zod'
import { isJsonObject } from '../../../src-shared/flow/json'
import type { Json } from '../../../src-shared/flow/records'
import { NO_CODE } from '../../../src-shared/flow/code-values'
import { isOfChat } from '../../../src-shared/run/log/log'
import {
  callCode,
  callCodeOrFail,
  configOf,
  messagesOf,
  textOf,
  warnFailed,
  type Callable,
} from '../tool-calls/callables'
import { logOf, type Draft } from '../state/draft'
import { parentContents, parentScopeOf, type DrawnChat, type DrawnNestedChat } from './drawn-chats'
import { settingsOf, type StepContext } from '../contract/runtime'
import type { ChatRun, Frame } from '../state/state'

type ExchangeContext = { caller: string; chat: DrawnChat; frame: Frame }

/** What the code of a chat's message gives; empty: nothing. One that fails fails the turn, since nobody knows what was to be asked. */
export async function messageByCode(
  draft: Draft,
  context: StepContext,
  { caller, chat: { edge, to, data }, frame }: ExchangeContext,
): Promise<string> {
  const { flow } = context
  const answered = await callCodeOrFail(draft, context, {
    words: `The code of ${flow.nameOf(frame.node)} that says what ${flow.nameOf(to)} is told`,
    node: frame.node,
    about: 'message',
    what: { use: 'message', name: flow.nameOf(to) },
    code: data.messageCode ?? NO_CODE,
    around: {
      sender: flow.nameOf(caller),
      recipient: flow.nameOf(to),
      messages: messagesOf(draft, flow, parentScopeOf(draft, frame)),
      config: configOf(flow, settingsOf(flow, to), flow.graph.flow.edges[edge]),
    },
    part: `message ${edge}`,
  })
  return textOf(answered.value)
}

type SummaryContext = { frame: Frame & { chat: ChatRun }; chat: DrawnChat; caller: string }

/** What the code of a chat makes of it; one that fails gives nothing, with a warning, as a summary by the model does. */
export async function summaryByCode(
  draft: Draft,
  context: StepContext,
  { frame, chat: { edge, to, data }, caller }: SummaryContext,
): Promise<string> {
  const { flow } = context
  // What was said to dialogs that the recipient brought in, and by them, is part of the chat.
  const messages = logOf(draft).flatMap((entry) => {
    if (entry.kind !== 'text' || !isOfChat(entry.scope, frame.scope)) return []
    const speaker = entry.asUser === true ? flow.nameOf(caller) : (entry.speaker ?? flow.nameOf(entry.author))
    return [{ speaker, text: entry.text }]
  })
  return textByCode(draft, context, {
    node: frame.node,
    about: 'summary',
    what: { use: 'summary', name: flow.nameOf(to) },
    code: data.summaryCode ?? NO_CODE,
    args: { summaryArgs: z.record(z.string(), z.json()).parse(data.summaryArgs) },
    around: {
      sender: flow.nameOf(caller),
      recipient: flow.nameOf(to),
      messages,
      config: configOf(flow, settingsOf(flow, to), flow.graph.flow.edges[edge]),
    },
    part: 'summary',
  })
}

/** What the code carries over into the first chat: a text, or a list of messages (swarm 17). */
export async function carriedByCode(
  draft: Draft,
  context: StepContext,
  { nested, frame }: { nested: DrawnNestedChat; frame: Frame },
): Promise<string> {
  const { flow } = context
  const { id, data } = nested.own
  const { carryover } = data
  const first = frame.nested?.chats.at(0)
  if (first === undefined) return ''
  const { to } = nested.chat(first.edge)
  const caller = draft.frames[draft.frames.indexOf(frame) - 1]?.node ?? id
  const messages = parentContents(draft, flow, frame).map(({ by, text }) => {
    return { speaker: by === 'user' ? by : by.name, text }
  })
  return textByCode(draft, context, {
    node: id,
    about: 'carry-over',
    what: { use: 'carry-over' },
    code: carryover?.summaryCode ?? NO_CODE,
    args: { summaryArgs: z.record(z.string(), z.json()).parse(carryover?.summaryArgs ?? {}) },
    around: {
      sender: flow.nameOf(caller),
      recipient: flow.nameOf(to),
      messages,
      config: configOf(flow, settingsOf(flow, to), flow.graph.node(id)),
    },
    part: 'carry',
  })
}

async function textByCode(draft: Draft, context: StepContext, callable: Callable): Promise<string> {
  const answered = await callCode(draft, context, callable)
  if (!('fault' in answered)) return contentOf(answered.value)
  warnFailed(context, callable, answered.fault)
  return ''
}

/** A text, a message as `{ content }` or `{ text }`, or a list of such, one below the other. */
function contentOf(value: Json): string {
  if (Array.isArray(value)) return value.map(contentOf).join('\n')
  if (!isJsonObject(value)) return textOf(value)
  const { content, text } = value
  return textOf(content ?? text ?? value)
}
