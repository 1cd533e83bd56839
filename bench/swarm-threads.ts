/** The contenders of part `swarm`: three agents in a circle, drawn, written by hand with Command, and on langgraph-swarm. */
import { statSync } from 'node:fs'
import path from 'node:path'
import { AIMessage, HumanMessage, SystemMessage, ToolMessage } from '@langchain/core/messages'
import { tool } from '@langchain/core/tools'
import { Annotation, Command, END, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph'
import { SqliteSaver } from '@langchain/langgraph-checkpoint-sqlite'
import { createReactAgent } from '@langchain/langgraph/prebuilt'
import { createHandoffTool, createSwarm } from '@langchain/langgraph-swarm'
import { ChatOpenAI } from '@langchain/openai'
import { z } from 'zod'
import type { Flow } from '../src-shared/flow/records'
import { flow } from '../src-shared/testing/flow-builder'
import { temporaryFolder } from './processes'

export const AGENTS = ['A', 'B', 'C'] as const
type Agent = (typeof AGENTS)[number]

/** `bytes`: what is stored, once everything is in the file; no turn after it. */
export type SwarmThread = {
  turn: (text: string) => Promise<number>
  bytes: () => Promise<number>
  close: () => Promise<void>
}

const prompt = (agent: string) => `You are ${agent}. Answer what is for you, hand on what is not.`
const after = (agent: Agent): Agent => AGENTS[(AGENTS.indexOf(agent) + 1) % AGENTS.length] ?? 'A'

/** The three agents as a flow. */
export function drawnSwarm(): Flow {
  const base = flow('Bench swarm').start('A')
  for (const agent of AGENTS) base.agent(agent, { name: agent, prompt: prompt(agent) })
  for (const agent of AGENTS) base.handoff(agent, after(agent), { condition: 'what is not for you' })
  return base.settings({ model: { contextTokens: 10_000_000 }, limits: { hops: 20, rounds: 20 } }).build()
}

function modelAt(baseUrl: string): ChatOpenAI {
  return new ChatOpenAI({
    model: 'bench',
    apiKey: 'bench',
    streaming: true,
    useResponsesApi: false,
    configuration: { baseURL: baseUrl },
  })
}

type MessageSample = { text: string; constructor: unknown }
type Graph = {
  stream: (input: object, config: object) => Promise<AsyncIterable<unknown>>
}

/** Takes turns on a compiled graph with the official saver. */
function threadOf(open: (checkpointer: SqliteSaver) => Graph): SwarmThread {
  const { folder, remove } = temporaryFolder()
  const file = path.join(folder, 'langgraph.sqlite')
  const checkpointer = SqliteSaver.fromConnString(file)
  const graph = open(checkpointer)
  return {
    async turn(text) {
      let characters = 0
      const begun = performance.now()
      const config = { configurable: { thread_id: 'bench' }, streamMode: 'messages' }
      for await (const part of await graph.stream({ messages: [new HumanMessage(text)] }, config)) {
        const [message] = part as [MessageSample]
        characters += message.text.length
      }
      const ms = performance.now() - begun
      if (characters < 100) throw new Error('a turn of the swarm said nothing')
      return ms
    },
    bytes() {
      checkpointer.db.pragma('wal_checkpoint(TRUNCATE)')
      return Promise.resolve(statSync(file).size)
    },
    close() {
      checkpointer.db.close()
      remove()
      return Promise.resolve()
    },
  }
}

/** As a good programmer writes it: the active agent in the state, hand-offs as `Command`, hand-off messages kept from the agents. */
export function openHandWritten(baseUrl: string): SwarmThread {
  const State = Annotation.Root({
    ...MessagesAnnotation.spec,
    active: Annotation<Agent>({ reducer: (_old, next) => next, default: () => 'A' }),
  })
  const agentNode = (agent: Agent) => {
    const handOff = tool(() => '', {
      name: `transfer_to_${after(agent)}`,
      description: 'what is not for you',
      schema: z.object({}),
    })
    const model = modelAt(baseUrl).bindTools([handOff])
    return async ({ messages }: typeof State.State) => {
      const visible = messages.filter((message) => message instanceof HumanMessage || message.text !== '')
      const spoken = visible.filter((message) => !(message instanceof ToolMessage))
      const reply = await model.invoke([new SystemMessage(prompt(agent)), ...spoken])
      const call = AIMessage.isInstance(reply) ? reply.tool_calls?.[0] : undefined
      if (call === undefined) return new Command({ update: { messages: [reply], active: agent }, goto: END })
      const result = new ToolMessage({ content: `Handed to ${after(agent)}.`, tool_call_id: call.id ?? '' })
      return new Command({ update: { messages: [reply, result], active: after(agent) }, goto: after(agent) })
    }
  }
  return threadOf((checkpointer) =>
    new StateGraph(State)
      .addNode('A', agentNode('A'), { ends: ['B', END] })
      .addNode('B', agentNode('B'), { ends: ['C', END] })
      .addNode('C', agentNode('C'), { ends: ['A', END] })
      .addConditionalEdges(START, ({ active }) => active, ['A', 'B', 'C'])
      .compile({ checkpointer }),
  )
}

/** As the documentation of langgraph-swarm has it. */
export function openLibrarySwarm(baseUrl: string): SwarmThread {
  const agents = AGENTS.map((agent) =>
    createReactAgent({
      llm: modelAt(baseUrl),
      name: agent,
      prompt: prompt(agent),
      tools: [createHandoffTool({ agentName: after(agent), description: 'what is not for you' })],
    }),
  )
  // Its type parameters are `any` where agents of several kinds meet.
  // oxlint-disable-next-line typescript/no-unsafe-assignment
  return threadOf((checkpointer) => createSwarm({ agents, defaultActiveAgent: 'A' }).compile({ checkpointer }))
}
