/** Checks of the flows that nodes hold: one that is written out is checked as a whole, one that is named by its id as far as that tells. */
import { asMessage, message as sentence, quoted, type Message, type Sentence } from '../../languages/translate'
import type { Problem } from '../../kinds/kind'
import type { FlowGraph } from '../graph'
import { flowEntry, heldFlow, nestingFault } from '../editing/embedded-flow'
import { openFlow } from '../editing/open'
import type { Flow } from '../records'

/** Where a flow is checked: ids of the flows round it and of itself, outermost first, and how an inner one is checked. */
export type InnerCheckContext = { path: readonly string[]; checkInner: (inner: Flow) => readonly Problem[] }

/** Every problem of held flows, on the node that holds them. */
export function checkHeldFlows(graph: FlowGraph, within: InnerCheckContext): Problem[] {
  return Object.entries(graph.flow.nodes).flatMap(([id, node]) => {
    const held = heldFlow(node)
    if (held === null) return []
    const at = { node: id, field: held.field }
    switch (held.by) {
      case 'nothing':
        return [{ ...at, ...error('no-flow', 'No flow is chosen. Choose the one that is to run here.') }]
      case 'id': {
        const fault = nestingFault(within.path, { id: held.id, name: held.id })
        return fault === null ? [] : [{ ...at, ...error('flow-nesting', fault) }]
      }
      case 'value':
        return checkValue(held.value, within).map((problem) => ({ ...at, ...problem }))
    }
  })
}

function checkValue(value: unknown, { path, checkInner }: InnerCheckContext): Problem[] {
  const opened = openFlow(value)
  if (!opened.ok)
    return [
      error('not-a-flow', sentence('The flow inside cannot be read. {message}', { message: opened.error.message })),
    ]
  const { flow } = opened
  // Written out, a flow of the same id is a copy: it ends, since the file does.
  const fault = nestingFault(path, { id: null, name: flow.name })
  if (fault !== null) return [error('flow-nesting', fault)]
  const problems = checkInner(flow).map(({ severity, message, ...at }): Problem => {
    return {
      severity,
      code: 'inner-problem',
      message: sentence('In “{name}”: {problem}', {
        name: flow.name,
        problem: placeOf(flow, { severity, message, ...at }),
      }),
    }
  })
  const hasErrors = problems.some(({ severity }) => severity === 'error')
  if (hasErrors || flowEntry(flow) !== null) return problems
  const message = sentence(
    'In “{name}”: Start leads to nobody who can speak. Draw an edge from it to a supervisor or an agent.',
    { name: flow.name },
  )
  return [...problems, error('inner-problem', message)]
}

/** The problem with the names of the nodes that it is about. */
function placeOf(flow: Flow, { node, edge, message }: Problem): Message {
  const drawn = edge === undefined ? undefined : flow.edges[edge]
  const problem = asMessage(message)
  const nameOf = (id: string) => quoted(flow.nodes[id]?.name ?? id)
  if (drawn !== undefined)
    return {
      text: '{from} -> {to}: {problem}',
      values: { from: nameOf(drawn.from.node), to: nameOf(drawn.to.node), problem },
    }
  return node === undefined ? problem : { text: '{at}: {problem}', values: { at: nameOf(node), problem } }
}

function error(code: Problem['code'], message: Sentence): Problem {
  return { severity: 'error', code, message }
}
