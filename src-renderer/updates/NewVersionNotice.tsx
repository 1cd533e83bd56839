/** One line that says a newer Baton is there, with the way to its page. It gets there by no hand but the person's. */
import { Button } from '@mantine/core'
import { NoticeBar } from '../ui/NoticeBar'
import { useT } from '../ui/language'
import { usePreferences, useServices } from '../ui/services'
import { useNewVersion } from './use-new-version'

export function NewVersionNotice() {
  const t = useT()
  const { preferences } = useServices()
  const dismissed = usePreferences((all) => all.dismissedVersion)
  const found = useNewVersion()
  if (found === null || found.version === null || found.page === null || found.version === dismissed) return null
  const { version, page } = found
  return (
    <NoticeBar>
      <span>{t('Version {version} of Baton is available.', { version })}</span>
      <Button size="compact-xs" component="a" href={page} target="_blank" rel="noopener noreferrer">
        {t('Open its page')}
      </Button>
      <Button size="compact-xs" onClick={() => preferences.change({ dismissedVersion: version })}>
        {t('Dismiss')}
      </Button>
    </NoticeBar>
  )
}
