/** What a participant may use, bring in or choose between, in the order and the words in which its model reads it; and what follows its answer. */
import { IconWorld } from '@tabler/icons-react'
import { memo, type ReactNode } from 'react'
import { reorderEdges } from '../../../src-shared/flow/editing/edits'
import { EDGES } from '../../../src-shared/kinds/edges'
import { LISTS, type ListsAs } from '../../../src-shared/kinds/edge-definition'
import type { Kind, OutPort } from '../../../src-shared/kinds/kind'
import { useEditor, useFlowResult } from '../../editor/editor-context'
import { ConnectButton } from '../../editor/palette/ConnectButton'
import { KindIcon, tintOf } from '../../kinds/kind-icons'
import { globalLines, helperLines, type HelperLine } from './helper-lines'
import { AddOption } from '../AddOption'
import { Mover } from '../Mover'
import { useDragOrder, type DragOrder } from '../use-drag-order'
import textStyles from '../../ui/text.module.css'
import helpersStyles from '../helpers.module.css'

/** What the lists of a node are about. Of those in order no model reads. */
const SECTIONS: { readonly [L in ListsAs]: { title: string; inOrder: boolean } } = {
  chat: { title: 'Chats, in order', inOrder: true },
  helper: { title: 'Helpers, as the model reads them', inOrder: false },
  'after-work': { title: 'After an answer, the first that fits', inOrder: true },
  next: { title: 'What comes next', inOrder: false },
}

/** Whoever only leads a queue of chats has no helpers of its own. */
const INSTEAD = 'A tool that replies instead'

/** Drawn anew when its lines change, not with each key that a field takes. */
export const Helpers = memo(function Helpers({ id, kind }: { id: string; kind: Kind }) {
  const all = useFlowResult((flow) => kind.ports(flow.nodes[id]?.data ?? {}))
  const ports = Map.groupBy(all, (port) => EDGES[port.edge].listsAs)
  return LISTS.map((listsAs) => {
    const listed = ports.get(listsAs)
    if (listed === undefined) return null
    const { inOrder } = SECTIONS[listsAs]
    const title = listsAs === 'helper' && kind.roles.nested === true ? INSTEAD : SECTIONS[listsAs].title
    return (
      <div key={title} role="group" aria-label={title}>
        <div className={textStyles.sectionTitle}>{title}</div>
        {listed.map((port) => (
          <PortLines
            key={port.id}
            id={id}
            port={port}
            isNamed={!inOrder && kind.roles.nested !== true}
            inOrder={inOrder}
          />
        ))}
      </div>
    )
  })
})

/** `isNamed`: the port is one of several in its section. */
type PortLinesProps = { id: string; port: OutPort; isNamed: boolean; inOrder: boolean }

function PortLines({ id, port, isNamed, inOrder }: PortLinesProps) {
  const { flows } = useEditor()
  const lines = useFlowResult((flow) => helperLines(flow, id, port))
  const fromElsewhere = useFlowResult((flow) => globalLines(flow, id, port))
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
      {isNamed && <div className={helpersStyles.port}>{port.label}</div>}
      {lines.length === 0 && (
        <div className={helpersStyles.none}>None. Connect one, or pull a wire from the port “{port.label}”.</div>
      )}
      <ol className={helpersStyles.list} ref={order.list}>
        {lines.map((line, index) => (
          <Row key={line.edge} line={line} place={inOrder ? index + 1 : null} marks={order.rowMarks(index)}>
            {canOrder && <Mover name={line.name} index={index} count={lines.length} order={order} onMove={move} />}
          </Row>
        ))}
      </ol>
      <div className={helpersStyles.more}>
        <ConnectButton from={{ node: id, port: port.id }} label={port.label} />
        {EDGES[port.edge].hasOption && <AddOption id={id} port={port} />}
      </div>
      {fromElsewhere.length > 0 && (
        <>
          <div className={helpersStyles.port}>From anywhere in the graph</div>
          <ol className={helpersStyles.list}>
            {fromElsewhere.map((line) => (
              <Row key={line.edge} line={line} place={null} marks={{}} />
            ))}
          </ol>
        </>
      )}
    </div>
  )
}

type RowProps = {
  line: HelperLine
  place: number | null
  marks: ReturnType<DragOrder['rowMarks']>
  children?: ReactNode
}

function Row({ line, place, marks, children }: RowProps) {
  const { session } = useEditor()
  return (
    <li data-off={line.isOff || undefined} {...marks} style={tintOf(line.kind?.group ?? null)}>
      <span className={helpersStyles.icon}>
        {place === null ? (
          <KindIcon kind={line.kind} size={14} />
        ) : (
          <span className={helpersStyles.place}>{place}</span>
        )}
      </span>
      <button
        type="button"
        className={helpersStyles.words}
        onClick={() => session.select([], [line.edge])}
        title="Show the edge"
      >
        <span className={line.isCalled ? textStyles.mono : helpersStyles.name}>{line.name}</span>
        {line.words !== '' && <span className={helpersStyles.about}>{line.words}</span>}
        {line.leadsTo !== null && (
          <span className={helpersStyles.to}>
            → {line.leadsTo}
            {line.isGlobal && (
              <span className={helpersStyles.global}>
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
