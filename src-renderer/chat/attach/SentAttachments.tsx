/** What goes with a message, as chips under its words; each opens whole. */
import './attach.css'
import { useState } from 'react'
import type { Attachment } from '../../../src-shared/run/attachments'
import { sizeWords } from '../../../src-shared/run/results'
import { KeptResults } from '../../results/KeptResults'
import { AttachmentDialog } from '../../results/AttachmentDialog'
import { useRun } from '../../run/run-context'
import { ChipIcon } from './ChipIcon'

export function SentAttachments({ attachments }: { attachments: readonly Attachment[] }) {
  const threadId = useRun((state) => state.threadId)
  const [open, setOpen] = useState<Attachment | null>(null)
  return (
    <div className="bt-attachments bt-attachments-sent" data-part="sent" role="group" aria-label="Attachments">
      {attachments.map((one, index) =>
        one.kept?.picture !== undefined ? (
          <KeptResults key={index} kept={[one.kept]} tool={one.name} />
        ) : (
          <button
            key={index}
            type="button"
            className="bt-attachment"
            data-part="attachment"
            title={[one.uri, one.mimeType, sizeWords(one.size)].filter((part) => part !== null).join(' · ')}
            aria-label={`Show ${one.name}`}
            onClick={() => setOpen(one)}
          >
            <ChipIcon mimeType={one.mimeType} />
            <span className="bt-ellipsis">{one.name}</span>
          </button>
        ),
      )}
      {open !== null && threadId !== null && (
        <AttachmentDialog threadId={threadId} attachment={open} onClose={() => setOpen(null)} />
      )}
    </div>
  )
}

export function PendingAttachments({ names }: { names: readonly string[] }) {
  return (
    <div className="bt-attachments bt-attachments-sent" data-part="sent" role="group" aria-label="Attachments">
      {names.map((name, index) => (
        <span key={index} className="bt-attachment" data-part="attachment">
          <ChipIcon mimeType="" />
          <span className="bt-ellipsis">{name}</span>
        </span>
      ))}
    </div>
  )
}
