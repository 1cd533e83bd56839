/** Whom Baton connected to: the totals of each host, which filter the list, and the list itself, the newest first. */
import { Button } from '@mantine/core'
import { IconWorld } from '@tabler/icons-react'
import { placeWords } from '../../src-shared/outbound/outbound-words'
import type { OutboundTotal } from '../../src-shared/outbound/outbound'
import { sizeMessage } from '../ui/size-words'
import { EmptyState } from '../ui/EmptyState'
import { useT } from '../ui/language'
import { useServices } from '../ui/services'
import { PictureHosts } from './PictureHosts'
import { OutboundTable } from './OutboundTable'
import { useOutbound } from './use-outbound'
import textStyles from '../ui/text.module.css'
import settingsStyles from './settings.module.css'
import styles from './NetworkTab.module.css'

export function NetworkTab() {
  const t = useT()
  const { info } = useServices()
  const { page, host, showHost, hasOlder, showOlder, clear } = useOutbound()
  const note = (
    <>
      <PictureHosts />
      <p className={settingsStyles.settingsNote}>
        {info.isOffline && `${t('Offline: only this computer is reached.')} `}
        {t(
          'The newest 5,000 connections that Baton opened, by host and port. No paths, keys or contents are kept. Programs that Baton starts, such as local MCP servers, connect by themselves and are not seen here.',
        )}
      </p>
    </>
  )
  if (page === null) return note
  if (page.totals.length === 0)
    return (
      <>
        {note}
        <EmptyState icon={<IconWorld size={22} stroke={1.5} aria-hidden />} title={t('No connections yet')}>
          {t('Nothing is on record.')}
        </EmptyState>
      </>
    )
  return (
    <>
      {note}
      <div className={styles.hosts} role="group" aria-label={t('Hosts')}>
        <HostLine
          words={t('All hosts')}
          total={sumOf(page.totals)}
          isShown={host === null}
          onShow={() => showHost(null)}
        />
        {page.totals.map((total) => (
          <HostLine
            key={placeWords(total)}
            words={placeWords(total)}
            total={total}
            isShown={host === total.host}
            onShow={() => showHost(host === total.host ? null : total.host)}
          />
        ))}
      </div>
      <OutboundTable page={page} />
      <div className={styles.actions}>
        {hasOlder && (
          <Button variant="default" onClick={showOlder}>
            {t('Show older')}
          </Button>
        )}
        <Button variant="default" onClick={clear}>
          {t('Clear')}
        </Button>
      </div>
    </>
  )
}

type HostLineProps = {
  words: string
  total: Omit<OutboundTotal, 'host' | 'port'>
  isShown: boolean
  onShow: () => void
}

function HostLine({ words, total: { connections, refused, sent, received }, isShown, onShow }: HostLineProps) {
  const t = useT()
  const counts = [
    t('{count, plural, one {# connection} other {# connections}}', { count: connections }),
    ...(refused === 0 ? [] : [t('{count} refused', { count: refused })]),
  ].join(', ')
  return (
    <button type="button" className={styles.host} aria-pressed={isShown} onClick={onShow}>
      <span className={textStyles.ellipsis}>{words}</span>
      <span className={styles.figures}>{counts}</span>
      <span className={styles.figures}>
        {t('Sent {sent}, received {received}', { sent: sizeMessage(sent), received: sizeMessage(received) })}
      </span>
    </button>
  )
}

function sumOf(totals: readonly OutboundTotal[]): Omit<OutboundTotal, 'host' | 'port'> {
  const sum = (of: (total: OutboundTotal) => number): number => totals.reduce((all, total) => all + of(total), 0)
  return {
    connections: sum(({ connections }) => connections),
    refused: sum(({ refused }) => refused),
    sent: sum(({ sent }) => sent),
    received: sum(({ received }) => received),
  }
}
