/** A name for somebody who still has the one that everybody of the kind begins with: out of what it is used for. */
import { Button } from '@mantine/core'
import { setNodeName } from '../../src-shared/flow/editing/edits'
import type { Flow } from '../../src-shared/flow/records'
import { kindOf } from '../../src-shared/kinds/index'
import { shortPurpose } from '../../src-shared/kinds/purpose'
import { useEditor, useFlow } from '../editor/editor-context'
import { useT } from '../ui/language'
import { betterName } from './begun-name'
import partsStyles from './parts.module.css'

export function NameOffer({ id }: { id: string }) {
  const t = useT()
  const { flows } = useEditor()
  const name = useFlow((flow) => offeredName(flow, id))
  if (name === null) return null
  return (
    <Button
      className={partsStyles.fix}
      size="compact-xs"
      variant="subtle"
      onClick={() => flows.edit('Rename', (flow) => setNodeName(flow, id, name))}
    >
      {t('Call it “{name}”', { name })}
    </Button>
  )
}

function offeredName(flow: Flow, id: string): string | null {
  const node = flow.nodes[id]
  const kind = node === undefined ? null : kindOf(node)
  if (node === undefined || kind === null || kind.roles.participant !== true) return null
  const purpose = shortPurpose(kind.offer(node)?.description ?? '')
  return purpose === null ? null : betterName(flow, id, purpose.charAt(0).toUpperCase() + purpose.slice(1))
}
