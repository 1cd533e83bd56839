/** The ports of a node: named on hover and while wiring; the ones that fit grow, the others fade. */
import { useT } from '../../ui/language'
import { Handle, Position } from '../../react-flow/react-flow'
import { IconPlus } from '@tabler/icons-react'
import { memo } from 'react'
import type { Flow } from '../../../src-shared/flow/records'
import { KIND_LIST } from '../../../src-shared/kinds/index'
import { cx } from '../../ui/cx'
import { useEditor, useFlow, useFlowResult, useSession } from '../editor-context'
import { boxesOf } from '../placing'
import { portKey } from '../session-store'
import { kindFits } from '../wiring'
import { openAtPort } from './open-popup'
import type { Size } from '../../../src-shared/drawing/node-size'
import { crowdedPorts, pillsBeside } from './port-labels'
import { offsetOf, pointOf, type PortView } from './ports'
import edgeColorStyles from '../../kinds/edge-color.module.css'
import styles from './Ports.module.css'

/** Width of a node's border: absolute places inside are counted from its inner edge. */
const BORDER = 1

type PortsProps = { id: string; name: string; ports: readonly PortView[]; isSelected: boolean } & Size

export const Ports = memo(function Ports({ id, name, ports, isSelected, width, height }: PortsProps) {
  const isAlone = useSession(
    (session) => isSelected && session.nodes.size + session.edges.size === 1 && session.wiring === null,
  )
  const isFar = useSession((session) => session.isFar)
  const { isReadOnly } = useEditor()
  const size = { width, height }
  const crowded = useCrowded(id, isAlone && !isFar ? ports : NO_PORTS, size)
  return (
    <>
      {!isFar &&
        ports.map((port) => (
          <Port
            key={port.id}
            node={id}
            name={name}
            port={port}
            size={size}
            isAlone={isAlone}
            crowded={crowded[port.id]}
          />
        ))}
      {!isFar &&
        isAlone &&
        isReadOnly !== true &&
        ports
          .filter(({ type }) => type === 'source')
          .map((port) => <Plus key={port.id} node={id} name={name} port={port} size={size} />)}
    </>
  )
})

const NO_PORTS: readonly PortView[] = []

/** The ports whose names would lie on something, and from which distances. */
function useCrowded(id: string, ports: readonly PortView[], size: Size): Readonly<Record<string, string>> {
  const t = useT()
  const { lineIndex } = useEditor()
  return useFlowResult((flow: Flow): Readonly<Record<string, string>> => {
    const at = flow.layout.nodes[id]
    if (ports.length === 0 || at === undefined) return NONE
    const node = { ...at, ...size }
    const named = ports.map((port) => ({ port, words: t.known(port.label) }))
    const pills = pillsBeside(flow, node, { lineIndex, t })
    return crowdedPorts(node, named, { boxes: boxesOf(flow), pills })
  })
}

const NONE = {}

type PortProps = { node: string; name: string; port: PortView; size: Size }

/** `crowded`: the distances from which its name would lie on something. */
type MarkedPortProps = PortProps & { isAlone: boolean; crowded: string | undefined }

/** `isAlone`: its node alone is selected, and says what all of its ports are; one that is crowded where the mouse is on it. */
function Port({ node, name, port, size, isAlone, crowded }: MarkedPortProps) {
  const t = useT()
  const state = useSession(({ wiring }) => {
    if (wiring === null) return undefined
    if (wiring.node === node && wiring.port === port.id) return 'origin'
    return wiring.fits.has(portKey(node, port.id)) ? 'fits' : 'faded'
  })
  const isUpright = port.side === Position.Left || port.side === Position.Right
  const offset = offsetOf(port, size)
  return (
    <Handle
      className={cx(styles.port, edgeColorStyles.edgeColor)}
      id={port.id}
      type={port.type}
      position={port.side}
      data-port={port.id}
      data-named={port.isNamed || undefined}
      data-wiring={state}
      data-kind={port.edge ?? undefined}
      data-alone={isAlone || undefined}
      data-crowded={crowded}
      // What lies under the words of an edge, or is cut where it is long, is read by pointing at it.
      title={crowded === undefined && !port.isNamed ? undefined : t.known(port.label)}
      data-port-name={`${t.known(port.label)} of ${name}`}
      // The inspector and the keys join what is heard; a port is for the mouse.
      aria-hidden
      style={isUpright ? { top: offset } : { left: offset }}
    >
      <span className={styles.label}>{t.known(port.label)}</span>
    </Handle>
  )
}

/** Adds what the port leads to. */
function Plus({ node, name, port, size }: PortProps) {
  const t = useT()
  const editor = useEditor()
  const canGrow = useFlow((flow) =>
    KIND_LIST.some((kind) => kindFits(flow, kind, { end: { node, port: port.id }, isSource: true })),
  )
  if (!canGrow) return null
  const { x, y } = pointOf(port, size)
  return (
    <button
      type="button"
      className={cx(styles.plus, 'nodrag', 'nopan')}
      data-side={port.side}
      tabIndex={-1}
      aria-label={t('Add at {port} of {name}', { port: t.known(port.label), name })}
      title={t('Add at {port}', { port: t.known(port.label) })}
      style={{ left: x - BORDER, top: y - BORDER }}
      onClick={(event) => {
        event.stopPropagation()
        openAtPort(editor, { node, port: port.id }, event.currentTarget.getBoundingClientRect())
      }}
    >
      <IconPlus size={11} stroke={2.5} aria-hidden />
    </button>
  )
}
