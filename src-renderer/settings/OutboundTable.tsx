/** Connections as rows: when, where to, for what and by whose permission, how it ended, and the bytes each way. */
import type { OutboundEntry, OutboundUse } from '../../src-shared/outbound/outbound'
import { permitWords, placeWords, STATE_WORDS, WHY_WORDS } from '../../src-shared/outbound/outbound-words'
import type { OutboundPage } from '../../src-shared/rpc/outbound'
import { sizeMessage } from '../ui/size-words'
import { cx } from '../ui/cx'
import { useT } from '../ui/language'
import { momentWords } from '../ui/time'
import styles from './OutboundTable.module.css'

export function OutboundTable({ page: { entries, flows } }: { page: OutboundPage }) {
  const t = useT()
  return (
    <div className={styles.scroll} tabIndex={0} role="group" aria-label={t('Connections that Baton opened')}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('Time')}</th>
            <th scope="col">{t('Host')}</th>
            <th scope="col">{t('Purpose')}</th>
            <th scope="col" className={styles.figure}>
              {t('Sent')}
            </th>
            <th scope="col" className={styles.figure}>
              {t('Received')}
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <Row key={entry.id} entry={entry} flows={flows} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({ entry, flows }: { entry: OutboundEntry; flows: OutboundPage['flows'] }) {
  const t = useT()
  const { at, state, sent, received, uses } = entry
  return (
    <tr data-state={state}>
      <td>
        <time dateTime={at}>{momentWords(at, t)}</time>
      </td>
      <td>
        <div className={styles.host}>{placeWords(entry)}</div>
        <div className={cx(styles.note, styles.state)}>{t(STATE_WORDS[state])}</div>
      </td>
      <td>
        {uses.map((use, place) => (
          <Use key={place} use={use} flow={use.flow === null ? null : (flows[use.flow] ?? null)} />
        ))}
      </td>
      <td className={styles.figure}>{t.message(sizeMessage(sent))}</td>
      <td className={styles.figure}>{t.message(sizeMessage(received))}</td>
    </tr>
  )
}

function Use({ use: { why, permit, requests }, flow }: { use: OutboundUse; flow: string | null }) {
  const t = useT()
  const asked = requests > 1 ? ` (${t('{requests, plural, one {# request} other {# requests}}', { requests })})` : ''
  const inFlow = flow === null || permit.by === 'consent' ? [] : [t('“{words}”', { words: flow })]
  return (
    <div data-why={why}>
      <div>{t(WHY_WORDS[why]) + asked}</div>
      <div className={styles.note}>{[permitWords(permit, flow, t), ...inFlow].join(' · ')}</div>
    </div>
  )
}
