/** What was attached to a message, whole: a text as it was read, or what is kept of it. */
import { Modal } from '@mantine/core'
import { useMemo } from 'react'
import type { Attachment } from '../../src-shared/run/log/attachments'
import { isTextType } from '../../src-shared/run/log/results'
import { KeptResults } from './KeptResults'
import { ResultDialog, TextDialog } from './ResultDialog'
import { savedName } from './saved-name'
import { useT } from '../ui/language'

export type AttachmentDialogProps = { threadId: string; attachment: Attachment; onClose: () => void }

export function AttachmentDialog({ threadId, attachment, onClose }: AttachmentDialogProps) {
  const t = useT()
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
    <Modal opened onClose={onClose} title={name} size="auto" closeButtonProps={{ 'aria-label': t('Close') }}>
      <KeptResults kept={[kept]} tool={name} />
    </Modal>
  )
}
