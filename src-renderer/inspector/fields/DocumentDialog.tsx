/** A document of the flow in a dialog: its name and its text. */
import { Button, Modal, TextInput } from '@mantine/core'
import { useState } from 'react'
import { TextArea } from '../../ui/TextArea'
import { useT } from '../../ui/language'
import formStyles from '../../ui/form.module.css'

export type DocumentDraft = { name: string; text: string }

type DocumentDialogProps = {
  draft: DocumentDraft
  isNew: boolean
  /** The file that an empty text is read from. */
  path: string | undefined
  onKeep: (draft: DocumentDraft) => void
  onClose: () => void
}

export function DocumentDialog({ draft, isNew, path, onKeep, onClose }: DocumentDialogProps) {
  const t = useT()
  const [name, setName] = useState(draft.name)
  const [text, setText] = useState(draft.text)
  const isFile = path !== undefined && text === ''
  return (
    <Modal opened onClose={onClose} title={isNew ? t('New document') : t('Document')} size="lg">
      <form
        className={formStyles.form}
        onSubmit={(event) => {
          event.preventDefault()
          onKeep({ name, text })
        }}
      >
        <TextInput
          label={t('Name')}
          placeholder={t('Shop handbook')}
          description={t('Answers cite the document by this name.')}
          data-autofocus={isNew || undefined}
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextArea
          label={t('Text')}
          description={
            isFile
              ? t('Read from the file {path} beside the flow. A text written here takes its place.', { path })
              : null
          }
          placeholder={t('Plain text or Markdown. Headings help to cite the right place.')}
          minRows={12}
          maxRows={24}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <div className={formStyles.formActions}>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="filled" disabled={text.trim() === '' && path === undefined}>
            {isNew ? t('Add') : t('Save')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
