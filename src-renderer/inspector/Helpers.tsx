/** What a participant may use or bring in, in the order and the words in which its model reads it. */
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useMemo } from 'react'
import { offersOf, type Offer } from '../../src-shared/agents/offers'
import { reorderEdges } from '../../src-shared/flow/edits'
import { edgesFrom, flowGraph, type EdgeEntry } from '../../src-shared/flow/graph'
import type { Flow, FlowEdge } from '../../src-shared/flow/records'
import { EDGES } from '../../src-shared/kinds/edges'
import { kindOf } from '../../src-shared/kinds/index'
import type { Kind, OutPort } from '../../src-shared/kinds/kind'
import { useEditor, useFlow } from '../editor/editor-context'
import { lookOf } from '../kinds/edge-looks'
import { KindIcon, tintOf } from '../kinds/kind-icons'
import { IconButton } from '../ui/IconButton'

type Line = { edge: string; node: string; name: string; words: string; isOff: boolean; kind: Kind | null }

export function Helpers({ id, kind }: { id: string; kind: Kind }) {
  const ports = kind.ports.filter((port) => port.edge !== 'next')
  if (ports.length === 0) return null
  return (
    <div className="bt-helpers" role="group" aria-label="Helpers, as the model reads them">
      <div className="bt-section-title">Helpers, as the model reads them</div>
      {ports.map((port) => (
        <PortLines key={port.id} id={id} port={port} />
      ))}
    </div>
  )
}

function PortLines({ id, port }: { id: string; port: OutPort }) {
  const { flows, session } = useEditor()
  const flow = useFlow((present) => present)
  const lines = useMemo(() => {
    const offers = new Map(offersOf(flowGraph(flow), id).map((offer) => [offer.edgeId, offer]))
    return edgesFrom(flow, id, port.id).map((entry) => lineOf(flow, entry, offers.get(entry.id)))
  }, [flow, id, port.id])
  const canOrder = Object.hasOwn(EDGES[port.edge].schema.shape, 'order')

  function move(from: number, to: number): void {
    const ids = lines.map((line) => line.edge)
    const [moved] = ids.splice(from, 1)
    if (moved === undefined) return
    ids.splice(to, 0, moved)
    flows.edit(`Order ${port.label.toLowerCase()}`, (before) => reorderEdges(before, { node: id, port: port.id }, ids))
  }
  return (
    <div role="group" aria-label={port.label}>
      <div className="bt-helpers-port">{port.label}</div>
      {lines.length === 0 && <div className="bt-helpers-none">None. Pull a wire from the port “{port.label}”.</div>}
      <ol className="bt-helpers-list">
        {lines.map((line, index) => (
          <li key={line.edge} data-off={line.isOff || undefined} style={tintOf(line.kind?.group ?? null)}>
            <span className="bt-helpers-icon">
              <KindIcon kind={line.kind} size={14} />
            </span>
            <button
              type="button"
              className="bt-helpers-words"
              onClick={() => session.select([], [line.edge])}
              title="Show the edge"
            >
              <span className="bt-mono">{line.name}</span>
              {line.words !== '' && <span className="bt-helpers-about">{line.words}</span>}
            </button>
            {canOrder && lines.length > 1 && (
              <span className="bt-helpers-move">
                <IconButton
                  label={`Move ${line.name} up`}
                  size={22}
                  disabled={index === 0}
                  onClick={() => move(index, index - 1)}
                >
                  <IconArrowUp size={13} />
                </IconButton>
                <IconButton
                  label={`Move ${line.name} down`}
                  size={22}
                  disabled={index === lines.length - 1}
                  onClick={() => move(index, index + 1)}
                >
                  <IconArrowDown size={13} />
                </IconButton>
              </span>
            )}
          </li>
        ))}
      </ol>
    </div>
  )
}

function lineOf(flow: Flow, { id, edge }: EdgeEntry, offer: Offer | undefined): Line {
  const node = flow.nodes[edge.to.node]
  const kind = node === undefined ? null : kindOf(node)
  const words = offer?.description ?? edgeWords(edge)
  return {
    edge: id,
    node: edge.to.node,
    name: offer?.name ?? node?.name ?? '',
    words,
    isOff: offer?.enabled === false,
    kind,
  }
}

function edgeWords(edge: FlowEdge): string {
  return lookOf(edge).label(edge) ?? ''
}
