/** Which server a new connection was begun with, where that is, and the way back to the choice. */
import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { isLoopback } from '../../src-shared/providers/presets'
import type { ConnectionDraft } from './connection-draft'
import settingsStyles from './settings.module.css'
import styles from './PresetHead.module.css'

export function PresetHead({ draft, onBack }: { draft: ConnectionDraft; onBack: () => void }) {
  const { preset, name, baseUrl } = draft
  return (
    <div className={styles.presetHead}>
      <div className={settingsStyles.grow}>
        <div className={settingsStyles.connectionName}>{preset?.label ?? 'Another server'}</div>
        {preset !== null && (
          <div className={settingsStyles.connectionNote}>
            {placeWords(baseUrl)} Saved as “{name.trim()}”
            {name.trim().toLowerCase() === 'default' ? ', which flows use that name no other.' : '.'}
          </div>
        )}
      </div>
      <Button size="compact-sm" leftSection={<IconArrowLeft size={14} aria-hidden />} onClick={onBack}>
        Other servers
      </Button>
    </div>
  )
}

function placeWords(baseUrl: string): string {
  if (!URL.canParse(baseUrl)) return ''
  const { host, hostname } = new URL(baseUrl)
  return isLoopback(hostname) ? `On this computer, ${host}.` : `${host}.`
}
