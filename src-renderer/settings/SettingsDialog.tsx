/** The settings of the person: connections, secrets, preferences, and what this Baton is. Nothing here belongs to a flow. */
import { Tabs } from '@mantine/core'
import { AboutTab } from './AboutTab'
import { ConnectionsTab } from './ConnectionsTab'
import { NetworkTab } from './NetworkTab'
import { PreferencesTab } from './PreferencesTab'
import { SecretsTab } from './SecretsTab'
import { useT } from '../ui/language'
import { Dialog } from '../ui/layers/Dialog'
import styles from './SettingsDialog.module.css'

/** What they begin with; `connect`: a connection that is still to be written. */
export type SettingsPage = 'connections' | 'connect' | 'secrets'

export type SettingsDialogProps = { opened: boolean; onClose: () => void; page?: SettingsPage }

export function SettingsDialog({ opened, onClose, page = 'connections' }: SettingsDialogProps) {
  const t = useT()
  return (
    <Dialog opened={opened} onClose={onClose} title={t('Settings')} size={600}>
      <Tabs defaultValue={page === 'connect' ? 'connections' : page} keepMounted={false} className={styles.settings}>
        <Tabs.List>
          <Tabs.Tab value="connections" data-autofocus>
            {t('Connections')}
          </Tabs.Tab>
          <Tabs.Tab value="secrets">{t('Secrets')}</Tabs.Tab>
          <Tabs.Tab value="preferences">{t('Preferences')}</Tabs.Tab>
          <Tabs.Tab value="network">{t('Network')}</Tabs.Tab>
          <Tabs.Tab value="about">{t('About')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="connections">
          <ConnectionsTab isNew={page === 'connect'} />
        </Tabs.Panel>
        <Tabs.Panel value="secrets">
          <SecretsTab />
        </Tabs.Panel>
        <Tabs.Panel value="preferences">
          <PreferencesTab />
        </Tabs.Panel>
        <Tabs.Panel value="network">
          <NetworkTab />
        </Tabs.Panel>
        <Tabs.Panel value="about">
          <AboutTab />
        </Tabs.Panel>
      </Tabs>
    </Dialog>
  )
}
