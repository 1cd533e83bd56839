/** The ports of a node: named on hover and while wiring; the ones that fit grow, the others fade. */
import { Handle, Position } from '@xyflow/react'
import { memo } from 'react'
import type { Kind } from '../../../src-shared/kinds/kind'
import { useSession } from '../editor-context'
import { portKey } from '../session-store'
import { portsOf, type PortView } from './ports'

export const Ports = memo(function Ports({ id, name, kind }: { id: string; name: string; kind: Kind | null }) {
  const isFar = useSession((session) => session.isFar)
  if (isFar) return null
  return portsOf(kind).map((port) => <Port key={port.id} node={id} name={name} port={port} />)
})

function Port({ node, name, port }: { node: string; name: string; port: PortView }) {
  const state = useSession(({ wiring }) => {
    if (wiring === null) return undefined
    if (wiring.node === node && wiring.port === port.id) return 'origin'
    return wiring.fits.has(portKey(node, port.id)) ? 'fits' : 'faded'
  })
  const isUpright = port.side === Position.Left || port.side === Position.Right
  const share = `${port.at * 100}%`
  return (
    <Handle
      className="bt-port"
      id={port.id}
      type={port.type}
      position={port.side}
      data-port={port.id}
      data-wiring={state}
      aria-label={`${port.label} port of ${name}`}
      style={isUpright ? { top: share } : { left: share }}
    >
      <span className="bt-port-label">{port.label}</span>
    </Handle>
  )
}
