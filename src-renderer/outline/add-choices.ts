/** What may be put under a row of the outline: nodes that are there and new ones, by the port that they would hang on. */
import type { Translate } from '../../src-shared/languages/translate'
import { isStart } from '../../src-shared/flow/editing/embedded-flow'
import type { EdgeEnd, Flow } from '../../src-shared/flow/records'
import { kindOf, offeredName, OFFERED_KINDS } from '../../src-shared/kinds/index'
import type { Kind } from '../../src-shared/kinds/kind'
import { IN_PORT } from '../editor/canvas/ports'
import { portKey } from '../editor/session-store'
import { fittingKinds, fittingPorts } from '../editor/wiring'
import type { OutlineRow } from './outline-rows'

/** `from` null: it stands alone. */
export type AddChoice = { id: string; from: EdgeEnd | null } & ({ node: string } | { kind: Kind })
export type AddGroup = { id: string; label: string; choices: readonly AddChoice[] }

/** The ports that something can be added at: those of the row's node, or the one that its edge leaves. */
function portsBelow(flow: Flow, row: OutlineRow | null): { end: EdgeEnd; label: string }[] {
  if (row === null || row.what === 'group') return []
  if (row.what === 'edge') return portOfEdge(flow, row.edge)
  const own = portsOf(flow, row.node)
  return own.length === 0 && row.what === 'node' && row.edge !== null ? portOfEdge(flow, row.edge) : own
}

function portsOf(flow: Flow, id: string): { end: EdgeEnd; label: string }[] {
  const node = flow.nodes[id]
  const ports = node === undefined ? [] : (kindOf(node)?.ports(node.data) ?? [])
  return ports.map((port) => ({ end: { node: id, port: port.id }, label: port.label }))
}

function portOfEdge(flow: Flow, id: string): { end: EdgeEnd; label: string }[] {
  const from = flow.edges[id]?.from
  return from === undefined ? [] : portsOf(flow, from.node).filter(({ end }) => end.port === from.port)
}

/** By port, nodes that are there first; and at the end what stands alone. */
export function addGroups(flow: Flow, row: OutlineRow | null, t: Translate): readonly AddGroup[] {
  const groups = portsBelow(flow, row).map(({ end, label }): AddGroup => {
    const loose = { end, isSource: true }
    const fits = fittingPorts(flow, loose)
    const nodes = Object.keys(flow.nodes).filter((id) => fits.has(portKey(id, IN_PORT)))
    return {
      id: end.port,
      label: t.known(label),
      choices: [
        ...nodes.map((node) => ({ id: `${end.port}/node/${node}`, from: end, node })),
        ...fittingKinds(flow, loose).map((kind) => ({ id: `${end.port}/kind/${offeredName(kind)}`, from: end, kind })),
      ],
    }
  })
  const hasStart = Object.values(flow.nodes).some(isStart)
  const alone = OFFERED_KINDS.filter((kind) => !(hasStart && isStart({ kind: kind.kind, name: '', data: {} }))).map(
    (kind) => {
      return { id: `/kind/${offeredName(kind)}`, from: null, kind }
    },
  )
  return [...groups, { id: '', label: t('Not connected'), choices: alone }].filter(({ choices }) => choices.length > 0)
}
