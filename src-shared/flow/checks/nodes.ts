/** Checks of the nodes: kinds, names, data, prompts, the one start, and what can never be reached. */
import { asMessage, message as sentence, type Sentence } from '../../languages/translate'
import { isToolName } from '../../agents/names/names'
import { foldCase } from '../../match'
import { hasTrait } from '../../kinds/field-types'
import { kindOf } from '../../kinds/index'
import { targetReason } from '../editing/connect'
import type { CheckContext, Kind, KindContext, Problem } from '../../kinds/kind'
import { promptsOf } from '../../kinds/node-prompts'
import type { FlowGraph } from '../graph'
import { issuesOf } from '../issues'
import type { FlowNode } from '../records'
import { checkLostSlots } from './prompts'

/** What is known round the nodes: `joining` are those that take part besides what the start leads to, `declared` the variables. */
export type NodesCheck = { joining: readonly string[]; declared: ReadonlySet<string> }

/** Every problem of the nodes. */
export function checkNodes(graph: FlowGraph, { joining, declared }: NodesCheck): Problem[] {
  const { flow } = graph
  const problems = Object.entries(flow.nodes).flatMap(([id, node]) =>
    checkNode(node, { flow, graph, nodeId: id, declared }).map((problem): Problem => ({ node: id, ...problem })),
  )
  return [...problems, ...checkStart(graph), ...checkNames(graph), ...checkUnique(graph), ...checkReach(graph, joining)]
}

function checkNode(node: FlowNode, context: CheckContext): Problem[] {
  const kind = kindOf(node)
  const unnamed = node.name.trim() === '' ? [error('no-name', 'The node has no name. Give it one.')] : []
  if (kind === null) {
    const message = sentence(
      'This Baton does not know the kind “{kind}”. Remove the node, or open the flow in the Baton that made it.',
      { kind: node.kind },
    )
    return [...unnamed, error('unknown-kind', message)]
  }
  const parsed = kind.schema.safeParse(node.data)
  if (!parsed.success) {
    const broken = issuesOf(parsed.error, []).map(({ path, message }) => ({
      ...error('invalid-data', sentence('{path}: {message}. Correct the field.', { path, message })),
      field: path.split('.')[0] ?? path,
    }))
    return [...unnamed, ...broken]
  }
  return [
    ...unnamed,
    ...kind.check(node, context),
    ...checkPrompts(kind, node),
    ...checkNodeFields(kind, parsed.data, context),
    ...checkToolName(kind, node),
  ]
}

function checkPrompts(kind: Kind, node: FlowNode): Problem[] {
  return promptsOf(kind, node).flatMap(({ path, label, builtIn, text }) => {
    const [field = ''] = path
    return checkLostSlots(builtIn, text, { field, path, about: path.length > 1 ? asMessage(label) : null })
  })
}

/** A field that names a node names one to which an edge from its port could lead. */
function checkNodeFields(kind: Kind, data: { [field: string]: unknown }, { flow }: KindContext): Problem[] {
  return nodeFields(kind, data).flatMap(({ key, target, edge }) => {
    const node = Object.hasOwn(flow.nodes, target) ? flow.nodes[target] : undefined
    const reason = node === undefined ? null : targetReason(node, 'in', edge)
    if (node === undefined || reason === null) return []
    return [
      {
        ...error(
          'not-accepted',
          sentence('“{name}” cannot be chosen: {reason} Choose another node.', {
            name: node.name,
            reason: asMessage(reason),
          }),
        ),
        field: key,
      },
    ]
  })
}

/** The nodes that a node's fields name, and the edge that would lead there. */
function nodeFields(kind: Kind, data: { [field: string]: unknown }) {
  return kind.fields.flatMap((field) => {
    const target = data[field.key]
    if (!hasTrait(field, 'namesNode', true) || typeof target !== 'string') return []
    const port = kind.ports().find(({ id }) => id === field.port)
    return port === undefined ? [] : [{ key: field.key, target, edge: port.edge }]
  })
}

function checkToolName(kind: Kind, node: FlowNode): Problem[] {
  const offer = kind.offer(node)
  if (offer === null || isToolName(offer.name)) return []
  const message = sentence('“{name}” is not a valid tool name. Use letters, digits, _ and -, at most 64.', {
    name: offer.name,
  })
  return [{ ...error('bad-tool-name', message), field: 'toolName' }]
}

function checkStart({ flow }: FlowGraph): Problem[] {
  const starts = Object.keys(flow.nodes).filter((id) => isEntry(flow.nodes[id]))
  if (starts.length === 0)
    return [error('no-start', 'The flow has no start. Add a Start node and lead it to the step that speaks first.')]
  return starts
    .slice(1)
    .map((node) => ({ node, ...error('second-start', 'A flow has one start only. Remove this one.') }))
}

/** Names are unique, case ignored: the first to have a name keeps it. */
function checkNames({ flow }: FlowGraph): Problem[] {
  const first = new Set<string>()
  return Object.entries(flow.nodes).flatMap(([node, { name }]) => {
    const folded = foldCase(name.trim())
    const isTaken = folded !== '' && first.has(folded)
    first.add(folded)
    return isTaken
      ? [
          {
            node,
            ...error(
              'duplicate-name',
              sentence('Another node is called “{name}” too. Give this one a name of its own.', { name }),
            ),
          },
        ]
      : []
  })
}

function checkUnique({ flow }: FlowGraph): Problem[] {
  const first = new Map<string, string>()
  return Object.entries(flow.nodes).flatMap(([id, node]) =>
    (kindOf(node)?.unique(node) ?? []).flatMap(({ what, field, value }): Problem[] => {
      const key = `${what} ${foldCase(value)}`
      const other = first.get(key)
      if (other === undefined) {
        first.set(key, node.name)
        return []
      }
      const message =
        what === 'code'
          ? sentence('It has the same code as “{other}”: {value}. Give one of them another code.', { other, value })
          : sentence('It has the same name as “{other}”: {value}. Give one of them another name.', { other, value })
      return [{ node: id, field, ...error(`duplicate-${what}` as const, message) }]
    }),
  )
}

/** Whatever takes part in runs must be reachable from the start, over edges of any kind. */
function checkReach(graph: FlowGraph, joining: readonly string[]): Problem[] {
  const { flow } = graph
  const roots = Object.keys(flow.nodes).filter((id) => isEntry(flow.nodes[id]))
  if (roots.length === 0) return []
  const leaving = new Map<string, string[]>()
  for (const { from, to } of Object.values(flow.edges)) {
    const targets = leaving.get(from.node)
    if (targets === undefined) leaving.set(from.node, [to.node])
    else targets.push(to.node)
  }
  for (const [id, node] of Object.entries(flow.nodes)) {
    const kind = kindOf(node)
    const targets = kind === null ? [] : nodeFields(kind, node.data).map(({ target }) => target)
    leaving.set(id, [...(leaving.get(id) ?? []), ...targets])
  }
  const reached = new Set([...roots, ...joining])
  for (const id of reached) for (const target of leaving.get(id) ?? []) reached.add(target)
  return Object.entries(flow.nodes).flatMap(([id, node]): Problem[] => {
    const kind = kindOf(node)
    if (kind === null || kind.accepts.length === 0 || reached.has(id)) return []
    const message = 'Nothing leads here from the start, so it never takes part. Draw an edge to it, or remove it.'
    return [{ node: id, severity: 'warning', code: 'unreachable', message }]
  })
}

function isEntry(node: FlowNode | undefined): boolean {
  return node !== undefined && kindOf(node)?.group === 'entry'
}

function error(code: Problem['code'], message: Sentence): Problem {
  return { severity: 'error', code, message }
}
