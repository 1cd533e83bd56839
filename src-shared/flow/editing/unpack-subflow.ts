/** A sub-flow drawn out: its nodes in the place of the node that held them, with what led to it and from it joined to them. */
import { message as sentence } from '../../languages/translate'
import { edgeDefinition, isToolEdge } from '../../kinds/edge-facts'
import { hasTrait } from '../../kinds/field-types'
import { nodeFieldsOf } from '../../kinds/fields-of'
import { kindOf } from '../../kinds/index'
import { endsSequence, sequenceEnds } from '../../kinds/sequence'
import { foldCase } from '../../match'
import { flowGraph, type EdgeEntry } from '../graph'
import { isJsonObject, isSameJson } from '../json'
import { flowModel, layModel, nodeModelSchema, saidFields, type ModelLayer } from '../model-settings'
import { isLocked } from '../node-marks'
import { newId, type EdgeEnd, type Flow, type FlowEdge, type FlowNode, type Json, type JsonObject } from '../records'
import { targetReason } from './connect'
import { markNodes } from './edits'
import { flowEntry, heldFlow, isStart } from './embedded-flow'
import { framesOf, putIntoFrame } from './frames'
import { naming, startWatchers, withInitial } from './make-subflow'
import { openFlow } from './open'
import { pasteFragment, type Fragment } from './paste'
import { isDisabled } from '../node-marks'
import { edgeWords, nameOf, refused, type Refusal } from './subflow-cut'

export type SubflowUnpacked = { ok: true; flow: Flow; nodes: readonly string[] }
export type UnpackOptions = {
  /** The flow that the node names by its id: a copy of it is drawn out. */
  named?: Flow
  makeId?: (hint: string) => string
}

/** The flow with a sub-flow drawn out; or why it cannot be. */
export function unpackSubflow(flow: Flow, id: string, options: UnpackOptions = {}): SubflowUnpacked | Refusal {
  const { makeId = (hint: string) => newId(hint) } = options
  const node = Object.hasOwn(flow.nodes, id) ? flow.nodes[id] : undefined
  const inner = node === undefined ? null : innerOf(node, options.named)
  if (node === undefined || inner === null) return refused('There is no flow in this node that could be unpacked.')
  if ('ok' in inner) return inner
  if (isLocked(node))
    return refused(sentence('{name} is locked. Unlock it first.', { name: nameOf(flow, id) }), { node: id })
  const entry = flowEntry(inner)?.node
  if (entry === undefined)
    return refused(
      sentence('Start of {name} leads to nobody who can speak. Open it and draw an edge first.', {
        name: nameOf(flow, id),
      }),
    )
  const joined = joinedEdges(flow, id)
  const fault =
    wayInFault(flow, { id, inner, entry, into: joined.into }) ?? wayOutFault(flow, { id, inner, entry, joined })
  return fault ?? drawOut(flow, { id, node, inner, entry, joined, makeId })
}

function innerOf(node: FlowNode, named: Flow | undefined): Flow | Refusal | null {
  const held = kindOf(node)?.roles.participant === true ? heldFlow(node) : null
  if (held?.by === 'id') return named ?? null
  if (held?.by !== 'value') return null
  const opened = openFlow(held.value)
  return opened.ok
    ? opened.flow
    : refused(sentence('The flow inside cannot be read. {message}', { message: opened.error.message }))
}

/** The edges at the sub-flow. `onward`: followed when it is done; `others`: of its other ports. */
type JoinedEdges = { into: EdgeEntry[]; onward: EdgeEntry | undefined; others: EdgeEntry[] }

function joinedEdges(flow: Flow, id: string): JoinedEdges {
  const entries = Object.entries(flow.edges).map(([edgeId, edge]) => ({ id: edgeId, edge }))
  const leaving = entries.filter(({ edge }) => edge.from.node === id)
  return {
    into: entries.filter(({ edge }) => edge.to.node === id && edge.from.node !== id),
    onward: leaving.find(({ edge }) => edge.from.port === 'out'),
    others: leaving.filter(({ edge }) => edge.from.port !== 'out'),
  }
}

type WaysIn = { id: string; inner: Flow; entry: string; into: readonly EdgeEntry[] }

function wayInFault(flow: Flow, { id, inner, entry, into }: WaysIn): Refusal | null {
  const [watcher] = startWatchers(inner)
  if (watcher !== undefined)
    return refused(
      sentence(
        '{observer} observes the whole of {name}, which cannot be drawn outside of it. Remove that edge first.',
        { observer: nameOf(inner, inner.edges[watcher]?.to.node), name: nameOf(flow, id) },
      ),
    )
  const first = inner.nodes[entry]
  const odd = into.find(({ edge }) => {
    const definition = edgeDefinition(edge.kind)
    return first === undefined || definition === null || targetReason(first, edge.to.port, definition.kind) !== null
  })
  return odd === undefined
    ? null
    : refused(
        sentence('{edge} cannot lead to {name}, who begins inside.', {
          edge: edgeWords(flow, odd),
          name: nameOf(inner, entry),
        }),
        odd,
      )
}

type WaysOut = { id: string; inner: Flow; entry: string; joined: JoinedEdges }

function wayOutFault(flow: Flow, { id, inner, entry, joined }: WaysOut): Refusal | null {
  const { onward, others } = joined
  const speakers = Object.values(inner.nodes).filter((node) => kindOf(node)?.roles.participant === true)
  const ports = kindOf(inner.nodes[entry] ?? { kind: '' })?.ports(inner.nodes[entry]?.data) ?? []
  const odd = others.find(
    ({ edge }) => speakers.length > 1 || !ports.some((port) => port.id === edge.from.port && port.edge === edge.kind),
  )
  if (odd !== undefined)
    return refused(
      sentence('{edge} is the sub-flow’s own: nobody inside has it. Remove it first.', { edge: edgeWords(flow, odd) }),
      odd,
    )
  if (onward === undefined) return null
  const { open, stopped, ended } = endsOf(inner, entry)
  if (stopped !== null)
    return refused(
      sentence(
        '{name} ends its part of the conversation, and outside of a sub-flow it would end all of it. Open the sub-flow and change what follows its answer.',
        { name: nameOf(inner, stopped) },
      ),
    )
  return open.length > 0 || ended.length > 0
    ? null
    : refused(
        sentence('Nobody inside leads on to {to}. Remove that edge of {name} first.', {
          to: nameOf(flow, onward.edge.to.node),
          name: nameOf(flow, id),
        }),
        onward,
      )
}

/** Where an inner flow ends: at ports without an edge, with nodes that stop it, at drawn ends. */
function endsOf(inner: Flow, entry: string): { open: EdgeEnd[]; stopped: string | null; ended: string[] } {
  const ends = sequenceEnds(flowGraph(inner), entry, new Set(Object.keys(inner.nodes)))
  const drawn = new Set(Object.keys(inner.nodes).filter((id) => endsSequence(inner.nodes[id] ?? { kind: '' })))
  const ended = Object.entries(inner.edges).flatMap(([id, { to }]) => (drawn.has(to.node) ? [id] : []))
  return {
    open: ends.filter(({ stops }) => !stops).map(({ node, port }) => ({ node, port })),
    stopped: ends.find(({ stops }) => stops)?.node ?? null,
    ended,
  }
}

type DrawnOut = WaysOut & { node: FlowNode; makeId: (hint: string) => string }

function drawOut(flow: Flow, parts: DrawnOut): SubflowUnpacked {
  const { id, node, inner, entry, joined, makeId } = parts
  const around = without(flow, id)
  const tools = sameTools(around, inner)
  const fragment = fragmentFor(parts, tools)
  const ids = [...Object.keys(fragment.nodes), ...Object.keys(fragment.edges)].values()
  const pasted = pasteFragment(around, fragment, {
    offset: offsetTo(flow, id, fragment),
    // Each keeps its own id where that is free.
    makeId: (hint) => ids.next().value ?? makeId(hint),
  })
  const own = new Map(Object.keys(fragment.nodes).map((old, at) => [old, pasted.nodes[at] ?? old]))
  const now = (old: string): string => own.get(old) ?? tools.get(old) ?? old
  const edges = { ...pasted.flow.edges }
  for (const entryIn of joined.into)
    edges[entryIn.id] = { ...entryIn.edge, to: { ...entryIn.edge.to, node: now(entry) } }
  for (const out of joined.others) edges[out.id] = { ...out.edge, from: { ...out.edge.from, node: now(entry) } }
  for (const [edgeId, edge] of Object.entries(inner.edges))
    if (own.has(edge.from.node) && tools.has(edge.to.node))
      edges[free(edges, edgeId, makeId)] = {
        ...edge,
        from: { ...edge.from, node: now(edge.from.node) },
        to: { ...edge.to, node: now(edge.to.node) },
      }
  for (const [edgeId, edge] of onwardEdges(parts)) {
    const from = { ...edge.from, node: now(edge.from.node) }
    edges[free(edges, edgeId, makeId)] = { ...edge, from }
  }
  const nodes = Object.entries(pasted.flow.nodes).map(([at, before]) => [at, naming(before, id, now(entry))] as const)
  const whole: Flow = {
    ...pasted.flow,
    settings: joinedSettings(withInitial(flow.settings, id, now(entry)), inner, renamedSpeakers(fragment, pasted)),
    nodes: Object.fromEntries(nodes),
    edges: inDrawnOrder(flow, inner, edges),
  }
  const frame = framesOf(flow).get(id) ?? null
  const carried = framesOf(whole)
  const loose = pasted.nodes.filter((at) => !carried.has(at))
  const framed = putIntoFrame(whole, loose, frame)
  const marked = isDisabled(node) ? markNodes(framed, pasted.nodes, { disabled: true }) : framed
  return { ok: true, flow: marked, nodes: pasted.nodes }
}

/** Edges keep their places, which decide ties: first those that were outside, then those that were inside. */
function inDrawnOrder(flow: Flow, inner: Flow, edges: Flow['edges']): Flow['edges'] {
  const ordered: Flow['edges'] = {}
  for (const id of [...Object.keys(flow.edges), ...Object.keys(inner.edges), ...Object.keys(edges)]) {
    const edge = edges[id]
    if (edge !== undefined) ordered[id] = edge
  }
  return ordered
}

function free(edges: Flow['edges'], wanted: string, makeId: (hint: string) => string): string {
  let id = wanted
  while (Object.hasOwn(edges, id)) id = makeId('edge')
  return id
}

/** The flow without the node and its edges; frames that carry it are mended by `putIntoFrame`. */
function without(flow: Flow, id: string): Flow {
  const loose = putIntoFrame(flow, [id], null)
  const { [id]: _node, ...nodes } = loose.nodes
  const { [id]: _place, ...places } = loose.layout.nodes
  const edges = Object.entries(loose.edges).filter(([, { from, to }]) => from.node !== id && to.node !== id)
  return { ...loose, nodes, edges: Object.fromEntries(edges), layout: { nodes: places } }
}

/** What is pasted: all but the start, drawn ends that something leads on from, and tools that are there outside. */
function fragmentFor({ inner, joined }: DrawnOut, tools: ReadonlyMap<string, string>): Fragment {
  const isLeft = (id: string, node: FlowNode): boolean =>
    isStart(node) || tools.has(id) || (joined.onward !== undefined && endsSequence(node))
  const model = flowModel(inner.settings)
  const nodes = Object.entries(inner.nodes).flatMap(([id, node]) =>
    isLeft(id, node) ? [] : [[id, withModel(node, model)] as const],
  )
  const kept = new Set(nodes.map(([id]) => id))
  const edges = Object.entries(inner.edges).filter(([, { from, to }]) => kept.has(from.node) && kept.has(to.node))
  const places = Object.entries(inner.layout.nodes).filter(([id]) => kept.has(id))
  return {
    nodes: Object.fromEntries(nodes),
    edges: Object.fromEntries(edges),
    layout: { nodes: Object.fromEntries(places) },
  }
}

/** The edge that led on from the sub-flow, from everywhere inside where it ends. */
function onwardEdges({ inner, entry, joined: { onward } }: DrawnOut): [string, FlowEdge][] {
  if (onward === undefined) return []
  const { open, ended } = endsOf(inner, entry)
  const fromEnds = ended.flatMap((id): [string, FlowEdge][] => {
    const edge = inner.edges[id]
    return edge === undefined ? [] : [[id, { ...edge, to: onward.edge.to }]]
  })
  const fromPorts = open.map((from): [string, FlowEdge] => [onward.id, { ...onward.edge, from }])
  return [...fromPorts, ...fromEnds]
}

/** A model-backed node with the settings of its flow under its own. */
function withModel(node: FlowNode, under: ModelLayer): FlowNode {
  if (!nodeFieldsOf(node).some((hint) => hasTrait(hint, 'holdsModel', true))) return node
  if (Object.keys(saidFields(under)).length === 0) return node
  const own = nodeModelSchema.safeParse(node.data['model'] ?? null)
  return { ...node, data: { ...node.data, model: saidFields(layModel(under, own.data ?? {})) } }
}

/** Tools inside that are the very same outside, by their ids: they are shared again. */
function sameTools(around: Flow, inner: Flow): Map<string, string> {
  const outside = new Map(Object.keys(around.nodes).map((id) => [signatureOf(around, id), id]))
  const same = new Map<string, string>()
  for (const id of Object.keys(inner.nodes)) {
    const signature = signatureOf(inner, id)
    const twin = signature === null ? undefined : outside.get(signature)
    if (twin !== undefined) same.set(id, twin)
  }
  return same
}

/** A tool with all that it holds, as a text; null for what is no tool. */
function signatureOf(flow: Flow, id: string, seen: readonly string[] = []): string | null {
  const node = flow.nodes[id]
  const kind = node === undefined ? null : kindOf(node)
  const isTool = kind?.roles.participant !== true && kind?.accepts.some((edge) => isToolEdge({ kind: edge })) === true
  if (node === undefined || !isTool || seen.includes(id)) return null
  const held = Object.values(flow.edges).filter((edge) => edge.from.node === id)
  const parts = held.map(({ kind: edge, from, to, data }) => [
    edge,
    from.port,
    data,
    signatureOf(flow, to.node, [...seen, id]),
  ])
  return JSON.stringify([node.kind, node.name, node.data, parts])
}

/** New names of the participants that had to be called otherwise, by the old ones. */
function renamedSpeakers(fragment: Fragment, pasted: { flow: Flow; nodes: readonly string[] }): Map<string, string> {
  const pairs = Object.values(fragment.nodes).flatMap((node, at): [string, string][] => {
    const name = pasted.flow.nodes[pasted.nodes[at] ?? '']?.name
    return name === undefined || name === node.name ? [] : [[foldCase(node.name), name]]
  })
  return new Map(pairs)
}

/** Variables are joined by name, the outer declaration counts; rules of the rehearsal follow those of the flow. */
function joinedSettings(settings: JsonObject, inner: Flow, renamed: ReadonlyMap<string, string>): JsonObject {
  const { variables, rehearsal } = inner.settings
  const joined = { ...settings }
  if (isJsonObject(variables)) {
    const outer = isJsonObject(settings['variables']) ? settings['variables'] : {}
    const all = {
      ...outer,
      ...Object.fromEntries(Object.entries(variables).filter(([name]) => !Object.hasOwn(outer, name))),
    }
    if (!isSameJson(all, outer)) joined['variables'] = all
  }
  if (Array.isArray(rehearsal) && rehearsal.length > 0) {
    const outer = Array.isArray(settings['rehearsal']) ? settings['rehearsal'] : []
    joined['rehearsal'] = [...outer, ...rehearsal.map((rule) => withSpeaker(rule, renamed))]
  }
  return joined
}

function withSpeaker(rule: Json, renamed: ReadonlyMap<string, string>): Json {
  if (!isJsonObject(rule) || !isJsonObject(rule['when'])) return rule
  const { speaker } = rule['when']
  if (typeof speaker !== 'string') return rule
  const [name = '', ...role] = speaker.split(': ')
  const now = renamed.get(foldCase(name))
  return now === undefined ? rule : { ...rule, when: { ...rule['when'], speaker: [now, ...role].join(': ') } }
}

/** What was inside goes where the sub-flow stood. */
function offsetTo(flow: Flow, id: string, { layout }: Fragment): { x: number; y: number } {
  const place = flow.layout.nodes[id]
  const places = Object.values(layout.nodes)
  if (place === undefined || places.length === 0) return { x: 0, y: 0 }
  const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)]
  return {
    x: Math.round(place.x - (Math.min(...xs) + Math.max(...xs)) / 2),
    y: Math.round(place.y - (Math.min(...ys) + Math.max(...ys)) / 2),
  }
}
