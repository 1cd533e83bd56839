/** What is told when a thread was deleted: its name, and the way to take that back. */
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { message } from '../../src-shared/languages/translate'
import type { ThreadSummary } from '../../src-shared/rpc/contract'
import { Said } from '../ui/language'
import { notify } from '../ui/services'
import textStyles from '../ui/text.module.css'
import styles from './thread-removal.module.css'

export function tellRemoved(thread: Pick<ThreadSummary, 'id' | 'title'>, undo: () => void): void {
  const id = `thread-removed-${thread.id}`
  notify(
    <div className={styles.undo}>
      <span className={textStyles.ellipsis}>
        <Said
          message={
            thread.title === '' ? 'Deleted an untitled thread' : message('Deleted “{title}”', { title: thread.title })
          }
        />
      </span>
      <Button
        size="compact-xs"
        onClick={() => {
          undo()
          notifications.hide(id)
        }}
      >
        <Said message="Undo" />
      </Button>
    </div>,
    id,
  )
}
