/** Graphs for the checkpointer's tests: a chat that never ends, and a fan-out of three tasks of which one can be made to die. */
import { appendFileSync } from 'node:fs'
import { Annotation, END, Send, START, StateGraph } from '@langchain/langgraph'

const log = Annotation<{ id: string; text: string }[]>({
  reducer: (entries, added) => [...entries, ...added],
  default: () => [],
})

/** Start -> three parallel workers -> done. Every start of a task is a line in the calls file. */
export function fanOut(callsFile: string, onWorker: (name: string) => Promise<void>) {
  const State = Annotation.Root({ log, name: Annotation<string>() })
  return new StateGraph(State)
    .addNode('plan', () => ({ log: [{ id: 'plan', text: 'three things to do '.repeat(40) }] }))
    .addNode('worker', async ({ name }: { name: string }) => {
      appendFileSync(callsFile, `${name}\n`)
      await onWorker(name)
      return { log: [{ id: name, text: `${name} is done `.repeat(60) }] }
    })
    .addNode('done', () => ({ log: [{ id: 'done', text: 'all done' }] }))
    .addEdge(START, 'plan')
    .addConditionalEdges('plan', () => ['a', 'b', 'c'].map((name) => new Send('worker', { name })), ['worker'])
    .addEdge('worker', 'done')
    .addEdge('done', END)
}
