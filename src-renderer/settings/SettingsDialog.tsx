/** The settings of the person: connections, secrets, preferences, and what this Baton is. Nothing here belongs to a flow. */
import { Modal, Tabs } from '@mantine/core'
import { AboutTab } from './AboutTab'
import { ConnectionsTab } from './ConnectionsTab'
import { PreferencesTab } from './PreferencesTab'
import { SecretsTab } from './SecretsTab'
import styles from './SettingsDialog.module.css'

type SettingsDialogProps = { opened: boolean; onClose: () => void; tab?: 'connections' | 'secrets' }

export function SettingsDialog({ opened, onClose, tab = 'connections' }: SettingsDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Settings" size={600} closeButtonProps={{ 'aria-label': 'Close' }}>
      <Tabs defaultValue={tab} keepMounted={false} className={styles.settings}>
        <Tabs.List>
          <Tabs.Tab value="connections" data-autofocus>
            Connections
          </Tabs.Tab>
          <Tabs.Tab value="secrets">Secrets</Tabs.Tab>
          <Tabs.Tab value="preferences">Preferences</Tabs.Tab>
          <Tabs.Tab value="about">About</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="connections">
          <ConnectionsTab />
        </Tabs.Panel>
        <Tabs.Panel value="secrets">
          <SecretsTab />
        </Tabs.Panel>
        <Tabs.Panel value="preferences">
          <PreferencesTab />
        </Tabs.Panel>
        <Tabs.Panel value="about">
          <AboutTab />
        </Tabs.Panel>
      </Tabs>
    </Modal>
  )
}
