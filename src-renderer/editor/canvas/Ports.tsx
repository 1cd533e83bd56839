/** The ports of a node: named on hover and while wiring; the ones that fit grow, the others fade. */
import { Handle, Position } from '@xyflow/react'
import { memo } from 'react'
import { useSession } from '../editor-context'
import { portKey } from '../session-store'
import type { Size } from './node-size'
import { offsetOf, pointOf, type PortView } from './ports'
import styles from './Ports.module.css'

/** Width of a node's border: absolute places inside are counted from its inner edge. */
const BORDER = 1

type PortsProps = { id: string; name: string; ports: readonly PortView[] } & Size

export const Ports = memo(function Ports({ id, name, ports, width, height }: PortsProps) {
  const isFar = useSession((session) => session.isFar)
  const size = { width, height }
  return (
    <>
      {ports.map((port) => (
        <Anchor key={port.id} port={port} size={size} />
      ))}
      {!isFar && ports.map((port) => <Port key={port.id} node={id} name={name} port={port} size={size} />)}
    </>
  )
})

/** What React Flow measures when a node is drawn: a point on the border, so that lines touch it, and there also from afar. */
function Anchor({ port, size }: { port: PortView; size: Size }) {
  const { x, y } = pointOf(port, size)
  return (
    <span
      className={port.type}
      data-handleid={port.id}
      data-handlepos={port.side}
      style={{ position: 'absolute', width: 0, height: 0, left: x - BORDER, top: y - BORDER }}
    />
  )
}

function Port({ node, name, port, size }: { node: string; name: string; port: PortView; size: Size }) {
  const state = useSession(({ wiring }) => {
    if (wiring === null) return undefined
    if (wiring.node === node && wiring.port === port.id) return 'origin'
    return wiring.fits.has(portKey(node, port.id)) ? 'fits' : 'faded'
  })
  const isUpright = port.side === Position.Left || port.side === Position.Right
  const offset = offsetOf(port, size)
  return (
    <Handle
      className={styles.port}
      id={port.id}
      type={port.type}
      position={port.side}
      data-port={port.id}
      data-named={port.isNamed || undefined}
      data-wiring={state}
      aria-label={`${port.label} port of ${name}`}
      style={isUpright ? { top: offset } : { left: offset }}
    >
      <span className={styles.label}>{port.label}</span>
    </Handle>
  )
}
