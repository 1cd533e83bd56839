/** Adding to a pool: a tool that is drawn already, or a new one. */
import type { EdgeEnd } from '../../../src-shared/flow/records'
import { toolPorts } from '../../../src-shared/kinds/edge-facts'
import type { Kind } from '../../../src-shared/kinds/kind'
import { ConnectButton } from '../../editor/palette/ConnectButton'
import { useT } from '../../ui/language'

export function AddTool({ from }: { from: EdgeEnd }) {
  const t = useT()
  return <ConnectButton from={from} label={t('Tools')} isWanted={isTool} />
}

/** A tool, but not a pool of them. */
function isTool(kind: Kind): boolean {
  return kind.roles.tool === true && toolPorts(kind).length === 0
}
