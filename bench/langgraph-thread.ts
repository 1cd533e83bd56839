/** The other contender: the same graph as a good programmer writes it by hand on LangGraph, with the official saver on a file. */
import path from 'node:path'
import { HumanMessage, SystemMessage, AIMessage } from '@langchain/core/messages'
import { tool } from '@langchain/core/tools'
import { END, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph'
import type { BaseCheckpointSaver } from '@langchain/langgraph-checkpoint'
import { SqliteSaver } from '@langchain/langgraph-checkpoint-sqlite'
import { ToolNode } from '@langchain/langgraph/prebuilt'
import { ChatOpenAI } from '@langchain/openai'
import { z } from 'zod'
import { CLOCK, PROMPT, REMINDER, type Contender } from './baton-thread'
import { temporaryFolder } from './processes'

/** What Baton writes for the two lists of its prompt. */
const LISTS = `Dialogs:\nnone\nTools:\n- ${CLOCK.name}: ${CLOCK.description}`

/** `checkpointer`: another saver than one on a file, whose steps are stored before the next one. */
type LangGraphOptions = { baseUrl: string; checkpointer?: BaseCheckpointSaver }

/** A supervisor-like agent with one tool; tokens are consumed as they stream. */
export function openLangGraph({ baseUrl, checkpointer }: LangGraphOptions): Contender {
  const { folder, remove } = temporaryFolder()
  const onFile = checkpointer === undefined ? SqliteSaver.fromConnString(path.join(folder, 'langgraph.sqlite')) : null
  const graph = agentGraph(baseUrl).compile({ checkpointer: checkpointer ?? onFile ?? false })
  return {
    async turn(text, thread = 'bench') {
      let characters = 0
      const begun = performance.now()
      const stream = await graph.stream(
        { messages: [new HumanMessage(text)] },
        {
          configurable: { thread_id: thread },
          streamMode: 'messages',
          ...(onFile === null ? { durability: 'sync' as const } : {}),
        },
      )
      for await (const [message] of stream) characters += message.text.length
      const ms = performance.now() - begun
      if (characters === 0) throw new Error('a turn of the hand-written graph said nothing')
      return ms
    },
    async close() {
      onFile?.db.close()
      remove()
    },
  }
}

function agentGraph(baseUrl: string) {
  const getTime = tool(({ timezone }) => new Date().toLocaleString('en-GB', { timeZone: timezone ?? 'UTC' }), {
    name: CLOCK.name,
    description: CLOCK.description,
    schema: z.object({ timezone: z.string().optional().describe(CLOCK.parameters.properties.timezone.description) }),
  })
  const model = new ChatOpenAI({
    model: 'bench',
    apiKey: 'bench',
    streaming: true,
    useResponsesApi: false,
    configuration: { baseURL: baseUrl },
  }).bindTools([getTime])
  const agent = async ({ messages }: typeof MessagesAnnotation.State) => ({
    messages: [
      await model.invoke([new SystemMessage(`${PROMPT}\n${LISTS}`), ...messages, new SystemMessage(REMINDER)]),
    ],
  })
  return new StateGraph(MessagesAnnotation)
    .addNode('agent', agent)
    .addNode('tools', new ToolNode([getTime]))
    .addEdge(START, 'agent')
    .addConditionalEdges('agent', hasCalls, { tools: 'tools', [END]: END })
    .addEdge('tools', 'agent')
}

function hasCalls({ messages }: typeof MessagesAnnotation.State): 'tools' | typeof END {
  const last = messages.at(-1)
  return last !== undefined && AIMessage.isInstance(last) && (last.tool_calls ?? []).length > 0 ? 'tools' : END
}
