/** Checks of the edges: their ends, ports, data, and conditions. */
import { asMessage, message as sentence, type Sentence } from '../../languages/translate'
import {
  EDGES,
  handoffEdgeSchema,
  intentEdgeSchema,
  afterWorkEdgeSchema,
  recipientEdgeSchema,
  SUMMARY_METHODS,
  useEdgeSchema,
} from '../../kinds/edges'
import { edgeDefinition, isOption } from '../../kinds/edge-facts'
import { isEdgeKind, type EdgeKind } from '../../kinds/edge-kinds'
import { checkCode } from '../../kinds/code-value'
import { NO_CODE, type CodeValue } from '../code-values'
import { kindOf } from '../../kinds/index'
import type { Problem } from '../../kinds/kind'
import { isToolName } from '../../agents/names/names'
import { aKind, askReason, targetReason } from '../editing/connect'
import type { FlowGraph } from '../graph'
import { issuesOf } from '../issues'
import type { FlowEdge, FlowNode } from '../records'
import { checkAvailable, checkExpression, checkTemplate } from '../../kinds/expression-checks'

/** Every problem of the edges; each names the edge, and the node where it begins if there is one. */
export function checkEdges(graph: FlowGraph, declared: ReadonlySet<string>): Problem[] {
  const problems: Problem[] = []
  const crowd: SeenEdges = { counts: new Map(), pairs: new Set(), names: new Set() }
  for (const [id, edge] of Object.entries(graph.flow.edges)) {
    const from = graph.node(edge.from.node)
    const to = graph.node(edge.to.node)
    const found = [
      ...checkEnds(edge, from, to),
      ...checkData(edge, declared),
      ...checkCrowd(edge, from, crowd),
      ...checkNamesake(edge, crowd),
    ]
    const at = from === undefined ? { edge: id } : { edge: id, node: edge.from.node }
    problems.push(...found.map((problem) => ({ ...problem, ...at })))
  }
  return problems
}

function checkEnds(edge: FlowEdge, from: FlowNode | undefined, to: FlowNode | undefined): Problem[] {
  if (from === undefined || to === undefined) {
    const words =
      from === undefined
        ? sentence('The edge begins at “{node}”, which is not in the flow. Remove it, or join it to a node.', {
            node: edge.from.node,
          })
        : sentence('The edge leads to “{node}”, which is not in the flow. Remove it, or join it to a node.', {
            node: edge.to.node,
          })
    return [error('dangling-edge', words)]
  }
  if (!isEdgeKind(edge.kind)) {
    const message = sentence(
      'This Baton does not know the edge kind “{kind}”. Remove the edge, or open the flow in the Baton that made it.',
      { kind: edge.kind },
    )
    return [error('unknown-edge-kind', message)]
  }
  return [...checkPort(edge, edge.kind, from), ...checkTarget(edge, edge.kind, { from, to }), ...checkSelf(edge)]
}

function checkPort(edge: FlowEdge, kind: EdgeKind, from: FlowNode): Problem[] {
  const source = kindOf(from)
  if (source === null) return []
  const ports = source.ports(from.data)
  const port = ports.find((candidate) => candidate.id === edge.from.port)
  if (port?.edge === kind) return []
  const { label } = EDGES[kind]
  if (port === undefined && ports.some(({ isNamed }) => isNamed === true)) {
    const words = sentence(
      '“{name}” has no branch “{port}”. Join the edge to another branch, remove it, or give a branch that name.',
      { name: from.name, port: edge.from.port },
    )
    return [error('unknown-port', words)]
  }
  if (port === undefined) {
    return [
      error(
        'unknown-port',
        sentence('{kind} has no port “{port}”. Remove the {edge} edge and draw it again.', {
          kind: aKind(source.label),
          port: edge.from.port,
          edge: { label },
        }),
      ),
    ]
  }
  const carries = EDGES[port.edge].label
  return [
    error(
      'wrong-port',
      sentence('The port “{port}” carries {carries} edges, not {edge}. Remove the edge and draw it again.', {
        port: asMessage(port.label),
        carries: { label: carries },
        edge: { label },
      }),
    ),
  ]
}

function checkTarget(edge: FlowEdge, kind: EdgeKind, { from, to }: { from: FlowNode; to: FlowNode }): Problem[] {
  const port = kindOf(from)
    ?.ports(from.data)
    .find(({ id }) => id === edge.from.port)
  const asked = port === undefined ? null : askReason(from, to, port)
  const reason = kindOf(to) === null ? null : (targetReason(to, edge.to.port, kind) ?? asked)
  return reason === null
    ? []
    : [
        error(
          'not-accepted',
          sentence('The {edge} edge ends at “{name}”: {reason} Join it to another node.', {
            edge: { label: EDGES[kind].label },
            name: to.name,
            reason: asMessage(reason),
          }),
        ),
      ]
}

function checkSelf(edge: FlowEdge): Problem[] {
  const isSelf = edge.from.node === edge.to.node
  const hasOption = isOption(edge)
  if (hasOption && !isSelf)
    return [
      error('option-elsewhere', 'An edge with an option ends at its own agent. Clear the option, or draw it again.'),
    ]
  if (hasOption || !isSelf) return []
  return [error('self-edge', 'The edge leads back to its own node. Join it to another one.')]
}

/** The edges seen so far, by port and by the two nodes that they join, and the names that hand-offs of each node were given. */
type SeenEdges = { counts: Map<string, number>; pairs: Set<string>; names: Set<string> }

/** A port may take only so many edges, and most kinds join the same two nodes once. */
function checkCrowd(
  { kind, from, to }: FlowEdge,
  source: FlowNode | undefined,
  { counts, pairs }: SeenEdges,
): Problem[] {
  const ports = (source === undefined ? null : kindOf(source))?.ports(source?.data) ?? []
  const port = ports.find((candidate) => candidate.id === from.port)
  if (port === undefined || port.edge !== kind) return []
  const key = `${from.node} ${from.port}`
  const pair = `${key} ${to.node}`
  const count = (counts.get(key) ?? 0) + 1
  const isRepeated = !EDGES[port.edge].repeats && pairs.has(pair)
  counts.set(key, count)
  pairs.add(pair)
  if (isRepeated) return [error('duplicate-edge', 'The same edge is drawn twice. Remove one of the two.')]
  if (port.max === undefined || count <= port.max) return []
  const words = sentence('“{port}” takes {count, plural, one {one edge} other {# edges}} only. Remove this one.', {
    port: asMessage(port.label),
    count: port.max,
  })
  return [error('too-many-edges', words)]
}

/** Hand-offs of one agent, and those that it may ask, need names that differ, also where they lead to the same one. */
function checkNamesake(edge: FlowEdge, { names }: SeenEdges): Problem[] {
  const ownName = edgeDefinition(edge.kind)?.ownName ?? null
  const name = ownName?.of(edge.data) ?? ''
  if (ownName === null || name === '') return []
  const key = `${edge.from.node} ${edge.kind} ${name}`
  const isTaken = names.has(key)
  names.add(key)
  if (!isTaken) return []
  const message = sentence('{another} is called “{name}” too. Give one of them another tool name.', {
    another: asMessage(ownName.another),
    name,
  })
  return [{ ...error('duplicate-tool', message), field: 'name' }]
}

function checkData(edge: FlowEdge, declared: ReadonlySet<string>): Problem[] {
  if (!isEdgeKind(edge.kind)) return []
  const parsed = EDGES[edge.kind].schema.safeParse(edge.data)
  if (!parsed.success) {
    return issuesOf(parsed.error, []).map(({ path, message }) => ({
      ...error('invalid-data', sentence('{path}: {message}. Correct the field.', { path, message })),
      field: path.split('.')[0] ?? path,
    }))
  }
  return DATA_CHECKS[edge.kind](edge, declared)
}

type DataCheck = (edge: FlowEdge, declared: ReadonlySet<string>) => Problem[]

const unchecked: DataCheck = () => []

/** What is checked of the data of an edge kind, beyond its schema. */
const DATA_CHECKS: { readonly [K in EdgeKind]: DataCheck } = {
  next: unchecked,
  delegate: unchecked,
  observe: unchecked,
  intent(edge) {
    const { intent } = intentEdgeSchema.parse(edge.data)
    if (intent.trim() !== '') return []
    const message =
      'The intent is empty, so nobody can tell when it is meant. Say what the user wants, or “none” for always.'
    return [{ severity: 'warning', code: 'no-intent', field: 'intent', message }]
  },
  candidate: unchecked,
  use(edge, declared) {
    const { available, availableCode, name } = useEdgeSchema.parse(edge.data)
    return [...checkOnlyWhen(available, declared), ...checkOnlyWhenCode(availableCode), ...checkOwnName(name.trim())]
  },
  handoff(edge, declared) {
    const { by, condition, conditionCode, available, availableCode, ...more } = handoffEdgeSchema.parse(edge.data)
    const { message: told, name } = more
    const written = { field: 'condition', label: 'Condition', declared }
    const problems = [
      ...checkOnlyWhen(available, declared),
      ...checkOnlyWhenCode(availableCode),
      ...checkTemplate(told, { field: 'message', label: 'Message to the next one', declared }),
      ...(by === 'model' ? checkOwnName(name.trim()) : []),
    ]
    if (by === 'model') {
      const code = checkCode(conditionCode, { field: 'conditionCode', what: '“Condition, by code”' })
      return [...problems, ...checkTemplate(condition, written), ...code]
    }
    if (condition.trim() !== '') return [...problems, ...checkExpression(condition, written)]
    const message = sentence(
      'The hand-off is decided by variables and has no condition. Write one, such as {example}.',
      { example: '${tries} > 2' },
    )
    return [...problems, { ...error('no-condition', message), field: 'condition' }]
  },
  'after-work'(edge, declared) {
    const { when } = afterWorkEdgeSchema.parse(edge.data)
    const problems =
      when === null || when.trim() === '' ? [] : checkExpression(when, { field: 'when', label: 'Only when', declared })
    return problems
  },
  recipient(edge, declared) {
    const { message, messageCode, summaryMethod, summaryCode } = recipientEdgeSchema.parse(edge.data)
    const told =
      message === null ? [] : checkTemplate(message, { field: 'message', label: 'What it is told', declared })
    const summary = { field: 'summaryCode', what: 'The summary by code' } as const
    const problems = [
      ...told,
      ...checkCode(messageCode, { field: 'messageCode', what: '“What it is told, by code”' }),
      ...(summaryMethod === 'code' ? checkCode(summaryCode ?? NO_CODE, summary) : []),
    ]
    if (SUMMARY_METHODS.some((method) => method === summaryMethod)) return problems
    const words =
      summaryMethod === 'all'
        ? 'The summary method “all” is only for what the first chat is told. Choose last_msg, reflection_with_llm, none or code.'
        : sentence(
            'The summary method “{method}” does not exist. Choose last_msg, reflection_with_llm, none or code.',
            { method: summaryMethod },
          )
    const fault = error('unknown-summary-method', words)
    return [...problems, { ...fault, field: 'summaryMethod' }]
  },
}

/** A condition that may be missing, as hand-offs have it. */
function checkOnlyWhen(available: string | null, declared: ReadonlySet<string>): Problem[] {
  if (available === null || available.trim() === '') return []
  return checkAvailable(available, { field: 'available', label: 'Only when', declared })
}

function checkOnlyWhenCode(code: CodeValue | null): Problem[] {
  return checkCode(code, { field: 'availableCode', what: '“Only when, by code”' })
}

/** Whether models can be given a hand-off, or one to ask, under the name that it was given. */
function checkOwnName(name: string): Problem[] {
  if (name === '' || isToolName(name)) return []
  const message = sentence('“{name}” is not a valid tool name. Use letters, digits, _ and -, at most 64.', {
    name: name.slice(0, 80),
  })
  return [{ ...error('bad-tool-name', message), field: 'name' }]
}

function error(code: Problem['code'], message: Sentence): Problem {
  return { severity: 'error', code, message }
}
