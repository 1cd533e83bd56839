/** What tests of plans share: a core with a model server, a tool server, and a planning node whose tools are `Search` and `Calc`. */
import type { Json } from '../../src-shared/flow/records'
import { saveFlow } from '../../src-shared/flow/editing/save'
import { flow, type FlowBuilder } from '../../src-shared/testing/flow-builder'
import { ENGLISH } from '../../src-shared/languages/translate'
import { stepNotesWords } from '../../src-shared/run/words/step-notes'
import { eventsOfType, openTestCore, type TestCore, type TurnReport } from './core-bench'
import { startToolServer, type ToolServer } from './tool-server'
import type { ServerReply } from './model-reply'

const PARAMETERS = { type: 'object', properties: { input: { type: 'string' } }, required: ['input'] }

export type PlanBench = TestCore & {
  tools: ToolServer
  flowText: string
  /** One turn whose model replies are given, in call order. */
  ask: (question: string, ...replies: (string | ServerReply)[]) => Promise<TurnReport>
  /** Every call that reached the tools' server, in order: `Search a`. */
  toolCalls: () => string[]
  /** Everything that the nth model call (from 1) was shown. */
  prompt: (nth: number) => string
}

/** The fields of a node that calls a tool of the server. */
export function toolNode(server: ToolServer, name: string, data: { [field: string]: Json } = {}) {
  const shown = { name, toolName: name, description: `Does ${name}`, parameters: PARAMETERS }
  return { ...shown, url: `${server.url}/${name}`, query: { q: '{input}' }, ...data }
}

/** A planning node `p` that the start leads to, with the tools `Search` and `Calc`. */
export function planFlow(server: ToolServer, data: { [field: string]: Json } = {}): FlowBuilder {
  return flow('Plans')
    .start('p')
    .node('rewoo', 'p', { name: 'Planner', ...data })
    .httpTool('search', toolNode(server, 'Search'))
    .httpTool('calc', toolNode(server, 'Calc'))
    .use('p', 'search')
    .use('p', 'calc')
}

/** Opens a core over a drawing that is made once the tools' address is known. */
export async function openPlanBench(draw: (server: ToolServer) => FlowBuilder): Promise<PlanBench> {
  const tools = await startToolServer()
  const drawing = draw(tools).build()
  const test = await openTestCore(drawing)
  return {
    ...test,
    tools,
    flowText: saveFlow(drawing),
    async ask(question, ...replies) {
      test.server.reply(...replies.map((reply) => (typeof reply === 'string' ? { text: reply } : reply)))
      return test.turn(question)
    },
    toolCalls: () => tools.calls.map(({ tool, input }) => `${tool} ${input}`),
    prompt: (nth) =>
      test.server.requests[nth - 1]?.messages.map(({ role, content }) => `${role}: ${content ?? ''}`).join('\n') ?? '',
    async close() {
      await test.close()
      await tools.close()
    },
  }
}

/** What became of the steps, in order: `E1 running`. */
export function stepStates({ events }: Pick<TurnReport, 'events'>): string[] {
  return eventsOfType(events, 'plan.step').map(({ id, state }) => `${id} ${state}`)
}

/** The last event of each step that ended, by id, with its notes in words. */
export function endedSteps({ events }: Pick<TurnReport, 'events'>) {
  const ended = eventsOfType(events, 'plan.step').filter(({ state }) => state === 'done' || state === 'failed')
  return Object.fromEntries(
    ended.map((event) => [event.id, { ...event, note: stepNotesWords(event.notes ?? [], ENGLISH) }]),
  )
}

/** A plan from inputs: `plan('Search[a]', 'Calc[#E1]')`. */
export function plan(...calls: string[]): string {
  return calls.map((call, index) => `Plan: step ${index + 1}\n#E${index + 1} = ${call}`).join('\n')
}
