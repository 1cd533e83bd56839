/** One tool of a flow that can be called without a turn: the flow's facts, the tool, and whoever would call it. */
import { flowGraph } from '../../../src-shared/flow/graph'
import type { Flow } from '../../../src-shared/flow/records'
import { isKindName } from '../../../src-shared/kinds'
import { isToolEdge } from '../../../src-shared/kinds/edge-facts'
import type { CompiledFlow, FlowFacts, NodeRuntime, Participant } from '../contract/runtime'
import { RUNTIMES } from '../kinds'
import { redactedSource, redactedTool } from '../sources/redacted-tools'
import { createSandboxes } from '../tool-calls/callables'
import { factsOf } from './compile'

/** `caller`: who would call the tool in a run, the first of them; the tool itself where nobody does. */
export type CompiledTool = { flow: CompiledFlow; caller: string }

/** Nothing but the node is made ready, so that what is wrong elsewhere in the flow does not matter. */
export function compileTool(whole: Flow, id: string): CompiledTool {
  const facts = factsOf(whole, flowGraph(whole))
  const { tool, source } = runtimeAt(facts, id)
  const heard = source === undefined ? undefined : redactedSource(source)
  const run = heard?.run ?? (tool === undefined ? undefined : redactedTool(tool))
  const caller = callerOf(facts, id)
  const participant = caller === id ? undefined : runtimeAt(facts, caller).participant
  const flow: CompiledFlow = {
    ...facts,
    participants: new Map<string, Participant>(participant === undefined ? [] : [[caller, participant]]),
    tools: new Map(run === undefined ? [] : [[id, run]]),
    sources: new Map(heard === undefined ? [] : [[id, heard]]),
    entry: { start: null, node: null, edge: null },
    setters: new Set(),
    ordered: new Set(),
    approvals: { has: () => false },
    holds: { has: () => false },
    print: () => '',
    codeOf: createSandboxes(),
  }
  return { flow, caller }
}

function runtimeAt(facts: FlowFacts, id: string): NodeRuntime {
  const kind = facts.graph.node(id)?.kind ?? ''
  return isKindName(kind) ? RUNTIMES[kind].at(id, facts) : { steps: {}, branches: [] }
}

/** Whoever is joined to it first, over a pool or not. */
function callerOf({ graph }: FlowFacts, id: string): string {
  const users = (of: string) => graph.into(of).flatMap(({ edge }) => (isToolEdge(edge) ? [edge.from.node] : []))
  const [first] = users(id)
  if (first === undefined) return id
  return users(first)[0] ?? first
}
