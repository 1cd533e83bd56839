/** Asks for the address of an OpenAPI document, and says what went wrong there. */
import { Button, Modal, TextInput } from '@mantine/core'
import { useState } from 'react'
import formStyles from '../../ui/form.module.css'

type AddressDialogProps = {
  isBusy: boolean
  failure: string | null
  onTake: (url: string) => void
  onClose: () => void
}

export function AddressDialog({ isBusy, failure, onTake, onClose }: AddressDialogProps) {
  const [url, setUrl] = useState('')
  return (
    <Modal
      opened
      onClose={onClose}
      title="Document from an address"
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form
        className={formStyles.form}
        onSubmit={(event) => {
          event.preventDefault()
          onTake(url.trim())
        }}
      >
        <TextInput
          label="Address"
          description="Of the document itself, in JSON or YAML. It is fetched once, now, and kept in the flow."
          placeholder="https://api.example.com/openapi.json"
          data-autofocus
          value={url}
          error={failure}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        <div className={formStyles.formActions}>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="filled" loading={isBusy} disabled={url.trim() === ''}>
            Import
          </Button>
        </div>
      </form>
    </Modal>
  )
}
