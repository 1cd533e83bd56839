/** The bin at the end of the list of flows: what was deleted, when, and the ways back and out of it for good. */
import { Button, Modal } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useState } from 'react'
import type { BinnedFlow } from '../../src-shared/rpc/contract'
import { timeAgo } from '../ui/time'
import type { Library } from './use-library'

export function RecentlyDeleted({ library }: { library: Library }) {
  const { bin, restore, removeForGood } = library
  const [doomed, setDoomed] = useState<BinnedFlow | null>(null)
  if (bin.length === 0) return null
  return (
    <details className="bt-bin">
      <summary>
        Recently deleted <span className="bt-muted">{bin.length}</span>
      </summary>
      <ul className="bt-bin-list" aria-label="Recently deleted">
        {bin.map((flow) => (
          <li key={flow.id} className="bt-bin-row">
            <span className="bt-flow-words">
              <span className="bt-bin-title bt-ellipsis">{flow.name}</span>
              <span className="bt-flow-about bt-ellipsis" title={new Date(flow.deletedAt).toLocaleString()}>
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
            <div className="bt-form-actions">
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
