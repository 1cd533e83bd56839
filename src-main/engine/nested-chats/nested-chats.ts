/** The queue of a nested chat: what each chat is told, which may begin, and what they came to (swarm 13 to 24). */
import { carriedText, messageWithSummaries, openingMessage } from '../../../src-shared/agents/templates/carry-over'
import type { RecipientData } from '../../../src-shared/kinds/edges'
import { renderTemplate } from '../../../src-shared/agents/templates/template'
import { messageByCode } from './exchange-code'
import { parentContents, parentScopeOf, textsOf, type DrawnChat, type DrawnNestedChat } from './drawn-chats'
import { append, topFrame, logOf, type Draft } from '../state/draft'
import { frameOf } from '../contract/frames'
import { leaveNested } from '../moves/moves'
import { stepName, type CompiledFlow, type Step, type StepContext } from '../contract/runtime'
import type { Frame, NestedRun, QueuedChat } from '../state/state'
import { step } from '../contract/step'
import { holdBack } from '../dialogs/watchers'

/** The step that looks at the whole queue: takes in what chats came to, begins the next ones, or gives the result back. */
export function chatsStep(nested: DrawnNestedChat): Step {
  return step(async (draft, context) => {
    const frame = topFrame(draft)
    const run = frame.nested
    if (run === undefined) throw new Error(`the nested chat ${nested.own.id} has no queue`)
    const next = await beginNext(draft, context, { nested, frame, run: collect(draft, run) })
    frame.nested = { ...next, begun: Object.keys(draft.branches).filter((edge) => draft.branches[edge] !== null) }
    if (next.chats.every((chat) => chat.state === 'done' || chat.state === 'skipped'))
      giveBack(draft, context.flow, { frame, run: next })
  })
}

/** Takes in the chats that ran side by side and are through. */
function collect(draft: Draft, run: NestedRun): NestedRun {
  const chats = run.chats.map((chat): QueuedChat => {
    const summary = draft.state.branches[chat.edge]?.at(0)?.chat?.summary ?? null
    if (chat.state !== 'running' || summary === null) return chat
    draft.branches[chat.edge] = null
    return { ...chat, state: 'done', summary }
  })
  return { ...run, chats }
}

type Queue = { nested: DrawnNestedChat; frame: Frame; run: NestedRun }

/** Begins what may begin: the next chat, or every chat whose prerequisites are through; chats without a message are skipped. */
async function beginNext(draft: Draft, context: StepContext, { nested, frame, run }: Queue): Promise<NestedRun> {
  const { data } = nested.own
  // Within a branch everything runs one by one: a chat side by side with others has one stack.
  const isSideBySide = data.async && draft.branch === null
  let chats = run.chats
  for (const [index, chat] of run.chats.entries()) {
    if (chat.state !== 'waiting') continue
    const drawn = nested.chat(chat.edge)
    if (data.async && !isReady(nested, chats, drawn)) continue
    const isBusy = chats.some((other) => other.state === 'running')
    if (!isSideBySide && isBusy) break
    const message = await messageFor(draft, context, {
      nested,
      frame,
      run: { ...run, chats },
      chat,
      isFirst: index === 0,
    })
    const state = message === null ? 'skipped' : 'running'
    chats = chats.map((other) => (other.edge === chat.edge ? { ...other, state } : other))
    // A chat that is skipped may be a prerequisite of an earlier one.
    if (message === null) return beginNext(draft, context, { nested, frame, run: { ...run, chats } })
    start(draft, { frame, drawn, message, index, isSideBySide })
  }
  return { ...run, chats }
}

/** Whether all chats that have to come first are through (swarm 24). */
function isReady(nested: DrawnNestedChat, chats: readonly QueuedChat[], { data }: DrawnChat): boolean {
  return data.prerequisites.every((id) =>
    chats.some(
      (other) => (other.state === 'done' || other.state === 'skipped') && nested.chat(other.edge).data.chatId === id,
    ),
  )
}

type ChatMessageContext = Queue & { chat: QueuedChat; isFirst: boolean }

/** What a chat is told: its own message or, for the first, the conversation's last; with what is carried into it. Null: nothing, so it is skipped. */
async function messageFor(
  draft: Draft,
  context: StepContext,
  { nested, frame, run, chat, isFirst }: ChatMessageContext,
): Promise<string | null> {
  const { data } = nested.chat(chat.edge)
  const own = await ownMessage(draft, context, { nested, frame, edge: chat.edge })
  const said = own === null && !isFirst ? null : isFirst ? firstMessage(draft, context.flow, { frame, run, own }) : own
  if (said === null || said === '') return null
  return messageWithSummaries(said, [...data.carryover, ...summariesFor(nested, run.chats, data)])
}

/** The message that is written for a chat, or that its code gives; null: none. */
async function ownMessage(
  draft: Draft,
  context: StepContext,
  { nested, frame, edge }: { nested: DrawnNestedChat; frame: Frame; edge: string },
): Promise<string | null> {
  const { message, messageCode } = nested.chat(edge).data
  const caller = draft.frames[draft.frames.indexOf(frame) - 1]?.node ?? frame.node
  const text =
    messageCode === null
      ? renderTemplate(message ?? '', draft.variables)
      : await messageByCode(draft, context, { caller, chat: nested.chat(edge), frame })
  return text.trim() === '' ? null : text
}

function firstMessage(
  draft: Draft,
  flow: CompiledFlow,
  { frame, run, own }: Omit<Queue, 'nested'> & { own: string | null },
): string {
  const carried = run.carried ?? ''
  const told = handoffMessage(draft, frame)?.text ?? ''
  const last =
    own === null && carried === '' ? carriedText(textsOf(parentContents(draft, flow, frame)), 'last_msg') : ''
  return openingMessage(own, { carried, told, last })
}

/** What the hand-off to a nested chat said to it, and who said that; null: nothing. */
export function handoffMessage(draft: Draft, frame: Frame): { from: string; text: string } | null {
  const entry = logOf(draft).findLast((one) => one.kind === 'handoff' && one.scope === frame.scope)
  return entry?.kind !== 'handoff' || entry.message === undefined ? null : { from: entry.author, text: entry.message }
}

/** What finished chats came to, in drawn order; of chats that run side by side, those that had to come first. */
function summariesFor(nested: DrawnNestedChat, chats: readonly QueuedChat[], data: RecipientData): string[] {
  const done = chats.filter((chat) => chat.state === 'done')
  const heard = nested.own.data.async
    ? done.filter((chat) => data.prerequisites.includes(nested.chat(chat.edge).data.chatId))
    : done
  return heard.flatMap((chat, place) => (data.excludeFromCarryover.includes(place) ? [] : [chat.summary ?? '']))
}

type ChatStart = { frame: Frame; drawn: DrawnChat; message: string; index: number; isSideBySide: boolean }

/** Begins a chat, on top of the queue or on a stack of its own. */
function start(draft: Draft, { frame, drawn, message, index, isSideBySide }: ChatStart): void {
  const scope = drawn.data.clearHistory
    ? `${frame.scope}.${index + 1}`
    : `${parentScopeOf(draft, frame)}/${frame.node}#${drawn.to}`
  const chat = { edge: drawn.edge, message, turns: 0, summary: null, stack: [] }
  const place = { node: frame.node, scope, edge: drawn.edge, todo: [stepName.talk(frame.node)] }
  const leading = frameOf(place, { isWorker: true, chat })
  if (isSideBySide) draft.branches[drawn.edge] = [leading]
  else {
    frame.todo = []
    draft.frames = [...draft.frames, leading]
  }
}

/** Says what the last chat came to, under the nested chat's own name, and gives the baton back (swarm 14). */
function giveBack(draft: Draft, flow: CompiledFlow, { frame, run }: Omit<Queue, 'nested'>): void {
  const last = run.chats.findLast((chat) => chat.state === 'done')
  answerNested(draft, flow, { frame, text: last?.summary ?? '', speaker: run.speaker })
}

type ChatText = { frame: Frame; text: string; speaker: string }

/** Says a text for a nested chat, if there is one, and gives the baton back; observers that hold replies look at it first. */
export function answerNested(draft: Draft, flow: CompiledFlow, { frame, text, speaker }: ChatText): void {
  const host = draft.frames[draft.frames.indexOf(frame) - 1]
  const looking =
    host === undefined ? [] : holdBack(draft, flow, { frame: host, words: { text, by: frame.node, speaker } })
  if (looking.length === 0 && text.trim() !== '')
    append(draft, { kind: 'text', author: frame.node, scope: parentScopeOf(draft, frame), text, speaker })
  leaveNested(draft)
  if (host !== undefined) host.todo = [...looking, ...host.todo]
}
