/** Adding to a pool: a tool that is drawn already, or a new one. */
import type { EdgeEnd } from '../../src-shared/flow/records'
import type { Kind } from '../../src-shared/kinds/kind'
import { ConnectButton } from '../editor/palette/ConnectButton'

export function AddTool({ from }: { from: EdgeEnd }) {
  return <ConnectButton from={from} label="Tools" isWanted={isTool} />
}

/** A tool, but not a pool of them. */
function isTool({ roles, ports }: Kind): boolean {
  return roles.tool === true && !ports().some(({ edge }) => edge === 'use')
}
