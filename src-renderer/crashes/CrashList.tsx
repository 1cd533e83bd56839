/** All reports of crashes that are kept, for the settings. */
import { useEffect, useState } from 'react'
import type { CrashReport } from '../../src-shared/rpc/upkeep'
import { useT } from '../ui/language'
import { useServices } from '../ui/services'
import { momentWords } from '../ui/time'
import { CrashSheet } from './CrashSheet'
import textStyles from '../ui/text.module.css'
import styles from './CrashList.module.css'

export function CrashList() {
  const t = useT()
  const { client } = useServices()
  const [reports, setReports] = useState<readonly CrashReport[]>([])
  const [shown, setShown] = useState<string | null>(null)
  useEffect(() => {
    if (shown !== null) return
    client.call('crashes.list', {}).then(setReports, () => undefined)
  }, [client, shown])
  if (reports.length === 0) return t('None. Baton writes one when it ends unexpectedly, and never sends it.')
  return (
    <>
      <ul className={styles.reports}>
        {reports.map(({ id, at }) => (
          <li key={id}>
            <button type="button" className={textStyles.link} onClick={() => setShown(id)}>
              {momentWords(at, t)}
            </button>
          </li>
        ))}
      </ul>
      {shown !== null && <CrashSheet id={shown} onClose={() => setShown(null)} />}
    </>
  )
}
