/** What the drawn shapes are made of: agents, a clock, and replies that call something. */
import type { Answer } from '../../src-shared/run/log/questions'
import { flow, type FlowBuilder } from '../../src-shared/testing/flow-builder'
import type { ServerReply } from './model-reply'
import { toolCall } from './setup-d'

/** A turn: what the user says, null where the flow speaks first, or the answer to a question. */
export type ShapeTurn = string | null | { question: string; answer: Answer }

export type Shape = {
  name: string
  draw: () => FlowBuilder
  turns: readonly ShapeTurn[]
  /** Answers in the order of the calls; after them everybody says `ok`. */
  replies: readonly (string | ServerReply)[]
  /** Models are asked for JSON by a schema in it, which each kind of server wants in its own way. */
  asksForJson?: true
  /** The name of a search connection that it needs, which finds something. */
  searches?: string
}

export const clock = (id = 'clock') => ({ name: id, tool: 'clock', toolName: 'get_time' })
export const agents = (name: string, ...ids: string[]): FlowBuilder =>
  ids.reduce(
    (builder, id) => builder.agent(id, { name: id, prompt: `You are ${id}.`, description: `does ${id}` }),
    flow(name).start(ids[0] ?? ''),
  )
export const withClock = (builder: FlowBuilder, ...ids: string[]) =>
  ids.reduce((drawn, id) => drawn.use(id, 'clock'), builder.builtinTool('clock', clock()))
export const handOff = (from: string, to: string, text = ''): ServerReply => ({
  ...toolCall(`transfer_${from}_to_${to}`),
  text,
})
export const time = (text = ''): ServerReply => ({ ...toolCall('get_time'), text })

export const PLAN = 'Plan: think\n#E1 = LLM[why]'
