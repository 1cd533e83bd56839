/** The query of the test bench, and what is to be known about how it was searched. */
import { Loader, Progress, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle, IconSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Bench } from './use-bench'
import { useT } from '../../ui/language'
import styles from './BenchQuery.module.css'

export function BenchQuery({ bench, asleep }: { bench: Bench; asleep: readonly string[] }) {
  const t = useT()
  const { query, setQuery, searched, isSearching, indexing, error } = bench
  return (
    <div className={styles.query}>
      <TextInput
        aria-label={t('Query')}
        placeholder={t('What somebody might ask for')}
        leftSection={isSearching ? <Loader size={13} aria-label={t('Searching')} /> : <IconSearch size={14} />}
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
      />
      {indexing !== null && (
        <div className={styles.indexing} role="status">
          <Progress value={(100 * indexing.done) / indexing.all} size="xs" aria-label={t('Tools learned')} />
          <span>
            {t('The embedding model reads the tools: {done} of {all}', { done: indexing.done, all: indexing.all })}
          </span>
        </div>
      )}
      {error !== null && <Note isBad>{t.message(error)}</Note>}
      {searched?.result.fellBack != null && (
        <Note isBad>{t('Fell back to words: {reason}', { reason: searched.result.fellBack })}</Note>
      )}
      {asleep.length > 0 && query.trim() !== '' && (
        <Note>
          {t(
            '{count, plural, one {{names} is not connected, so nothing of it is found here.} other {{names} are not connected, so nothing of it is found here.}}',
            { names: asleep.join(', '), count: asleep.length },
          )}
        </Note>
      )}
    </div>
  )
}

export function Note({ isBad = false, children }: { isBad?: boolean; children: ReactNode }) {
  return (
    <div className={styles.note} data-bad={isBad || undefined} role={isBad ? 'alert' : 'note'}>
      {isBad ? <IconAlertTriangle size={13} aria-hidden /> : <IconInfoCircle size={13} aria-hidden />}
      <span>{children}</span>
    </div>
  )
}
