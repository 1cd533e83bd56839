/** Says who answers until a model is connected, and how to connect one. */
import { Button } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { isRehearsalByDefault } from '../../src-shared/flow/model-choices'
import { useConnections } from '../ui/connections'
import { Rich, useT } from '../ui/language'
import styles from './ModelStrip.module.css'

export function ModelStrip({ onConnect }: { onConnect: () => void }) {
  const t = useT()
  const connections = useConnections()
  if (!isRehearsalByDefault(connections)) return null
  return (
    <div className={styles.strip} role="note" aria-label={t('Which model answers')}>
      <span>
        <Rich
          text="The {model} answers: it follows a script, needs no key and sends nothing anywhere."
          values={{ model: <strong>{t('rehearsal model')}</strong> }}
        />
      </span>
      <Button size="compact-sm" leftSection={<IconPlugConnected size={15} aria-hidden />} onClick={onConnect}>
        {t('Connect a model')}
      </Button>
    </div>
  )
}
