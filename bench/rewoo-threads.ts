/** The contenders of part `rewoo`: a planning node of Baton, and LangGraph's published ReWOO recipe, which runs steps one by one. */
import path from 'node:path'
import { HumanMessage } from '@langchain/core/messages'
import { tool } from '@langchain/core/tools'
import { Annotation, END, START, StateGraph } from '@langchain/langgraph'
import { SqliteSaver } from '@langchain/langgraph-checkpoint-sqlite'
import { ChatOpenAI } from '@langchain/openai'
import { z } from 'zod'
import { builtInPrompts } from '../src-shared/agents/prompts'
import { saveFlow } from '../src-shared/flow/editing/save'
import type { Flow } from '../src-shared/flow/records'
import type { RunEvent } from '../src-shared/run/log/events'
import { flow } from '../src-shared/testing/flow-builder'
import { openBaton } from './baton-thread'
import { temporaryFolder } from './processes'

/**
 * Milliseconds of a turn, of its middle part (from the plan to the moment at which the solver is asked), and of each step,
 * the way to its tool and back included; none where nobody says.
 */
export type PlanTimes = { turn: number; work: number; steps: { [id: string]: number } }
export type PlanContender = {
  turn: (question: string, steps: number) => Promise<PlanTimes>
  close: () => Promise<void>
}
/** Where the models and the tool are. */
export type Addresses = { baseUrl: string; waitUrl: string }

const WAIT = { name: 'Wait', description: 'Waits as many ms as its input begins with.' }

/** A planning node with one tool, every turn in a thread of its own. `maxParallel` null: the default of the kind. */
export async function openBatonPlanner(
  { baseUrl, waitUrl }: Addresses,
  maxParallel: number | null,
): Promise<PlanContender> {
  const drawn = planner(waitUrl, maxParallel)
  const flowText = saveFlow(drawn)
  const { core, close } = await openBaton({ baseUrl, contextTokens: null, drawn })
  let turns = 0
  return {
    async turn(text, steps) {
      turns += 1
      const threadId = `bench-${turns}`
      core.services.threads.createThread({ flowId: drawn.id, id: threadId })
      const heard = { planned: 0, solving: 0 }
      const took: { [id: string]: number } = {}
      const listen = (event: RunEvent) => {
        if (event.type === 'plan.steps') heard.planned = performance.now()
        else if (event.type === 'plan.step' && event.state === 'done') took[event.id] = event.ms ?? 0
        else if (event.type === 'model.started') heard.solving = performance.now()
      }
      const begun = performance.now()
      const started = { flowId: drawn.id, flowText, revision: null, threadId, text, listen }
      const { done: ended } = await core.services.runner.start(started)
      const outcome = await ended
      const turn = performance.now() - begun
      const done = Object.keys(took).length
      if (outcome.state !== 'finished' || done !== steps)
        throw new Error(`a plan of Baton ended ${JSON.stringify(outcome)} after ${done} of ${steps} steps`)
      return { turn, work: heard.solving - heard.planned, steps: took }
    },
    close,
  }
}

function planner(waitUrl: string, maxParallel: number | null): Flow {
  const parameters = { type: 'object', properties: { input: { type: 'string' } }, required: ['input'] }
  const parallel = maxParallel === null ? {} : { maxParallel }
  return flow('Bench plan')
    .start('p')
    .node('rewoo', 'p', { name: 'Planner', ...parallel })
    .httpTool('wait', { toolName: WAIT.name, description: WAIT.description, parameters, url: waitUrl, query: QUERY })
    .use('p', 'wait')
    .settings({ limits: { modelCalls: 1000 } })
    .build()
}

const QUERY = { q: '{input}' }

/** A step as the recipe keeps it: plan, label, tool, input. */
type RecipeStep = [string, string, string, string]

const RecipeState = Annotation.Root({
  task: Annotation<string>(),
  steps: Annotation<RecipeStep[]>(),
  results: Annotation<Record<string, string> | undefined>(),
  result: Annotation<string>(),
})
type Recipe = typeof RecipeState.State

/** The recipe: its regular expression, one tool call per graph step, evidence put in by `replace`; the same prompts as Baton. */
export function openRecipe({ baseUrl, waitUrl }: Addresses): PlanContender {
  const { folder, remove } = temporaryFolder()
  const checkpointer = SqliteSaver.fromConnString(path.join(folder, 'langgraph.sqlite'))
  const heard = { planned: 0, solving: 0 }
  const graph = recipe({ baseUrl, waitUrl }, heard).compile({ checkpointer })
  let turns = 0
  return {
    async turn(task, steps) {
      turns += 1
      const begun = performance.now()
      const config = { configurable: { thread_id: `bench-${turns}` }, recursionLimit: 100 }
      let last: Partial<Recipe> = {}
      for await (const state of await graph.stream({ task }, { ...config, streamMode: 'values' })) last = state
      const turn = performance.now() - begun
      const done = Object.keys(last.results ?? {}).length
      if (done !== steps || (last.result ?? '') === '') throw new Error(`the recipe did ${done} of ${steps} steps`)
      return { turn, work: heard.solving - heard.planned, steps: {} }
    },
    close() {
      checkpointer.db.close()
      remove()
      return Promise.resolve()
    },
  }
}

function recipe({ baseUrl, waitUrl }: Addresses, heard: { planned: number; solving: number }) {
  const { prompts } = builtInPrompts('en')
  const model = new ChatOpenAI({
    model: 'bench',
    apiKey: 'bench',
    streaming: true,
    useResponsesApi: false,
    configuration: { baseURL: baseUrl },
  })
  // Not `invoke`, which looks for a table of tokens on the web.
  const ask = async (prompt: string): Promise<string> => {
    let text = ''
    for await (const piece of await model.stream([new HumanMessage(prompt)])) text += piece.text
    return text
  }
  const wait = tool(
    async ({ input }) => (await fetch(`${waitUrl}?${new URLSearchParams({ q: input }).toString()}`)).text(),
    { ...WAIT, schema: z.object({ input: z.string() }) },
  )
  return new StateGraph(RecipeState)
    .addNode('plan', async ({ task }) => {
      const tools = `- ${WAIT.name}: ${WAIT.description}`
      const prompt = `${prompts.rewooPlanner.replace('{tool_description}', tools)}\n\nTask: ${task}`
      const steps = readSteps(await ask(prompt))
      heard.planned = performance.now()
      return { steps }
    })
    .addNode('tool', async ({ steps, results = {} }) => {
      const [, label, , input] = steps[Object.keys(results).length] ?? ['', '', '', '']
      const found: unknown = await wait.invoke({ input: withResults(input, results) })
      return { results: { ...results, [label]: String(found) } }
    })
    .addNode('solve', async ({ task, steps, results = {} }) => {
      heard.solving = performance.now()
      const calls = steps.map(([plan, label, name, input]) => {
        return `Plan: ${plan}\n${label} = ${name}[${withResults(input, results)}]\nResult: ${results[label] ?? ''}`
      })
      const prompt = prompts.rewooSolver.replace('{worker_log}', () => calls.join('\n\n'))
      return { result: await ask(prompt.replaceAll('{question}', () => task)) }
    })
    .addEdge(START, 'plan')
    .addEdge('plan', 'tool')
    .addConditionalEdges('tool', (state) => (hasRun(state) ? 'solve' : 'tool'), ['tool', 'solve'])
    .addEdge('solve', END)
}

function hasRun({ steps, results = {} }: Recipe): boolean {
  return Object.keys(results).length === steps.length
}

function readSteps(reply: string): RecipeStep[] {
  const found = reply.matchAll(/Plan:\s*(.+)\s*(#E\d+)\s*=\s*(\w+)\s*\[([^\]]+)\]/g)
  return [...found].map(([, plan = '', label = '', name = '', input = '']) => [plan, label, name, input])
}

function withResults(input: string, results: Record<string, string>): string {
  return Object.entries(results).reduce((text, [label, value]) => text.replace(label, () => value), input)
}
