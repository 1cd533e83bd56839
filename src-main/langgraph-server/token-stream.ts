/** What models say as it comes, handed on through LangChain's callbacks: LangGraph's stream of messages and its events are made of these. */
import { randomUUID } from 'node:crypto'
import { BaseCallbackManager, CallbackManager, type CallbackManagerForLLMRun } from '@langchain/core/callbacks/manager'
import { AIMessageChunk, type BaseMessage } from '@langchain/core/messages'
import { ChatGenerationChunk } from '@langchain/core/outputs'
import type { LangGraphRunnableConfig } from '@langchain/langgraph'
import type { NewRunEvent } from '../../src-shared/run/log/events'
import { isInner } from '../../src-shared/run/log/log'

export type TokenStream = {
  hear: (event: NewRunEvent) => void
  /** Hands on whole what did not come in pieces, and ends what did. */
  end: (messages: readonly BaseMessage[]) => Promise<void>
}

/** Of one step: each message is a run of a chat model under it. */
export function createTokenStream(
  { callbacks }: LangGraphRunnableConfig,
  nameOf: (node: string) => string,
): TokenStream {
  const manager = callbacks instanceof CallbackManager || callbacks instanceof BaseCallbackManager ? callbacks : null
  const open = new Map<string, Promise<MessageRun>>()
  let last: Promise<unknown> = Promise.resolve()
  if (!(manager instanceof CallbackManager)) return { hear: () => undefined, end: () => Promise.resolve() }
  const begin = (id: string, name: string): Promise<MessageRun> => {
    const known = open.get(id) ?? startRun(manager, { id, name })
    open.set(id, known)
    return known
  }
  const say = (id: string, { name, text }: { name: string; text: string }): void => {
    const run = begin(id, name)
    last = last.then(async () => (await run).say(text))
  }
  return {
    hear(event) {
      if (event.type === 'token' && !isInner(event.path))
        say(event.entryId, { name: nameOf(event.node), text: event.text })
    },
    async end(messages) {
      for (const { id = '', name = '', content, type } of messages)
        if (type === 'ai' && !open.has(id) && typeof content === 'string' && content !== '')
          say(id, { name, text: content })
      await last
      for (const run of open.values()) await (await run).end()
    },
  }
}

type MessageRun = { say: (text: string) => Promise<void>; end: () => Promise<void> }

const MODEL = { lc: 1, type: 'not_implemented', id: ['baton', 'model'] } as const

async function startRun(manager: CallbackManager, { id, name }: { id: string; name: string }): Promise<MessageRun> {
  const runs: CallbackManagerForLLMRun[] = await manager.handleChatModelStart(
    { ...MODEL, id: [...MODEL.id] },
    [[]],
    randomUUID(),
    undefined,
    {},
    undefined,
    undefined,
    name,
  )
  let whole = ''
  return {
    async say(text) {
      whole += text
      const chunk = new ChatGenerationChunk({ text, message: new AIMessageChunk({ id, name, content: text }) })
      for (const run of runs) await run.handleLLMNewToken(text, undefined, undefined, undefined, undefined, { chunk })
    },
    async end() {
      const message = new AIMessageChunk({ id, name, content: whole })
      const generation = new ChatGenerationChunk({ text: whole, message })
      for (const run of runs) await run.handleLLMEnd({ generations: [[generation]] })
    },
  }
}
