/** Which server a new connection was begun with, where that is, and the way back to the choice. */
import type { Translate } from '../../src-shared/languages/translate'
import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { isLoopback } from '../../src-shared/providers/presets'
import type { ConnectionDraft } from './connection-draft'
import { useT } from '../ui/language'
import settingsStyles from './settings.module.css'
import styles from './PresetHead.module.css'

export function PresetHead({ draft, onBack }: { draft: ConnectionDraft; onBack: () => void }) {
  const t = useT()
  const { preset, name, baseUrl } = draft
  return (
    <div className={styles.presetHead}>
      <div className={settingsStyles.grow}>
        <div className={settingsStyles.connectionName}>{preset?.label ?? t('Another server')}</div>
        {preset !== null && (
          <div className={settingsStyles.connectionNote}>
            {placeWords(baseUrl, t)}{' '}
            {name.trim().toLowerCase() === 'default'
              ? t('Saved as “{name}”, which flows use that name no other.', { name: name.trim() })
              : t('Saved as “{name}”.', { name: name.trim() })}
          </div>
        )}
      </div>
      <Button size="compact-sm" leftSection={<IconArrowLeft size={14} aria-hidden />} onClick={onBack}>
        {t('Other servers')}
      </Button>
    </div>
  )
}

function placeWords(baseUrl: string, t: Translate): string {
  if (!URL.canParse(baseUrl)) return ''
  const { host, hostname } = new URL(baseUrl)
  return isLoopback(hostname) ? t('On this computer, {host}.', { host }) : `${host}.`
}
