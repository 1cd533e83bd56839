/** Adding to a pool: a tool that is drawn already, or a new one. */
import type { EdgeEnd } from '../../../src-shared/flow/records'
import { toolPorts } from '../../../src-shared/kinds/edge-facts'
import type { Kind } from '../../../src-shared/kinds/kind'
import { ConnectButton } from '../../editor/palette/ConnectButton'

export function AddTool({ from }: { from: EdgeEnd }) {
  return <ConnectButton from={from} label="Tools" isWanted={isTool} />
}

/** A tool, but not a pool of them. */
function isTool(kind: Kind): boolean {
  return kind.roles.tool === true && toolPorts(kind).length === 0
}
