/** Says that something was done, with a way to take it back. */
import { notifications } from '@mantine/notifications'
import type { Message } from '../../src-shared/languages/translate'
import { Said } from './language'
import textStyles from './text.module.css'
import styles from './notify-undo.module.css'

/** `id`: of what was done it to; said again it takes the place of what was said before. */
export function notifyUndo(id: string, done: string | Message, undo: () => void): void {
  notifications.hide(id)
  notifications.show({
    id,
    autoClose: 12_000,
    message: (
      <span className={styles.noteWithAction}>
        <span className={textStyles.ellipsis}>
          <Said message={done} />
        </span>
        <button
          type="button"
          className={textStyles.link}
          onClick={() => {
            notifications.hide(id)
            undo()
          }}
        >
          <Said message="Undo" />
        </button>
      </span>
    ),
  })
}
