/** One calm line, once: that Baton ended unexpectedly, with the way to its report. */
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { CrashReport } from '../../src-shared/rpc/upkeep'
import { NoticeBar } from '../ui/NoticeBar'
import { useT } from '../ui/language'
import { useServices } from '../ui/services'
import { timeAgo } from '../ui/time'
import { CrashSheet } from './CrashSheet'

const WORDS = {
  desktop: 'Baton ended unexpectedly ({when}). What was saved is safe.',
  web: 'Baton ended unexpectedly ({when}). What was saved is safe.',
  command: 'The command line of Baton ended unexpectedly ({when}). What was saved is safe.',
  window: 'A window of Baton ended unexpectedly ({when}). What was saved is safe.',
  fault: 'A window of Baton ended unexpectedly ({when}). What was saved is safe.',
} as const satisfies { readonly [Source in CrashReport['source']]: string }

export function CrashNotice() {
  const t = useT()
  const { client } = useServices()
  const [told, setTold] = useState<CrashReport | null>(null)
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    client.call('crashes.list', {}).then(
      (reports) => setTold(reports.find(({ isNew }) => isNew) ?? null),
      // The bar on top says that the link is down.
      () => undefined,
    )
  }, [client])
  if (told === null) return null
  const leave = (): void => {
    setTold(null)
    client.call('crashes.seen', { id: told.id }).catch(() => undefined)
  }
  return (
    <>
      <NoticeBar>
        <span>{t(WORDS[told.source], { when: timeAgo(told.at, t) })}</span>
        <Button size="compact-xs" onClick={() => setShown(true)}>
          {t('Show the report')}
        </Button>
        <Button size="compact-xs" onClick={leave}>
          {t('Dismiss')}
        </Button>
      </NoticeBar>
      {isShown && <CrashSheet id={told.id} onClose={leave} />}
    </>
  )
}
