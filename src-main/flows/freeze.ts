/** Freezing a flow for a run: flows that it names by their id are written out in their place, so that its text needs no library. */
import { asMessage, inARow, message, quoted, type Message } from '../../src-shared/languages/translate'
import { AppError, saidOf } from '../../src-shared/errors'
import { heldFlow, nestingFault, type HeldFlow } from '../../src-shared/flow/editing/embedded-flow'
import { openingFlow } from '../../src-shared/flow/editing/open'
import type { Flow, FlowNode, JsonObject } from '../../src-shared/flow/records'
import { saveFlow } from '../../src-shared/flow/editing/save'
import { atOnce, type Slices } from '../../src-shared/slices'

/** The text of a flow by its id; null: there is none. */
export type FlowSource = (id: string) => string | null

/** Flows as they are when they are first asked for: whatever becomes of them later, they stay that, or missing. */
export function pinned(source: FlowSource): FlowSource {
  const known = new Map<string, string | null>()
  return (id) => {
    const text = known.has(id) ? (known.get(id) ?? null) : source(id)
    known.set(id, text)
    return text
  }
}

/** What freezing came to; `missing`: nodes on the canvas whose flows, or flows inside those, were not found. */
export type FrozenFlow = { flow: Flow; missing: readonly MissingFlow[] }
/** `where`: the inner flows and nodes on the way to it, each by its name; none on the canvas itself. */
export type MissingFlow = { node: string; id: string; where: readonly Message[] }

/** So many flows may be written out: each is a copy, and copies of copies grow fast. */
const MAX_BROUGHT_IN = 500

/** The text with every named flow written out, in slices; one that names none stays as it is. Throws `flow-has-problems`. */
export function* freezingText(flowText: string, source: FlowSource): Slices<string> {
  // Nearly every flow names none, and this is asked at every turn.
  if (!/"flow"\s*:\s*"[^"]/.test(flowText)) return flowText
  const opened = yield* openingFlow(flowText)
  if (!opened.ok) return flowText
  const { flow, missing } = yield* freezingFlow(opened.flow, source)
  const [first] = missing
  if (first !== undefined) {
    const words = message(
      'The flow “{id}” was not found. Choose a flow of the library, or put its file beside this one.',
      { id: first.id },
    )
    throw problem(opened.flow, first.node, inARow([...first.where, words], ''))
  }
  yield
  return flow === opened.flow ? flowText : saveFlow(flow)
}

/** `freezingText` at once. */
export function freezeText(flowText: string, source: FlowSource): string {
  return atOnce(freezingText(flowText, source))
}

/** The flow with every named flow written out that is found. Throws `flow-has-problems` for flows that would run inside themselves. */
export function freezeFlow(flow: Flow, source: FlowSource): FrozenFlow {
  return atOnce(freezingFlow(flow, source))
}

/** `freezeFlow` in slices. */
export function* freezingFlow(flow: Flow, source: FlowSource): Slices<FrozenFlow> {
  const freezing: FreezeContext = { source, missing: [], count: 0, top: flow }
  const frozen = yield* freezeNodes(freezing, flow, { path: [flow.id], names: [], drawn: null })
  return { flow: frozen, missing: freezing.missing }
}

type FreezeContext = { source: FlowSource; missing: MissingFlow[]; count: number; top: Flow }
/** `path`: ids of the flows so far; `names`: of those inside the drawn node; `drawn`: null at the top. */
type FlowLocation = { path: readonly string[]; names: readonly string[]; drawn: string | null }

function* freezeNodes(freezing: FreezeContext, flow: Flow, place: FlowLocation): Slices<Flow> {
  const changed: [string, FlowNode][] = []
  for (const [id, node] of Object.entries(flow.nodes)) {
    const held = heldFlow(node)
    const at = { ...place, drawn: place.drawn ?? id }
    const inner = held === null ? null : yield* freezeHeld(freezing, { node, held }, at)
    if (held !== null && inner !== null)
      changed.push([id, { ...node, data: { ...node.data, [held.field]: toJson(inner) } }])
  }
  return changed.length === 0 ? flow : { ...flow, nodes: { ...flow.nodes, ...Object.fromEntries(changed) } }
}

/** The flow that a node holds, written out; null where it stays as it is. */
function* freezeHeld(
  freezing: FreezeContext,
  { node, held }: { node: FlowNode; held: HeldFlow },
  at: FlowLocation,
): Slices<Flow | null> {
  if (held.by === 'nothing') return null
  const drawn = at.drawn ?? ''
  const where = [
    ...at.names.map((name) => message('In “{name}”: ', { name })),
    ...(at.names.length === 0 ? [] : [inARow([quoted(node.name), ': '], '')]),
  ]
  const told = (words: Message) => problem(freezing.top, drawn, inARow([...where, words], ''))
  const text = held.by === 'id' ? freezing.source(held.id) : null
  if (held.by === 'id' && text === null && !at.path.includes(held.id)) {
    freezing.missing.push({ node: drawn, id: held.id, where })
    return null
  }
  yield
  const opened = yield* openingFlow(held.by === 'value' ? held.value : text)
  const known = opened.ok ? opened.flow : null
  const name = known?.name ?? (held.by === 'id' ? held.id : '')
  const fault = nestingFault(at.path, { id: held.by === 'id' ? held.id : null, name })
  if (fault !== null) throw told(asMessage(fault))
  // What a file holds is looked at by the checks, in their own words.
  if (known === null && held.by === 'value') return null
  if (!opened.ok)
    throw told(message('The flow “{name}” cannot be read. {reason}', { name, reason: saidOf(opened.error) }))
  freezing.count += 1
  if (freezing.count > MAX_BROUGHT_IN)
    throw problem(
      freezing.top,
      drawn,
      message('More than {most} flows would be drawn into this one.', { most: MAX_BROUGHT_IN }),
    )
  const inner = opened.flow
  const frozen = yield* freezeNodes(freezing, inner, {
    ...at,
    path: [...at.path, inner.id],
    names: [...at.names, inner.name],
  })
  return held.by === 'value' && frozen === inner ? null : frozen
}

function toJson(flow: Flow): JsonObject {
  const { format, version, id, name, description, settings, nodes, edges, layout } = flow
  return { format, version, id, name, description, settings, nodes, edges, layout }
}

function problem(flow: Flow, node: string, problem: Message): AppError {
  const name = flow.nodes[node]?.name ?? node
  return new AppError('flow-has-problems', message('The flow cannot run yet: “{name}”: {problem}', { name, problem }), {
    node,
  })
}
