/** Says that something was done, with a way to take it back; or that it is being done, with a way to stop it. */
import { notifications } from '@mantine/notifications'
import type { Message, PlainText } from '../../src-shared/languages/translate'
import { Said } from './language'
import textStyles from './text.module.css'
import styles from './notify-undo.module.css'

/** `id`: of what was done it to; said again it takes the place of what was said before. */
export function notifyUndo(id: string, done: string | Message, undo: () => void): void {
  notifications.hide(id)
  notifications.show({
    id,
    autoClose: 12_000,
    message: <NoteWithAction id={id} words={done} action="Undo" act={undo} />,
  })
}

/** So long what is being done is not talked about. */
const SOON_MS = 1000

/** Where it takes long, says what is being done and offers to stop it, until it is done. */
export async function withCancel(words: PlainText, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const stop = new AbortController()
  const id = `working ${words}`
  const timer = setTimeout(() => {
    notifications.show({
      id,
      autoClose: false,
      withCloseButton: false,
      message: <NoteWithAction id={id} words={words} action="Cancel" act={() => stop.abort()} />,
    })
  }, SOON_MS)
  try {
    await work(stop.signal)
  } finally {
    clearTimeout(timer)
    notifications.hide(id)
  }
}

type NoteWithActionProps = { id: string; words: string | Message; action: PlainText; act: () => void }

function NoteWithAction({ id, words, action, act }: NoteWithActionProps) {
  return (
    <span className={styles.noteWithAction}>
      <span className={textStyles.ellipsis}>
        <Said message={words} />
      </span>
      <button
        type="button"
        className={textStyles.link}
        onClick={() => {
          notifications.hide(id)
          act()
        }}
      >
        <Said message={action} />
      </button>
    </span>
  )
}
