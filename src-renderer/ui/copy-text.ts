/** A text on the clipboard, with a word to the person whether it is there. */
import { notify, notifyError } from './services'

export function copyText(text: string, done: string): void {
  navigator.clipboard.writeText(text).then(
    () => notify(done, `copied: ${done}`),
    (cause: unknown) => notifyError('Nothing was copied', cause),
  )
}
