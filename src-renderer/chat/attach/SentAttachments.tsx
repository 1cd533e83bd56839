/** What goes with a message, as chips under its words; each opens whole. */
import { useState } from 'react'
import type { Attachment } from '../../../src-shared/run/log/attachments'
import { KeptResults } from '../../results/KeptResults'
import { AttachmentDialog } from '../../results/AttachmentDialog'
import { useRun } from '../../run/store/run-context'
import { ChipIcon } from './ChipIcon'
import { sizeMessage } from '../../ui/size-words'
import { cx } from '../../ui/cx'
import { useT } from '../../ui/language'
import textStyles from '../../ui/text.module.css'
import chipsStyles from './chips.module.css'

export function SentAttachments({ attachments }: { attachments: readonly Attachment[] }) {
  const t = useT()
  const threadId = useRun((state) => state.threadId)
  const [open, setOpen] = useState<Attachment | null>(null)
  return (
    <div
      className={cx(chipsStyles.attachments, chipsStyles.attachmentsSent)}
      data-part="sent"
      role="group"
      aria-label={t('Attachments')}
    >
      {attachments.map((one, index) =>
        one.kept?.picture !== undefined ? (
          <KeptResults key={index} kept={[one.kept]} tool={one.name} />
        ) : (
          <button
            key={index}
            type="button"
            className={chipsStyles.attachment}
            data-part="attachment"
            title={[one.uri, one.mimeType, t.message(sizeMessage(one.size))]
              .filter((part) => part !== null)
              .join(' · ')}
            aria-label={t('Show {name}', { name: one.name })}
            onClick={() => setOpen(one)}
          >
            <ChipIcon mimeType={one.mimeType} />
            <span className={textStyles.ellipsis}>{one.name}</span>
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
  const t = useT()
  return (
    <div
      className={cx(chipsStyles.attachments, chipsStyles.attachmentsSent)}
      data-part="sent"
      role="group"
      aria-label={t('Attachments')}
    >
      {names.map((name, index) => (
        <span key={index} className={chipsStyles.attachment} data-part="attachment">
          <ChipIcon mimeType="" />
          <span className={textStyles.ellipsis}>{name}</span>
        </span>
      ))}
    </div>
  )
}
