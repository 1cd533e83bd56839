/** What was attached to a message, whole: a text as it was read, or what is kept of it. */
import { useMemo } from 'react'
import type { Attachment } from '../../src-shared/run/log/attachments'
import { isTextType } from '../../src-shared/run/log/results'
import { KeptResults } from './KeptResults'
import { ResultDialog, TextDialog } from './ResultDialog'
import { savedName } from './saved-name'
import { Dialog } from '../ui/layers/Dialog'

export type AttachmentDialogProps = { threadId: string; attachment: Attachment; onClose: () => void }

export function AttachmentDialog({ threadId, attachment, onClose }: AttachmentDialogProps) {
  const { name, mimeType, size, text, kept } = attachment
  const reading = useMemo(() => ({ value: text, error: null, read: text.length, length: text.length }), [text])
  if (kept === null)
    return (
      <TextDialog
        {...{ title: name, mimeType, size, reading, onClose }}
        saveAs={savedName({ id: '', name, mimeType, size }, name)}
      />
    )
  if (isTextType(kept.mimeType)) return <ResultDialog {...{ threadId, kept, onClose }} tool={name} />
  return (
    <Dialog opened onClose={onClose} title={name} size="auto">
      <KeptResults kept={[kept]} tool={name} />
    </Dialog>
  )
}
