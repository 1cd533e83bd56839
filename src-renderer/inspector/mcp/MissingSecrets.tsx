/** Secrets that a node names and nobody stored yet: each can be stored right here. */
import { Anchor, Button, PasswordInput } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import { toAppError } from '../../../src-shared/errors'
import { useRunPlace } from '../../run/store/run-context'
import { DraftNote } from '../../ui/DraftNote'
import { formPlace, useFormDraft } from '../../ui/form-drafts'
import { useServices } from '../../ui/services'
import { Rich, useT } from '../../ui/language'
import { type Message } from '../../../src-shared/languages/translate'
import { Dialog } from '../../ui/layers/Dialog'
import formStyles from '../../ui/form.module.css'
import partsStyles from '../parts.module.css'
import styles from './MissingSecrets.module.css'

export function MissingSecrets({ names }: { names: readonly string[] }) {
  const t = useT()
  const [storing, setStoring] = useState<string | null>(null)
  const { openSecrets } = useRunPlace()
  return (
    <div className={styles.secrets}>
      {names.length > 0 && (
        <ul aria-label={t('Secrets that are not stored yet')}>
          {names.map((name) => (
            <li key={name}>
              <IconKey size={14} aria-hidden />
              <span className={styles.secret}>
                <Rich text="{name} is not stored yet." values={{ name: <code>{name}</code> }} />
              </span>
              <Button size="compact-xs" aria-label={t('Store {name}', { name })} onClick={() => setStoring(name)}>
                {t('Store')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {openSecrets !== undefined && (
        <div className={partsStyles.fieldNote}>
          <Rich
            text="Values are kept in {settings}, never in the flow."
            values={{
              settings: (
                <Anchor component="button" type="button" inherit onClick={openSecrets}>
                  {t('Settings, Secrets')}
                </Anchor>
              ),
            }}
          />
        </div>
      )}
      {storing !== null && <StoreDialog name={storing} onClose={() => setStoring(null)} />}
    </div>
  )
}

/** The value of a secret, by its name. */
const VALUE_FORM = formPlace<string>()

function StoreDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const t = useT()
  const { client } = useServices()
  const draft = useFormDraft(VALUE_FORM, name, '')
  const { value, set: setValue, leave } = draft
  const [error, setError] = useState<Message | null>(null)
  const [isSaving, setSaving] = useState(false)
  const save = async (): Promise<void> => {
    setSaving(true)
    try {
      await client.call('secrets.save', { name, value })
      leave(onClose)
    } catch (cause) {
      setError(toAppError(cause).said)
      setSaving(false)
    }
  }
  return (
    <Dialog opened onClose={onClose} title={t('Store {name}', { name })} size={420}>
      <form
        className={formStyles.form}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <DraftNote draft={draft} />
        <PasswordInput
          label={t('Value')}
          description={t('Kept by this computer, never shown again, never in a flow.')}
          data-autofocus
          autoComplete="off"
          maxLength={16_000}
          value={value}
          error={error === null ? null : t.message(error)}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
        <div className={formStyles.formActions}>
          <Button onClick={() => leave(onClose)}>{t('Cancel')}</Button>
          <Button type="submit" variant="filled" disabled={value === ''} loading={isSaving}>
            {t('Store')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
