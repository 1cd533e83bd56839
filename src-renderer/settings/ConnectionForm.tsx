/** One connection: first which server, where it is a new one, then what is still missing of it. */
import { useState } from 'react'
import type { ConnectionView } from '../../src-shared/rpc/connection'
import { ConnectionFields } from './ConnectionFields'
import { useKeptDraft } from '../ui/form-drafts'
import { CONNECTION_FORM, draftOf, newDraft, type ConnectionDraft } from './connection-draft'
import { PresetChoice } from './PresetChoice'

export type ConnectionFormProps = {
  stored: ConnectionView | null
  names: readonly string[]
  onDone: () => void
}

export function ConnectionForm({ stored, names, onDone }: ConnectionFormProps) {
  const kept = useKeptDraft(CONNECTION_FORM, '')
  const [begun, setBegun] = useState<ConnectionDraft | null>(() => {
    if (stored !== null) return draftOf(stored)
    return kept === null ? null : newDraft(kept.preset, names)
  })
  if (begun === null) return <PresetChoice onChoose={(preset) => setBegun(newDraft(preset, names))} onCancel={onDone} />
  return (
    <ConnectionFields
      begun={begun}
      names={names}
      onDone={onDone}
      onBack={stored === null ? () => setBegun(null) : null}
    />
  )
}
