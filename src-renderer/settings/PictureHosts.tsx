/** The hosts whose pictures answers show without asking, each of them to be taken back; nothing where there are none. */
import { Button } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { useT } from '../ui/language'
import { usePreferences, useServices } from '../ui/services'
import settingsStyles from './settings.module.css'

export function PictureHosts() {
  const t = useT()
  const { preferences } = useServices()
  const hosts = usePreferences(({ pictureHosts }) => pictureHosts)
  if (hosts.length === 0) return null
  const takeBack = (host: string): void => preferences.change({ pictureHosts: hosts.filter((one) => one !== host) })
  return (
    <>
      <p className={settingsStyles.settingsNote}>
        {t('Pictures in answers are shown from these hosts without asking. Each of them sees your IP address.')}
      </p>
      <ul className={settingsStyles.connections} aria-label={t('Pictures in answers')}>
        {hosts.map((host) => (
          <li key={host} className={settingsStyles.connection}>
            <IconPhoto size={18} stroke={1.5} aria-hidden />
            <div className={settingsStyles.connectionWords}>
              <div className={settingsStyles.connectionName}>{host}</div>
            </div>
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              aria-label={t('Ask again before pictures from {host} are shown', { host })}
              onClick={() => takeBack(host)}
            >
              {t('Ask again')}
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}
