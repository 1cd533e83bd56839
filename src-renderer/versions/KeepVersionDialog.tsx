/** Names a version of the flow as it is now, and keeps it. */
import { Button, TextInput } from '@mantine/core'
import type { FlowStore } from '../editor/flow-store'
import { notify, notifyError, useServices } from '../ui/services'
import { DraftNote } from '../ui/DraftNote'
import { formPlace, useFormDraft } from '../ui/form-drafts'
import { useT } from '../ui/language'
import { Dialog } from '../ui/layers/Dialog'
import formStyles from '../ui/form.module.css'

type KeepVersionProps = { flows: FlowStore; onClose: () => void }

export function KeepVersionDialog({ opened, ...props }: KeepVersionProps & { opened: boolean }) {
  const t = useT()
  return (
    <Dialog opened={opened} onClose={props.onClose} title={t('Keep a version')} size={420}>
      {opened && <KeepVersion {...props} />}
    </Dialog>
  )
}

/** The name of a version, by the flow. */
const VERSION_FORM = formPlace<string>()

function KeepVersion({ flows, onClose }: KeepVersionProps) {
  const t = useT()
  const { client } = useServices()
  const draft = useFormDraft(VERSION_FORM, flows.getState().flow.id, '')
  const { value: label, set: setLabel, leave } = draft
  async function keep(): Promise<void> {
    await flows.flush()
    await client.call('flows.keepVersion', { id: flows.getState().flow.id, label: label.trim() })
    notify('The version is kept. You find it under Versions.')
    leave(onClose)
  }
  return (
    <form
      className={formStyles.form}
      onSubmit={(event) => {
        event.preventDefault()
        keep().catch((cause: unknown) => notifyError('The version could not be kept', cause))
      }}
    >
      <DraftNote draft={draft} />
      <TextInput
        label={t('What is it?')}
        placeholder={t('Before the new tools')}
        data-autofocus
        value={label}
        maxLength={200}
        onChange={(event) => setLabel(event.currentTarget.value)}
      />
      <div className={formStyles.formActions}>
        <Button onClick={() => leave(onClose)}>{t('Cancel')}</Button>
        <Button type="submit" variant="filled">
          {t('Keep')}
        </Button>
      </div>
    </form>
  )
}
