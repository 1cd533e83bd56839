/** The switch by which Baton asks whether there is a newer one, and what came of it. */
import { Switch } from '@mantine/core'
import type { NewVersion } from '../../src-shared/rpc/upkeep'
import { useT } from '../ui/language'
import { usePreferences, useServices } from '../ui/services'
import { useNewVersion } from './use-new-version'
import textStyles from '../ui/text.module.css'
import styles from './NewVersionSetting.module.css'

const WORDS = {
  off: null,
  offline: 'Baton is offline, so it asks nobody.',
  failed: 'The newest version could not be found out.',
  newest: 'This is the newest version.',
  newer: null,
} as const satisfies { readonly [State in Exclude<NewVersion['state'], 'no-address'>]: string | null }

export function NewVersionSetting() {
  const t = useT()
  const { preferences } = useServices()
  const isOn = usePreferences((all) => all.looksForVersions)
  const found = useNewVersion()
  // A switch that could never do anything is not shown.
  if (found === null || found.host === null || found.state === 'no-address') return null
  const words = WORDS[found.state]
  return (
    <div className={styles.setting}>
      <Switch
        label={t('Look for new versions')}
        description={t(
          'When Baton starts, it asks {host} which version is the newest. {host} sees your IP address and nothing else of you. Nothing is downloaded or installed.',
          { host: found.host },
        )}
        checked={isOn}
        onChange={(event) => preferences.change({ looksForVersions: event.currentTarget.checked })}
      />
      <p className={styles.found}>
        {/* Of a newer one the line above everything tells aloud. */}
        <span role="status">{words !== null && t(words)}</span>
        {found.version !== null && found.page !== null && (
          <>
            {t('Version {version} of Baton is available.', { version: found.version })}{' '}
            <a className={textStyles.link} href={found.page} target="_blank" rel="noopener noreferrer">
              {t('Open its page')}
            </a>
          </>
        )}
      </p>
    </div>
  )
}
