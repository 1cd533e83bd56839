/** What a participant may use, bring in or choose between, in the order and the words in which its model reads it. */
import { IconArrowDown, IconArrowUp, IconGripVertical, IconWorld } from '@tabler/icons-react'
import { useMemo, type ReactNode } from 'react'
import { reorderEdges } from '../../src-shared/flow/edits'
import { EDGES } from '../../src-shared/kinds/edges'
import type { Kind, OutPort } from '../../src-shared/kinds/kind'
import { useEditor, useFlow } from '../editor/editor-context'
import { KindIcon, tintOf } from '../kinds/kind-icons'
import { IconButton } from '../ui/IconButton'
import { globalLines, helperLines, type HelperLine } from './helper-lines'
import { useDragOrder, type DragOrder } from './use-drag-order'

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
  const { flows } = useEditor()
  const flow = useFlow((present) => present)
  const lines = useMemo(() => helperLines(flow, id, port), [flow, id, port])
  const fromElsewhere = useMemo(() => globalLines(flow, id, port), [flow, id, port])
  const canOrder = Object.hasOwn(EDGES[port.edge].schema.shape, 'order') && lines.length > 1

  function move(from: number, to: number): void {
    const ids = lines.map((line) => line.edge)
    const [moved] = ids.splice(from, 1)
    if (moved === undefined) return
    ids.splice(to, 0, moved)
    flows.edit(`Order ${port.label.toLowerCase()}`, (before) => reorderEdges(before, { node: id, port: port.id }, ids))
  }
  const order = useDragOrder(lines.length, move)
  return (
    <div role="group" aria-label={port.label}>
      <div className="bt-helpers-port">{port.label}</div>
      {lines.length === 0 && <div className="bt-helpers-none">None. Pull a wire from the port “{port.label}”.</div>}
      <ol className="bt-helpers-list" ref={order.list}>
        {lines.map((line, index) => (
          <Row key={line.edge} line={line} marks={order.rowMarks(index)}>
            {canOrder && <Mover line={line} index={index} count={lines.length} order={order} onMove={move} />}
          </Row>
        ))}
      </ol>
      {fromElsewhere.length > 0 && (
        <>
          <div className="bt-helpers-port">From anywhere in the graph</div>
          <ol className="bt-helpers-list">
            {fromElsewhere.map((line) => (
              <Row key={line.edge} line={line} marks={{}} />
            ))}
          </ol>
        </>
      )}
    </div>
  )
}

type RowProps = { line: HelperLine; marks: ReturnType<DragOrder['rowMarks']>; children?: ReactNode }

function Row({ line, marks, children }: RowProps) {
  const { session } = useEditor()
  return (
    <li data-off={line.isOff || undefined} {...marks} style={tintOf(line.kind?.group ?? null)}>
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
        {line.leadsTo !== null && (
          <span className="bt-helpers-to">
            → {line.leadsTo}
            {line.isGlobal && (
              <span className="bt-helpers-global">
                <IconWorld size={12} aria-hidden /> from anywhere
              </span>
            )}
          </span>
        )}
      </button>
      {children}
    </li>
  )
}

type MoverProps = {
  line: HelperLine
  index: number
  count: number
  order: DragOrder
  onMove: (from: number, to: number) => void
}

/** Two buttons for the keyboard, a grip for the pointer. */
function Mover({ line, index, count, order, onMove }: MoverProps) {
  return (
    <span className="bt-helpers-move">
      <IconButton
        label={`Move ${line.name} up`}
        size={22}
        disabled={index === 0}
        onClick={() => onMove(index, index - 1)}
      >
        <IconArrowUp size={13} />
      </IconButton>
      <IconButton
        label={`Move ${line.name} down`}
        size={22}
        disabled={index === count - 1}
        onClick={() => onMove(index, index + 1)}
      >
        <IconArrowDown size={13} />
      </IconButton>
      <span className="bt-grip" title="Drag to another place" aria-hidden {...order.grip(index)}>
        <IconGripVertical size={14} />
      </span>
    </span>
  )
}
