/** What this Baton is, and where it keeps its data. */
import { Button, CopyButton } from '@mantine/core'
import { CrashList } from '../crashes/CrashList'
import { NewVersionSetting } from '../updates/NewVersionSetting'
import { useServices } from '../ui/services'
import { useT } from '../ui/language'
import textStyles from '../ui/text.module.css'
import settingsStyles from './settings.module.css'
import styles from './AboutTab.module.css'

const HOSTS = { electron: 'Desktop app', web: 'Browser, served by this computer', cli: 'Command line' } as const

export function AboutTab() {
  const t = useT()
  const { info } = useServices()
  return (
    <div className={styles.about}>
      <dl>
        <dt>{t('Version')}</dt>
        <dd>{info.version}</dd>
        <dt>{t('Runs as')}</dt>
        <dd>{t(HOSTS[info.host])}</dd>
        <dt>{t('Data folder')}</dt>
        <dd className={textStyles.mono}>{info.dataDir}</dd>
        <dt>{t('Network')}</dt>
        <dd>
          {info.isOffline
            ? t('Offline: nothing but this computer is reached')
            : t('Only servers that you set up, and what you allowed a flow to reach')}
        </dd>
        <dt>{t('Keys')}</dt>
        <dd>
          {info.can.secureSecrets
            ? t("Protected by the system's key store")
            : t('In the data folder, readable by your account only')}
        </dd>
        <dt>{t('Crash reports')}</dt>
        <dd>
          <CrashList />
        </dd>
      </dl>
      <CopyButton value={info.dataDir}>
        {({ copied, copy }) => <Button onClick={copy}>{copied ? t('Copied') : t('Copy the folder')}</Button>}
      </CopyButton>
      <NewVersionSetting />
      <p className={settingsStyles.settingsNote}>{t('Baton is free software under the MIT license.')}</p>
    </div>
  )
}
