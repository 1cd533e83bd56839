/** One chat of a nested chat: a message out, the recipient's reply, and so on until it is through; then what it came to (swarm 21 to 23). */
import { toFault } from '../../../src-shared/run/log/reasons'
import { endsChat, withoutTerminate } from '../../../src-shared/agents/templates/carry-over'
import { builtInPrompts } from '../../../src-shared/agents/prompts'
import { isOfChat, type LogEntry } from '../../../src-shared/run/log/log'
import type { Prompt, PromptMessage } from '../../models/contract/prompt'
import { callModel } from '../calls/call-model'
import { contextTokensOf } from '../log-views/context-tokens'
import { tellDecision } from '../calls/decisions'
import { carriedByCode, summaryByCode } from './exchange-code'
import { append, nextEntryId, topFrame, logOf, type Draft } from '../state/draft'
import { instructionsOf } from '../speaking/instructions'
import { callRecipient, resumeStack } from '../moves/moves'
import { parentContents, type DrawnChat, type DrawnNestedChat } from './drawn-chats'
import {
  participantOf,
  settingsOf,
  stepName,
  type CompiledFlow,
  type Step,
  type StepContext,
} from '../contract/runtime'
import type { ChatRun, Frame } from '../state/state'
import { step } from '../contract/step'
import { viewOf } from '../log-views/view'
import { viewTexts } from '../log-views/view-texts'

type ChatFrame = Frame & { chat: ChatRun }

/** The frame that leads the chat on top. Throws when there is none, which a running turn never sees. */
function leadingFrame(draft: Draft): ChatFrame {
  const frame = topFrame(draft)
  if (!isLeading(frame)) throw new Error(`${frame.node} leads no chat`)
  return frame
}

function isLeading(frame: Frame): frame is ChatFrame {
  return frame.chat !== undefined
}

/** The step between two messages of a chat: begins it, takes in a reply, and says whether it goes on. */
export function talkStep(nested: DrawnNestedChat): Step {
  return step((draft, context) => {
    const frame = leadingFrame(draft)
    const drawn = nested.chat(frame.chat.edge)
    if (frame.chat.turns === 0) tell(draft, context, { frame, drawn, text: frame.chat.message })
    else takeReply(draft, { frame, drawn, reply: lastReply(draft, frame) })
  })
}

/** The last words since the chat's last message, of whoever spoke for the recipient; empty: nobody did. */
function lastReply(draft: Draft, frame: ChatFrame): string {
  const last = logOf(draft).findLast((entry) => isOwn(entry, frame) || isReply(entry, frame))
  return last !== undefined && isReply(last, frame) ? last.text : ''
}

/** Whether an entry is a message of the chat to its recipient, or to a dialog that the recipient brought in. */
function isOwn(entry: LogEntry, { node, scope }: Frame): boolean {
  return entry.kind === 'text' && isOfChat(entry.scope, scope) && entry.author === node && entry.asUser === true
}

/** Whether an entry is part of the answer; dialogs that the recipient brought in have scopes of their own. */
function isReply(entry: LogEntry, { scope }: Frame): entry is LogEntry & { kind: 'text' } {
  return entry.kind === 'text' && isOfChat(entry.scope, scope) && entry.asUser !== true
}

type Exchange = { frame: ChatFrame; drawn: DrawnChat }

/** Says something to the recipient, who answers next; a dialog that it brought in and that is not over has the conversation (DialogSupervisor 5). */
function tell(draft: Draft, context: StepContext, { frame, drawn, text }: Exchange & { text: string }): void {
  const { flow } = context
  const { stack = [], turns } = frame.chat
  const dialog = stack.at(-1)
  const goesOn =
    dialog !== undefined && (dialog.isGuest === true || participantOf(flow, dialog.node).arrival === 'session')
  const scope = goesOn ? dialog.scope : frame.scope
  append(draft, { kind: 'text', author: frame.node, scope, text, asUser: true })
  frame.chat = { ...frame.chat, turns: turns + 1, stack: [] }
  if (goesOn) resumeStack(draft, flow, stack)
  else callRecipient(draft, context, { to: drawn.to, edge: drawn.edge, by: 'recipient', reason: '' })
}

/** A chat ends with its last turn, with the word TERMINATE, and where nobody answers the recipient (swarm 23). */
function takeReply(draft: Draft, { frame, drawn, reply }: Exchange & { reply: string }): void {
  const { maxTurns } = drawn.data
  const goesOn = maxTurns !== null && frame.chat.turns < maxTurns && !endsChat(reply) && reply.trim() !== ''
  if (goesOn) frame.todo = [stepName.speak(frame.node)]
  else conclude(draft, { frame, drawn, last: reply })
}

/** The chat is through: what it came to is its last message, a summary of it, or nothing (swarm 22). */
function conclude(draft: Draft, { frame, drawn, last }: Exchange & { last: string }): void {
  const { summaryMethod } = drawn.data
  if (summaryMethod === 'reflection_with_llm' || summaryMethod === 'code') frame.todo = [stepName.summarise(frame.node)]
  else finish(draft, frame, summaryMethod === 'none' ? '' : withoutTerminate(last))
}

/** Ends a chat with what it came to: beside others it waits to be collected, else its queue goes on. */
function finish(draft: Draft, frame: ChatFrame, summary: string): void {
  frame.todo = []
  frame.chat = { ...frame.chat, summary }
  const queue = draft.frames.at(-2)
  const nested = queue?.nested
  if (queue === undefined || nested === undefined) return
  const { edge } = frame.chat
  queue.nested = {
    ...nested,
    chats: nested.chats.map((chat) => (chat.edge === edge ? { ...chat, state: 'done', summary } : chat)),
  }
  queue.todo = [stepName.chats(queue.node)]
  draft.frames = draft.frames.slice(0, -1)
}

/** The step in which the agent that called the nested chat answers its recipient, where a chat has several turns. */
export function speakStep(nested: DrawnNestedChat): Step {
  return step(async (draft, context) => {
    const frame = leadingFrame(draft)
    const { flow } = context
    const drawn = nested.chat(frame.chat.edge)
    const caller = callerOf(draft, frame)
    const participant = participantOf(flow, caller)
    const history = sidesSwapped(chatMessages(draft, flow, { frame, viewer: drawn.to, isOneVoice: true }))
    const texts = await instructionsOf(draft, context, participant)
    const result = await callModel(draft, context, {
      node: caller,
      settings: settingsOf(flow, caller),
      prompt: { language: flow.language, system: texts.before, history, after: [] },
      tools: [],
      purpose: { kind: 'reply' },
      entryId: nextEntryId(draft),
    })
    if (result === null) return
    const text = result.reply.text
    if (endsChat(text) || text.trim() === '') conclude(draft, { frame, drawn, last: text })
    else tell(draft, context, { frame, drawn, text })
  })
}

/** The participant that called the nested chat. */
function callerOf(draft: Draft, frame: ChatFrame): string {
  const stack = draft.branch === null ? draft.frames : [...draft.state.frames, ...draft.frames]
  const index = stack.findLastIndex((one) => one.nested !== undefined && one.node === frame.node)
  return stack[index - 1]?.node ?? frame.node
}

/** A chat as its recipient's model reads it; `isOneVoice`: all that was answered is the recipient's, whoever of its helpers said it. */
function chatMessages(
  draft: Draft,
  flow: CompiledFlow,
  { frame, viewer, isOneVoice = false }: { frame: Frame; viewer: string; isOneVoice?: boolean },
): PromptMessage[] {
  // What was said to the dialogs that the recipient brought in, and by them, is part of the chat.
  const log = logOf(draft).map((entry) => {
    if (entry.kind !== 'text' || !isOfChat(entry.scope, frame.scope)) return entry
    const author = isOneVoice && entry.asUser !== true ? viewer : entry.author
    return { ...entry, scope: frame.scope, author }
  })
  const budget = contextTokensOf(settingsOf(flow, viewer))
  return viewOf(log, {
    scope: frame.scope,
    viewer,
    nameOf: flow.nameOf,
    hideTransit: true,
    budget,
    handedOn: '',
    ...viewTexts(flow.language),
  }).messages
}

/** The same conversation with both roles exchanged. Participants that the recipient brought in keep their names. */
function sidesSwapped(messages: readonly PromptMessage[]): PromptMessage[] {
  return messages.flatMap((message): PromptMessage[] => {
    if (message.kind === 'note' || message.text.trim() === '') return []
    const { text, by } = message
    if (by === 'user') return [{ kind: 'said', by: 'self', text }]
    return [{ kind: 'said', by: by === 'self' ? 'user' : by, text }]
  })
}

/** The step in which the recipient's model says what a chat came to (swarm 22). */
export function summariseStep(nested: DrawnNestedChat): Step {
  return step(async (draft, context) => {
    const frame = leadingFrame(draft)
    const { flow } = context
    const chat = nested.chat(frame.chat.edge)
    const { to, data } = chat
    if (data.summaryMethod === 'code') {
      const caller = callerOf(draft, frame)
      const summary = await summaryByCode(draft, context, { frame, chat, caller })
      finish(draft, frame, withoutTerminate(summary))
      return
    }
    const prompt = data.summaryArgs.summaryPrompt ?? data.summaryPrompt ?? ''
    const messages = chatMessages(draft, flow, { frame, viewer: to })
    const asked: Reflection = { about: 'summary', node: to, prompt, role: data.summaryArgs.summaryRole, messages }
    const summary = await reflect(draft, context, asked)
    if (summary !== null) finish(draft, frame, withoutTerminate(summary))
  })
}

/** The step in which the first recipient's model says what the conversation so far came to (swarm 17). */
export function carryStep(nested: DrawnNestedChat): Step {
  return step(async (draft, context) => {
    const frame = topFrame(draft)
    const { flow } = context
    const first = frame.nested?.chats.at(0)
    const { carryover } = nested.own.data
    const args = carryover?.summaryArgs
    if (carryover?.summaryMethod === 'code' && frame.nested !== undefined) {
      const carried = await carriedByCode(draft, context, { nested, frame })
      frame.nested = { ...frame.nested, carried }
    } else if (frame.nested !== undefined && first !== undefined) {
      const messages = parentContents(draft, flow, frame).map(({ by, text }): PromptMessage => {
        return { kind: 'said', by, text }
      })
      const node = nested.chat(first.edge).to
      const asked: Reflection = {
        about: 'carry-over',
        node,
        prompt: args?.summaryPrompt ?? '',
        role: args?.summaryRole,
        messages,
      }
      const carried = await reflect(draft, context, asked)
      frame.nested = { ...frame.nested, carried: carried ?? '' }
    }
    if (draft.turn.end === null) frame.todo = frame.todo.slice(1)
  })
}

type Reflection = {
  about: 'summary' | 'carry-over'
  /** Whose model is asked. */
  node: string
  /** Empty: the built-in one. */
  prompt: string
  role: string | undefined
  messages: PromptMessage[]
}

/** One model call over a conversation with the prompt after it. A failure is a warning and an empty text; null: the turn has ended. */
async function reflect(draft: Draft, context: StepContext, asked: Reflection): Promise<string | null> {
  const { flow } = context
  const prompt = asked.prompt.trim() === '' ? builtInPrompts(flow.language).prompts.summarise : asked.prompt
  const conversation = { language: flow.language, system: [], history: asked.messages, after: [] }
  const question: Prompt =
    asked.role === 'user'
      ? { ...conversation, history: [...asked.messages, { kind: 'said', by: 'user', text: prompt }] }
      : { ...conversation, after: [prompt] }
  try {
    const result = await callModel(draft, context, {
      node: asked.node,
      settings: settingsOf(flow, asked.node),
      prompt: question,
      tools: [],
      purpose: { kind: 'summarise' },
      role: asked.about,
    })
    if (result === null) return null
    tellDecision(draft, context, {
      node: asked.node,
      about: asked.about,
      candidates: [],
      rule: { by: 'reflection', of: asked.about },
      choice: { is: 'nothing' },
      prompt,
      asked: result,
    })
    return result.reply.text
  } catch (cause) {
    context.signal.throwIfAborted()
    const facts = { of: asked.about, name: flow.nameOf(asked.node), ...toFault(cause) }
    context.emit({ type: 'warning', node: asked.node, code: 'no-summary', facts })
    return ''
  }
}
