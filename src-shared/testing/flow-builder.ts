/** Draws flows in one expression for tests: `flow('Desk').start('triage').agent('triage').agent('refunds').handoff('triage', 'refunds').build()`. */
import { openFlow } from '../flow/editing/open'
import type { EdgeKind } from '../kinds/edge-kinds'
import type { KindName } from '../kinds/index'
import type { Flow, Json, JsonObject } from '../flow/records'

/** A node's fields; `name` (the id when left out) becomes the node's name, the rest its data. */
export type NodeFields = { name?: string; [field: string]: Json | undefined }
type Fields = { readonly [field: string]: Json | undefined }

/** The builder; every call returns it, `build` opens what was drawn. Edges are `e1`, `e2` ... in the order of the calls. */
export type FlowBuilder = {
  /** The start node, with the id `start`, and the edge to the first step. */
  start: (first: string) => FlowBuilder
  supervisor: (id: string, fields?: NodeFields) => FlowBuilder
  dialog: (id: string, fields?: NodeFields) => FlowBuilder
  observer: (id: string, fields?: NodeFields) => FlowBuilder
  agent: (id: string, fields?: NodeFields) => FlowBuilder
  builtinTool: (id: string, fields?: NodeFields) => FlowBuilder
  httpTool: (id: string, fields?: NodeFields) => FlowBuilder
  end: (id: string, fields?: NodeFields) => FlowBuilder
  note: (id: string, fields?: NodeFields) => FlowBuilder
  /** A node of any kind, known or not. */
  node: (kind: KindName | (string & {}), id: string, fields?: NodeFields) => FlowBuilder
  next: (from: string, to: string, data?: Fields) => FlowBuilder
  delegate: (from: string, to: string, data?: Fields) => FlowBuilder
  observe: (from: string, to: string, data?: Fields) => FlowBuilder
  handoff: (from: string, to: string, data?: Fields) => FlowBuilder
  afterWork: (from: string, to: string, data?: Fields) => FlowBuilder
  /** An after-work edge that ends at its own agent with an option. */
  afterWorkOption: (from: string, option: string, data?: Fields) => FlowBuilder
  use: (from: string, to: string, data?: Fields) => FlowBuilder
  /** An edge of any kind; `port` where the node has several for it, or none. */
  edge: (
    kind: EdgeKind | (string & {}),
    ends: { from: string; to: string; port?: string },
    data?: Fields,
  ) => FlowBuilder
  settings: (settings: Fields) => FlowBuilder
  variable: (name: string, variable: Fields) => FlowBuilder
  rehearsal: (...rules: JsonObject[]) => FlowBuilder
  describe: (description: string) => FlowBuilder
  /** The file as it would be written, without opening it. */
  file: () => JsonObject
  /** Throws what `openFlow` says when the drawing breaks the file format; problems that `checkFlow` finds are allowed. */
  build: () => Flow
}

/** A flow to draw on; the id is made from the name unless given. */
export function flow(
  name: string,
  id: string = name.replace(/[^A-Za-z0-9_-]+/g, '-').toLowerCase() || 'flow',
): FlowBuilder {
  const nodes: JsonObject = {}
  const edges: JsonObject = {}
  const positions: JsonObject = {}
  const settings: JsonObject = {}
  let description = ''

  function addNode(kind: string, nodeId: string, { name: nodeName = nodeId, ...fields }: NodeFields = {}): FlowBuilder {
    const count = Object.keys(nodes).length
    nodes[nodeId] = { kind, name: nodeName, data: defined(fields) }
    positions[nodeId] = { x: (count % 5) * 280, y: Math.floor(count / 5) * 160 }
    return builder
  }
  function addEdge(kind: string, ends: { from: string; to: string; port?: string }, data: Fields = {}): FlowBuilder {
    const from: JsonObject = ends.port === undefined ? { node: ends.from } : { node: ends.from, port: ends.port }
    edges[`e${Object.keys(edges).length + 1}`] = { kind, from, to: { node: ends.to }, data: defined(data) }
    return builder
  }
  const node = (kind: KindName) => (nodeId: string, fields?: NodeFields) => addNode(kind, nodeId, fields)
  const edge = (kind: EdgeKind) => (from: string, to: string, data?: Fields) => addEdge(kind, { from, to }, data)
  const file = (): JsonObject =>
    structuredClone({
      format: 'baton/flow',
      version: 1,
      id,
      name,
      description,
      settings,
      nodes,
      edges,
      layout: { nodes: positions },
    })

  const builder: FlowBuilder = {
    start: (first) => addNode('start', 'start', { name: 'Start' }).next('start', first),
    supervisor: node('supervisor'),
    dialog: node('dialog'),
    observer: node('observer'),
    agent: node('agent'),
    builtinTool: node('builtin-tool'),
    httpTool: node('http-tool'),
    end: node('end'),
    note: node('note'),
    node: addNode,
    next: edge('next'),
    delegate: edge('delegate'),
    observe: edge('observe'),
    handoff: edge('handoff'),
    afterWork: edge('after-work'),
    afterWorkOption: (from, option, data = {}) => addEdge('after-work', { from, to: from }, { ...data, option }),
    use: edge('use'),
    edge: addEdge,
    settings: (fields) => {
      Object.assign(settings, defined(fields))
      return builder
    },
    variable: (variable, fields) => {
      const variables = settings['variables']
      settings['variables'] = { ...(isObject(variables) ? variables : {}), [variable]: defined(fields) }
      return builder
    },
    rehearsal: (...rules) => {
      settings['rehearsal'] = rules
      return builder
    },
    describe: (text) => {
      description = text
      return builder
    },
    file,
    build: () => {
      const opened = openFlow(file())
      if (!opened.ok) throw new Error(`${opened.error.code}: ${opened.error.message}`)
      return opened.flow
    },
  }
  return builder
}

function defined(fields: Fields): JsonObject {
  const kept: JsonObject = {}
  for (const [field, value] of Object.entries(fields)) if (value !== undefined) kept[field] = value
  return kept
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
