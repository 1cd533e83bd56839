/** A report of a crash, to be read, copied, saved or deleted. Nothing here sends it. */
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { copyText } from '../ui/copy-text'
import { downloadText } from '../ui/files'
import { useT } from '../ui/language'
import { notifyError, useServices } from '../ui/services'
import { Dialog } from '../ui/layers/Dialog'
import textStyles from '../ui/text.module.css'
import styles from './CrashSheet.module.css'

type CrashSheetProps = { id: string; onClose: () => void }

export function CrashSheet({ id, onClose }: CrashSheetProps) {
  const t = useT()
  const { client } = useServices()
  const [text, setText] = useState<string | null>(null)
  useEffect(() => {
    client.call('crashes.read', { id }).then(
      (report) => setText(report.text),
      (cause: unknown) => notifyError('The report could not be read', cause),
    )
  }, [client, id])
  const remove = (): void => {
    client
      .call('crashes.remove', { id })
      .then(onClose, (cause: unknown) => notifyError('The report could not be deleted', cause))
  }
  return (
    <Dialog opened onClose={onClose} title={t('Crash report')} size={720}>
      <p className={styles.about}>
        {t(
          'Nothing was sent. This text helps whoever mends Baton: you may send it to them. Read it first, in case it holds something that is nobody’s business.',
        )}
      </p>
      <pre className={textStyles.code} role="region" aria-label={t('The report')} tabIndex={0} data-autofocus>
        {text ?? ''}
      </pre>
      <footer className={styles.foot}>
        <Button onClick={remove}>{t('Delete')}</Button>
        <Button disabled={text === null} onClick={() => downloadText(`baton-${id}`, text ?? '', 'text/plain')}>
          {t('Save as a file')}
        </Button>
        <Button
          variant="filled"
          disabled={text === null}
          onClick={() => copyText(text ?? '', { done: 'Copied the report.' })}
        >
          {t('Copy')}
        </Button>
      </footer>
    </Dialog>
  )
}
