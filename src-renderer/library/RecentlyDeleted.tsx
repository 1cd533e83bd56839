/** The bin at the end of the list of flows: what was deleted, when, and the ways back and out of it for good. */
import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { BinnedFlow } from '../../src-shared/rpc/contract'
import { timeAgo } from '../ui/time'
import type { Library } from './use-library'
import { cx } from '../ui/cx'
import { useT } from '../ui/language'
import { Dialog } from '../ui/layers/Dialog'
import { useHandOnFocus } from '../ui/layers/hand-on-focus'
import { focusBeside } from './focus-beside'
import formStyles from '../ui/form.module.css'
import textStyles from '../ui/text.module.css'
import styles from './RecentlyDeleted.module.css'

export function RecentlyDeleted({ library }: { library: Library }) {
  const t = useT()
  const { bin, restore, removeForGood } = library
  const [doomed, setDoomed] = useState<BinnedFlow | null>(null)
  if (bin.length === 0) return null
  return (
    <details className={styles.bin}>
      <summary>
        {t('Recently deleted')} <span className={textStyles.muted}>{bin.length}</span>
      </summary>
      <ul className={styles.list} aria-label={t('Recently deleted')}>
        {bin.map((flow) => (
          <Row key={flow.id} flow={flow} onRestore={() => restore(flow)} onDoom={() => setDoomed(flow)} />
        ))}
      </ul>
      <Dialog opened={doomed !== null} onClose={() => setDoomed(null)} title={t('Delete for good?')} size={420}>
        {doomed !== null && (
          <>
            <p>
              {t('“{name}” goes with its versions and its conversations. It cannot be brought back.', {
                name: doomed.name,
              })}
            </p>
            <div className={formStyles.formActions}>
              <Button data-autofocus onClick={() => setDoomed(null)}>
                {t('Keep it')}
              </Button>
              <Button
                variant="filled"
                color="red"
                onClick={() => {
                  removeForGood(doomed)
                  setDoomed(null)
                }}
              >
                {t('Delete for good')}
              </Button>
            </div>
          </>
        )}
      </Dialog>
    </details>
  )
}

type RowProps = { flow: BinnedFlow; onRestore: () => void; onDoom: () => void }

function Row({ flow, onRestore, onDoom }: RowProps) {
  const t = useT()
  const row = useRef<HTMLLIElement>(null)
  useHandOnFocus(row, focusBeside)
  return (
    <li ref={row} className={styles.row}>
      <span className={styles.words}>
        <span className={cx(styles.title, textStyles.ellipsis)}>{flow.name}</span>
        <span className={cx(styles.about, textStyles.ellipsis)} title={new Date(flow.deletedAt).toLocaleString(t.tag)}>
          {t('Deleted {ago}, kept until {day}', {
            ago: timeAgo(flow.deletedAt, t),
            day: new Date(flow.keptUntil).toLocaleDateString(t.tag),
          })}
        </span>
      </span>
      <Button
        size="compact-sm"
        leftSection={<IconArrowBackUp size={15} aria-hidden />}
        aria-label={t('Restore {name}', { name: flow.name })}
        onClick={onRestore}
      >
        {t('Restore')}
      </Button>
      <Button
        size="compact-sm"
        variant="subtle"
        color="red"
        aria-label={t('Delete for good: {name}', { name: flow.name })}
        onClick={onDoom}
      >
        {t('Delete for good')}
      </Button>
    </li>
  )
}
