/** What a participant may use, bring in or choose between, in the order and the words in which its model reads it; and what follows its answer. */
import { message, type PlainText } from '../../../src-shared/languages/translate'
import { useT } from '../../ui/language'
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
import partsStyles from '../parts.module.css'

/** A section of a node: fields of a group, with the lists of ports that belong there. */
type Section = { title: PlainText; about?: PlainText; inOrder: boolean }

/** What the lists of a node are about. Of those in order no model reads. */
const SECTIONS: { readonly [L in ListsAs]: Section } = {
  chat: { title: 'Chats, in order', inOrder: true },
  helper: { title: 'What it may do', about: 'In the words that its model reads.', inOrder: false },
  'after-work': { title: 'When it has answered', about: 'The first that fits.', inOrder: true },
  next: { title: 'What comes next', inOrder: false },
}

/** Whoever only leads a queue of chats has no helpers of its own. */
const INSTEAD = 'A tool that replies instead' satisfies PlainText

export type HelpersProps = {
  id: string
  kind: Kind
  /** Fields of what it may do, and of what follows its answer. */
  may: ReactNode
  answered: ReactNode
}

/** The sections of a node that its ports belong to, with the fields that belong there too. */
export function Helpers({ id, kind, may, answered }: HelpersProps) {
  const t = useT()
  const all = useFlowResult((flow) => kind.ports(flow.nodes[id]?.data ?? {}))
  const ports = Map.groupBy(all, (port) => sectionOf(port, kind))
  const fields: { readonly [L in ListsAs]?: ReactNode } = { helper: may, 'after-work': answered }
  return LISTS.map((listsAs) => {
    const listed = ports.get(listsAs) ?? []
    const { title, about, inOrder } = SECTIONS[listsAs]
    const isInstead = listsAs === 'helper' && kind.roles.nested === true
    const own = fields[listsAs] ?? null
    if (listed.length === 0 && own === null) return null
    const shown = isInstead ? INSTEAD : title
    return (
      <div key={listsAs} role="group" aria-label={t(shown)} className={partsStyles.fields}>
        <h3 className={partsStyles.groupTitle}>{t(shown)}</h3>
        {listsAs === 'helper' && own}
        {listed.map((port, index) => (
          <PortLines
            key={port.id}
            id={id}
            port={port}
            about={index === 0 && EDGES[port.edge].listsAs === listsAs ? about : undefined}
            isNamed={listed.length > 1 && kind.roles.nested !== true && port.label !== shown}
            inOrder={inOrder && EDGES[port.edge].listsAs === listsAs}
          />
        ))}
        {listsAs !== 'helper' && own}
      </div>
    )
  })
}

/** Whoever speaks goes on when it has answered, whatever the edge; the others only lead on. */
function sectionOf(port: OutPort, { roles }: Kind): ListsAs {
  const { listsAs } = EDGES[port.edge]
  const isAnswer = listsAs === 'next' && roles.participant === true && roles.way !== true
  return isAnswer ? 'after-work' : listsAs
}

/** `isNamed`: the port is one of several in its section. */
type PortLinesProps = { id: string; port: OutPort; about: PlainText | undefined; isNamed: boolean; inOrder: boolean }

/** Drawn anew when its lines change, not with each key that a field takes. */
const PortLines = memo(function PortLines({ id, port, about, isNamed, inOrder }: PortLinesProps) {
  const t = useT()
  const { flows } = useEditor()
  const lines = useFlowResult((flow) => helperLines(flow, { node: id, port, t }))
  const fromElsewhere = useFlowResult((flow) => globalLines(flow, { node: id, port, t }))
  const canOrder = Object.hasOwn(EDGES[port.edge].schema.shape, 'order') && lines.length > 1

  function move(from: number, to: number): void {
    const ids = lines.map((line) => line.edge)
    const [moved] = ids.splice(from, 1)
    if (moved === undefined) return
    ids.splice(to, 0, moved)
    flows.edit(message('Order {port}', { port: { label: port.label } }), (before) =>
      reorderEdges(before, { node: id, port: port.id }, ids),
    )
  }
  const order = useDragOrder(lines.length, move)
  return (
    <div role="group" aria-label={t.known(port.label)}>
      {about !== undefined && lines.length > 1 && <div className={partsStyles.fieldNote}>{t(about)}</div>}
      <div className={helpersStyles.head}>
        <span className={helpersStyles.port}>
          {isNamed ? t.known(port.label) : lines.length === 0 ? t('None yet') : ''}
        </span>
        {EDGES[port.edge].hasOption && <AddOption id={id} port={port} />}
        <ConnectButton from={{ node: id, port: port.id }} label={t.known(port.label)} />
      </div>
      <ol className={helpersStyles.list} ref={order.list}>
        {lines.map((line, index) => (
          <Row key={line.edge} line={line} place={inOrder ? index + 1 : null} marks={order.rowMarks(index)}>
            {canOrder && <Mover name={line.name} index={index} count={lines.length} order={order} onMove={move} />}
          </Row>
        ))}
      </ol>
      {fromElsewhere.length > 0 && (
        <>
          <div className={helpersStyles.port}>{t('From anywhere in the graph')}</div>
          <ol className={helpersStyles.list}>
            {fromElsewhere.map((line) => (
              <Row key={line.edge} line={line} place={null} marks={{}} />
            ))}
          </ol>
        </>
      )}
    </div>
  )
})

type RowProps = {
  line: HelperLine
  place: number | null
  marks: ReturnType<DragOrder['rowMarks']>
  children?: ReactNode
}

function Row({ line, place, marks, children }: RowProps) {
  const t = useT()
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
        title={t('Show the edge')}
      >
        <span className={line.isCalled ? textStyles.mono : helpersStyles.name}>{line.name}</span>
        {line.words !== '' && <span className={helpersStyles.about}>{line.words}</span>}
        {line.leadsTo !== null && (
          <span className={helpersStyles.to}>
            → {line.leadsTo}
            {line.isGlobal && (
              <span className={helpersStyles.global}>
                <IconWorld size={12} aria-hidden /> {t('from anywhere')}
              </span>
            )}
          </span>
        )}
      </button>
      {children}
    </li>
  )
}
