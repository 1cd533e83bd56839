/** What a host is told while a turn runs: a line for each event that says something to somebody who waits. */
import type { Flow } from '../../../src-shared/flow/records'
import type { InnerNode, RunEvent, RunEventOf, RunEventType } from '../../../src-shared/run/log/events'
import { isInner } from '../../../src-shared/run/log/log'
import { ENGLISH } from '../../../src-shared/languages/translate'
import { warningWords } from '../../../src-shared/run/words/warnings'

type NameOf = (node: string) => string
type ProgressLine<T extends RunEventType> = ((event: RunEventOf<T>, nameOf: NameOf) => string | null) | null

const MOST_WORDS = 300

const LINES: { readonly [T in RunEventType]: ProgressLine<T> } = {
  'run.started': ({ threadId, turn }) => `Turn ${turn} of thread ${threadId}`,
  'run.resumed': () => 'The turn goes on where it was left',
  baton: ({ node, path }, nameOf) => (isInner(path) ? null : `${nameOf(node)} has the baton`),
  'model.started': null,
  token: null,
  thought: null,
  'model.retry': ({ node, attempt }, nameOf) => `${nameOf(node)} asks its model again (attempt ${attempt})`,
  'model.fallback': ({ node, to }, nameOf) => `${nameOf(node)} asks ${to} instead`,
  'model.finished': null,
  entry: null,
  'tool.started': ({ node, tool }, nameOf) => `${nameOf(node)} calls ${tool}`,
  'tool.progress': ({ tool, message, done, total }) =>
    `${tool}: ${message ?? `${done}${total === null ? '' : ` of ${total}`}`}`,
  'tool.finished': ({ tool, isError }) => (isError ? `${tool} failed` : `${tool} is done`),
  decision: null,
  session: null,
  variables: null,
  'plan.text': null,
  'plan.attempt': ({ node }, nameOf) => `${nameOf(node)} has made a plan`,
  'plan.forked': null,
  'plan.steps': null,
  'plan.step': ({ id, state, tool }) => `Step ${id} of the plan (${tool}): ${state}`,
  'plan.solved': null,
  question: ({ node }, nameOf) => `${nameOf(node)} asks a person`,
  answer: null,
  warning: (event) => warningWords(event, ENGLISH),
  'run.finished': null,
  'run.failed': null,
  'run.stopped': null,
}

/** Lines for the events of one call; `send` gets each with its number, from 1. */
export function createProgress(
  flow: Pick<Flow, 'nodes'>,
  send: (count: number, line: string) => void,
): (event: RunEvent) => void {
  const inner = new Map<string, InnerNode>()
  let count = 0
  const nameOf = (node: string) => inner.get(node)?.name ?? flow.nodes[node]?.name ?? node
  return (event) => {
    if (event.type === 'run.started')
      for (const [id, node] of Object.entries({ ...event.nodes, ...event.inner })) inner.set(id, node)
    const line = lineOf(event, nameOf)
    if (line === null) return
    count += 1
    send(count, line.slice(0, MOST_WORDS))
  }
}

function lineOf<T extends RunEventType>(event: RunEventOf<T>, nameOf: NameOf): string | null {
  const line: ProgressLine<T> = LINES[event.type]
  return line === null ? null : line(event, nameOf)
}
