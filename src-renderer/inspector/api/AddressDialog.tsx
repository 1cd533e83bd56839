/** Asks for the address of an OpenAPI document, and says what went wrong there. */
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useT } from '../../ui/language'
import { type Message } from '../../../src-shared/languages/translate'
import { Dialog } from '../../ui/layers/Dialog'
import formStyles from '../../ui/form.module.css'

type AddressDialogProps = {
  isBusy: boolean
  failure: Message | null
  onTake: (url: string) => void
  onClose: () => void
}

export function AddressDialog({ isBusy, failure, onTake, onClose }: AddressDialogProps) {
  const t = useT()
  const [url, setUrl] = useState('')
  return (
    <Dialog opened onClose={onClose} title={t('Document from an address')} size="lg">
      <form
        className={formStyles.form}
        onSubmit={(event) => {
          event.preventDefault()
          onTake(url.trim())
        }}
      >
        <TextInput
          label={t('Address')}
          description={t('Of the document itself, in JSON or YAML. It is fetched once, now, and kept in the flow.')}
          placeholder="https://api.example.com/openapi.json"
          data-autofocus
          value={url}
          error={failure === null ? null : t.message(failure)}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        <div className={formStyles.formActions}>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="filled" loading={isBusy} disabled={url.trim() === ''}>
            {t('Import')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
