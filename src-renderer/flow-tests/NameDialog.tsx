/** Asks what a test is called. */
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { MOST_TEST_NAME } from '../../src-shared/rpc/flow-tests'
import { useT } from '../ui/language'
import { Dialog } from '../ui/layers/Dialog'
import formStyles from '../ui/form.module.css'
import styles from './NameDialog.module.css'

type NameDialogProps = {
  title: string
  /** What the button says that takes the name over. */
  action: string
  name: string
  /** What to know before it is done; absent: nothing. */
  note?: string | undefined
  onClose: () => void
  onName: (name: string) => void
}

export function NameDialog({ title, action, name: before, note, onClose, onName }: NameDialogProps) {
  const t = useT()
  const [name, setName] = useState(before)
  return (
    <Dialog opened onClose={onClose} title={title} size="sm">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onName(name.trim())
          onClose()
        }}
      >
        <TextInput
          label={t('Name')}
          data-autofocus
          value={name}
          maxLength={MOST_TEST_NAME}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {note !== undefined && <p className={styles.note}>{note}</p>}
        <div className={formStyles.formActions}>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="filled" disabled={name.trim() === ''}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
