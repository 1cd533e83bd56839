/** What this Baton is, and where it keeps its data. */
import { Button, CopyButton } from '@mantine/core'
import { useServices } from '../ui/services'
import textStyles from '../ui/text.module.css'
import settingsStyles from './settings.module.css'
import styles from './AboutTab.module.css'

const HOSTS = { electron: 'Desktop app', web: 'Browser, served by this computer', cli: 'Command line' } as const

export function AboutTab() {
  const { info } = useServices()
  return (
    <div className={styles.about}>
      <dl>
        <dt>Version</dt>
        <dd>{info.version}</dd>
        <dt>Runs as</dt>
        <dd>{HOSTS[info.host]}</dd>
        <dt>Data folder</dt>
        <dd className={textStyles.mono}>{info.dataDir}</dd>
        <dt>Keys</dt>
        <dd>
          {info.can.secureSecrets
            ? "Protected by the system's key store"
            : 'In the data folder, readable by your account only'}
        </dd>
      </dl>
      <CopyButton value={info.dataDir}>
        {({ copied, copy }) => <Button onClick={copy}>{copied ? 'Copied' : 'Copy the folder'}</Button>}
      </CopyButton>
      <p className={settingsStyles.settingsNote}>Baton is free software under the MIT license.</p>
    </div>
  )
}
