/** A document of the flow in a dialog: its name and its text. */
import { Button, TextInput } from '@mantine/core'
import { DraftNote } from '../../ui/DraftNote'
import { formPlace, useFormDraft } from '../../ui/form-drafts'
import { TextArea } from '../../ui/TextArea'
import { useT } from '../../ui/language'
import { useFieldId, type FieldPlace } from '../use-field-id'
import { Dialog } from '../../ui/layers/Dialog'
import formStyles from '../../ui/form.module.css'

export type DocumentDraft = { name: string; text: string }

/** `index` null: a new one. */
export type OpenedDocument = DocumentDraft & { index: number | null }

const DOCUMENT_FORM = formPlace<DocumentDraft>()

type DocumentDialogProps = {
  /** The field that it belongs to. */
  place: FieldPlace
  draft: OpenedDocument
  /** The file that an empty text is read from. */
  path: string | undefined
  onKeep: (draft: DocumentDraft) => void
  onClose: () => void
}

export function DocumentDialog({ place, draft, path, onKeep, onClose }: DocumentDialogProps) {
  const t = useT()
  const isNew = draft.index === null
  // Also by what it says: a text that was pasted begins with itself.
  const about = JSON.stringify([useFieldId(place), draft])
  const form = useFormDraft(DOCUMENT_FORM, about, { name: draft.name, text: draft.text })
  const { name, text } = form.value
  const isFile = path !== undefined && text === ''
  return (
    <Dialog opened onClose={onClose} title={isNew ? t('New document') : t('Document')} size="lg">
      <form
        className={formStyles.form}
        onSubmit={(event) => {
          event.preventDefault()
          form.leave(() => onKeep({ name, text }))
        }}
      >
        <DraftNote draft={form} />
        <TextInput
          label={t('Name')}
          placeholder={t('Shop handbook')}
          description={t('Answers cite the document by this name.')}
          data-autofocus={isNew || undefined}
          maxLength={200}
          value={name}
          onChange={(event) => form.set({ name: event.currentTarget.value, text })}
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
          onChange={(event) => form.set({ name, text: event.currentTarget.value })}
        />
        <div className={formStyles.formActions}>
          <Button onClick={() => form.leave(onClose)}>{t('Cancel')}</Button>
          <Button type="submit" variant="filled" disabled={text.trim() === '' && path === undefined}>
            {isNew ? t('Add') : t('Save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
