/** Code that says whether a hand-off or a tool is there now, and in which words the model reads of it: asked before each reply, and remembered until the next one (swarm 8). */
import { isAvailable, isTruthy } from '../../../src-shared/agents/expressions/expression'
import { edgesOfFlow, type EdgeEntry } from '../../../src-shared/flow/graph'
import { isJsonObject } from '../../../src-shared/flow/json'
import type { Flow, FlowEdge } from '../../../src-shared/flow/records'
import { renderTemplate } from '../../../src-shared/agents/templates/template'
import { readCode } from '../../../src-shared/flow/code-values'
import type { EdgeCode } from '../../../src-shared/kinds/edge-definition'
import { edgeDefinition, isSwitchedOff, isToolEdge } from '../../../src-shared/kinds/edge-facts'
import { handoffEdgeSchema } from '../../../src-shared/kinds/edges'
import { callCode, configOf, messagesOf, textOf, warnFailed } from '../tool-calls/callables'
import { beginStep, topFrame } from '../state/draft'
import { settingsOf, stepName, type Step, type StepContext } from '../contract/runtime'
import type { BatonState, BatonUpdate, EdgeAnswers, EdgeWords } from '../state/state'
import { aroundStep } from '../contract/step'

/** Whether an edge asks code; such an edge is closed until that has answered. */
export function asksCode(edge: Pick<FlowEdge, 'kind' | 'data'>): boolean {
  // Code of edges that are switched off is not run: the person was not asked for consent to it.
  return canAsk(edge, 'available') && isJsonObject(edge.data['availableCode']) && !isSwitchedOff(edge)
}

/** Whether edges of a kind may have code of this sort. */
function canAsk({ kind }: Pick<FlowEdge, 'kind'>, code: EdgeCode): boolean {
  return edgeDefinition(kind)?.codes.includes(code) === true
}

/** The flow with every edge closed that asks code. */
export function closedUntilAsked(flow: Flow): Flow {
  const asking = Object.entries(flow.edges).filter(([, edge]) => asksCode(edge))
  if (asking.length === 0) return flow
  const closed = asking.map(([id, edge]) => [id, { ...edge, data: { ...edge.data, available: 'false' } }] as const)
  return { ...flow, edges: { ...flow.edges, ...Object.fromEntries(closed) } }
}

/** The edges of each node that ask code, those of the pools that it uses among them. Reads every edge once, however many nodes there are. */
function askingEdges(flow: Flow): (id: string) => EdgeEntry[] {
  const entries = edgesOfFlow(flow).filter(({ edge }) => canAsk(edge, 'available') || canAsk(edge, 'words'))
  if (!entries.some(({ edge }) => asksCode(edge) || asksWords(edge))) return () => []
  const leaving = Map.groupBy(entries, ({ edge }) => edge.from.node)
  const from = (node: string) => leaving.get(node) ?? []
  return (id) => {
    const own = from(id)
    const pooled = own.flatMap(({ edge }) => (isToolEdge(edge) ? from(edge.to.node) : []))
    return [...own, ...pooled].filter(({ edge }) => asksCode(edge) || asksWords(edge))
  }
}

/** Whether code writes what the model reads of a hand-off. */
function asksWords({ kind, data }: FlowEdge): boolean {
  return canAsk({ kind }, 'words') && data['by'] !== 'context' && isJsonObject(data['conditionCode'])
}

/** Steps in which a reply begins, so that code is asked anew; all others go by what it said then. */
const BEGINNING = ['think', 'plan', 'reply', 'switchCheck'] as const

/** Gives steps back with the code of their node's edges asked before them; a step before which there is none to ask as it is. */
export function createAsking(flow: Flow): (step: Step, at: { id: string; name: string; planStep: string }) => Step {
  const edgesOf = askingEdges(flow)
  return (drawn, at) => {
    const asking = edgesOf(at.id)
    const names = BEGINNING.map((one) => (one === 'plan' ? at.planStep : stepName[one](at.id)))
    if (asking.length === 0 || !names.includes(at.name)) return drawn
    return aroundStep(drawn, async (inner, state, context) => {
      const { now, changes } = await ask(state, context, at.id, asking)
      return withChanges(await inner(now, context), changes)
    })
  }
}

type FunctionEdgesResult = { now: BatonState; changes: Pick<BatonUpdate, 'variables' | 'switches'> }

/** The state with what the codes said in the frame on top, and what they set. */
async function ask(
  state: BatonState,
  context: StepContext,
  id: string,
  asking: readonly EdgeEntry[],
): Promise<FunctionEdgesResult> {
  const draft = beginStep(state, context)
  const answers: EdgeAnswers = { ...topFrame(draft).answers }
  const words: EdgeWords = {}
  for (const entry of asking) {
    const { edge } = entry
    if (asksCode(edge)) answers[entry.id] = await askEdge({ draft, context, id, entry })
    const isOpen =
      answers[entry.id] ?? isAvailable(handoffEdgeSchema.safeParse(edge.data).data?.available ?? null, draft.variables)
    const said = asksWords(edge) && isOpen ? await askWords({ draft, context, id, entry }) : ''
    if (said !== '') words[entry.id] = said
  }
  topFrame(draft).answers = answers
  topFrame(draft).words = words
  const { branch, frames, variables, switches } = draft
  const stacks = branch === null ? { frames } : { branches: { ...state.branches, [branch]: frames } }
  return {
    now: { ...state, ...stacks, variables, switches },
    changes: {
      ...(variables === state.variables ? {} : { variables }),
      ...(switches === state.switches ? {} : { switches }),
    },
  }
}

type AskingEdge = { draft: ReturnType<typeof beginStep>; context: StepContext; id: string; entry: EdgeEntry }

/** What an edge's code says; one that fails keeps the edge closed, with a warning. */
async function askEdge({ draft, context, id, entry }: AskingEdge): Promise<boolean> {
  const code = readCode(entry.edge.data['availableCode'])
  if (code === null) return false
  const to = context.flow.nameOf(entry.edge.to.node)
  const callable = {
    ...aboutEdge({ draft, context, id, entry }),
    about: 'available' as const,
    what: { use: 'available' as const, name: to },
    code,
    part: `available ${entry.id}`,
  }
  const answered = await callCode(draft, context, callable)
  if (!('fault' in answered)) return isTruthy(answered.value)
  warnFailed(context, callable, answered.fault)
  return false
}

/** What the model reads of a hand-off by its code; empty: what is drawn. One that fails leaves that too, with a warning. */
async function askWords({ draft, context, id, entry }: AskingEdge): Promise<string> {
  const { edge } = entry
  const code = readCode(edge.data['conditionCode'])
  if (code === null) return ''
  const { condition } = handoffEdgeSchema.parse(edge.data)
  const to = context.flow.nameOf(edge.to.node)
  const callable = {
    ...aboutEdge({ draft, context, id, entry }),
    about: 'condition' as const,
    what: { use: 'condition' as const, name: to },
    code,
    args: { condition: renderTemplate(condition, draft.variables) },
    part: `condition ${entry.id}`,
  }
  const answered = await callCode(draft, context, callable)
  if (!('fault' in answered)) return textOf(answered.value).trim()
  warnFailed(context, callable, answered.fault)
  return ''
}

/** Whose code it is, and what it has in reach. */
function aboutEdge({ draft, context: { flow }, id, entry: { edge } }: AskingEdge) {
  const around = {
    sender: flow.nameOf(id),
    recipient: flow.nameOf(edge.to.node),
    messages: messagesOf(draft, flow),
    config: configOf(flow, settingsOf(flow, id), edge),
  }
  return { node: id, around }
}

/** What codes set is part of what the step changes, under what the step itself sets. */
function withChanges(update: BatonUpdate, { variables, switches }: FunctionEdgesResult['changes']): BatonUpdate {
  return {
    ...update,
    ...(variables === undefined ? {} : { variables: { ...variables, ...update.variables } }),
    ...(switches === undefined ? {} : { switches: { ...switches, ...update.switches } }),
  }
}
