/** Says who answers until a model is connected, and how to connect one. */
import { Button } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { isRehearsalByDefault } from '../../src-shared/flow/model-choices'
import { useConnections } from '../ui/connections'
import styles from './ModelStrip.module.css'

export function ModelStrip({ onConnect }: { onConnect: () => void }) {
  const connections = useConnections()
  if (!isRehearsalByDefault(connections)) return null
  return (
    <div className={styles.strip} role="note" aria-label="Which model answers">
      <span>
        The <strong>rehearsal model</strong> answers: it follows a script, needs no key and sends nothing anywhere.
      </span>
      <Button size="compact-sm" leftSection={<IconPlugConnected size={15} aria-hidden />} onClick={onConnect}>
        Connect a model
      </Button>
    </div>
  )
}
