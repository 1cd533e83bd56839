/** The bin at the end of the list of flows: what was deleted, when, and the ways back and out of it for good. */
import { Button, Modal } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useState } from 'react'
import type { BinnedFlow } from '../../src-shared/rpc/contract'
import { timeAgo } from '../ui/time'
import type { Library } from './use-library'
import { cx } from '../ui/cx'
import formStyles from '../ui/form.module.css'
import textStyles from '../ui/text.module.css'
import styles from './RecentlyDeleted.module.css'

export function RecentlyDeleted({ library }: { library: Library }) {
  const { bin, restore, removeForGood } = library
  const [doomed, setDoomed] = useState<BinnedFlow | null>(null)
  if (bin.length === 0) return null
  return (
    <details className={styles.bin}>
      <summary>
        Recently deleted <span className={textStyles.muted}>{bin.length}</span>
      </summary>
      <ul className={styles.list} aria-label="Recently deleted">
        {bin.map((flow) => (
          <li key={flow.id} className={styles.row}>
            <span className={styles.words}>
              <span className={cx(styles.title, textStyles.ellipsis)}>{flow.name}</span>
              <span className={cx(styles.about, textStyles.ellipsis)} title={new Date(flow.deletedAt).toLocaleString()}>
                Deleted {timeAgo(flow.deletedAt)}, kept until {new Date(flow.keptUntil).toLocaleDateString()}
              </span>
            </span>
            <Button
              size="compact-sm"
              leftSection={<IconArrowBackUp size={15} aria-hidden />}
              aria-label={`Restore ${flow.name}`}
              onClick={() => restore(flow)}
            >
              Restore
            </Button>
            <Button
              size="compact-sm"
              variant="subtle"
              color="red"
              aria-label={`Delete ${flow.name} for good`}
              onClick={() => setDoomed(flow)}
            >
              Delete for good
            </Button>
          </li>
        ))}
      </ul>
      <Modal opened={doomed !== null} onClose={() => setDoomed(null)} title="Delete for good?" size={420}>
        {doomed !== null && (
          <>
            <p>“{doomed.name}” goes with its versions and its conversations. It cannot be brought back.</p>
            <div className={formStyles.formActions}>
              <Button data-autofocus onClick={() => setDoomed(null)}>
                Keep it
              </Button>
              <Button
                variant="filled"
                color="red"
                onClick={() => {
                  removeForGood(doomed)
                  setDoomed(null)
                }}
              >
                Delete for good
              </Button>
            </div>
          </>
        )}
      </Modal>
    </details>
  )
}
