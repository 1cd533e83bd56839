/** Random edits for property tests: each picks what it works on from the flow that it gets, so any sequence makes sense. */
import * as fc from 'fast-check'
import {
  addEdge,
  addNode,
  applyLayout,
  describeFlow,
  moveNodes,
  reconnect,
  removeElements,
  renameFlow,
  reorderEdges,
  setEdgeData,
  setNodeData,
  setNodeName,
  setSettings,
} from '../flow/editing/edits'
import { duplicateElements, fragmentOf, pasteFragment } from '../flow/editing/paste'
import { EDGES } from '../kinds/edges'
import { isEdgeKind } from '../kinds/edge-kinds'
import { KIND_LIST, kindOf } from '../kinds/index'
import { settingsSchema, type Flow, type Json, type JsonObject } from '../flow/records'
import { arbitraryData, arbitraryJson, arbitraryPosition } from './arbitrary-flow'

const pick = fc.nat(50)
const tag = fc.stringMatching(/^[a-z0-9]{1,5}$/)
const id = fc.oneof(tag, fc.nat(99).map(String))

/** One edit. */
export type Edit = (flow: Flow) => Flow

/** A sequence of edits of every sort, some of them refused. */
export function arbitraryEdits(maxLength = 12): fc.Arbitrary<Edit[]> {
  return fc.array(arbitraryEdit(), { maxLength })
}

/** One edit of any sort. */
export function arbitraryEdit(): fc.Arbitrary<Edit> {
  return made.edits
}

/** Made when it is first asked for, which takes a quarter of a second. */
const made = {
  get edits(): fc.Arbitrary<Edit> {
    const edits = fc.oneof(...nodeEdits(), ...edgeEdits(), ...wholeEdits())
    Object.defineProperty(this, 'edits', { value: edits })
    return edits
  },
}

function nodeEdits(): fc.Arbitrary<Edit>[] {
  const added = fc.oneof(
    ...KIND_LIST.map(({ kind, schema }) =>
      fc.record({ kind: fc.constant(kind), id, position: arbitraryPosition(), data: arbitraryData(schema) }),
    ),
  )
  return [
    added.map((node) => (flow) => addNode(flow, node)),
    fc.tuple(pick, fc.string()).map(
      ([at, name]) =>
        (flow) =>
          setNodeName(flow, nodeAt(flow, at), name),
    ),
    fc.tuple(pick, pick, fc.option(arbitraryJson(), { nil: undefined })).map(([at, field, value]) => (flow) => {
      const node = flow.nodes[nodeAt(flow, at)]
      const fields = ['zeta', ...Object.keys((node === undefined ? null : kindOf(node))?.schema.shape ?? {})]
      return setNodeData(flow, nodeAt(flow, at), { [fields[field % fields.length] ?? 'zeta']: value })
    }),
    fc.tuple(pick, pick, arbitraryPosition()).map(
      ([first, second, position]) =>
        (flow) =>
          moveNodes(flow, { [nodeAt(flow, first)]: position, [nodeAt(flow, second)]: { x: -0.2, y: 1.5 } }),
    ),
    fc.tuple(pick, pick, tag).map(([first, second, unique]) => (flow) => {
      let count = 0
      const makeId = (hint: string) => `${hint}-${unique}-${(count += 1)}`
      return duplicateElements(flow, [nodeAt(flow, first), nodeAt(flow, second)], { makeId, offset: { x: 32, y: 32 } })
        .flow
    }),
    fc.tuple(pick, arbitraryPosition(), tag).map(([at, position, unique]) => (flow) => {
      let count = 0
      const makeId = () => `${unique}-${(count += 1)}`
      return pasteFragment(flow, fragmentOf(flow, Object.keys(flow.nodes).slice(at % 5)), { makeId, at: position }).flow
    }),
  ]
}

function edgeEdits(): fc.Arbitrary<Edit>[] {
  return [
    fc.tuple(id, pick, pick, pick).map(([edge, from, to, port]) => (flow) => {
      const source = flow.nodes[nodeAt(flow, from)]
      const ports = (source === undefined ? null : kindOf(source))?.ports(source?.data) ?? []
      const chosen = ports[port % Math.max(1, ports.length)]?.id ?? 'out'
      return addEdge(flow, {
        id: edge,
        from: { node: nodeAt(flow, from), port: chosen },
        to: { node: nodeAt(flow, to), port: 'in' },
      })
    }),
    fc.tuple(pick, pick, fc.option(arbitraryJson(), { nil: undefined })).map(([at, field, value]) => (flow) => {
      const kind = flow.edges[edgeAt(flow, at)]?.kind ?? ''
      const fields = ['zeta', ...(isEdgeKind(kind) ? Object.keys(EDGES[kind].schema.shape) : [])]
      return setEdgeData(flow, edgeAt(flow, at), { [fields[field % fields.length] ?? 'zeta']: value })
    }),
    fc.tuple(pick, fc.constantFrom('terminate', 'stay', null)).map(
      ([at, option]) =>
        (flow) =>
          setEdgeData(flow, edgeAt(flow, at), { option }),
    ),
    fc.tuple(pick, pick).map(
      ([at, to]) =>
        (flow) =>
          reconnect(flow, edgeAt(flow, at), { to: { node: nodeAt(flow, to), port: 'in' } }),
    ),
    fc.tuple(pick, pick).map(([at, first]) => (flow) => {
      const from = flow.edges[edgeAt(flow, at)]?.from
      return from === undefined ? flow : reorderEdges(flow, from, [edgeAt(flow, first), edgeAt(flow, at)])
    }),
  ]
}

function wholeEdits(): fc.Arbitrary<Edit>[] {
  return [
    fc.tuple(pick, pick, pick).map(
      ([first, second, edge]) =>
        (flow) =>
          removeElements(flow, {
            nodes: [nodeAt(flow, first), nodeAt(flow, second)].slice(first % 2),
            edges: [edgeAt(flow, edge)],
          }),
    ),
    fc.string().map((name) => (flow) => renameFlow(flow, name)),
    fc.string().map((text) => (flow) => describeFlow(flow, text)),
    arbitraryData(settingsSchema).map((settings: JsonObject) => (flow) => setSettings(flow, settings)),
    fc
      .constantFrom<Json | undefined>(undefined, 'ru', 'nonsense')
      .map((language) => (flow) => setSettings(flow, { language })),
    arbitraryPosition().map(
      (position) => (flow) =>
        applyLayout(flow, Object.fromEntries(Object.keys(flow.nodes).map((node) => [node, position]))),
    ),
  ]
}

function nodeAt(flow: Flow, index: number): string {
  const ids = Object.keys(flow.nodes)
  return ids[index % Math.max(1, ids.length)] ?? 'gone'
}

function edgeAt(flow: Flow, index: number): string {
  const ids = Object.keys(flow.edges)
  return ids[index % Math.max(1, ids.length)] ?? 'gone'
}
