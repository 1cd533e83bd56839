/** A text on the clipboard, with a word to the person whether it is there. */
import { notify, notifyError } from './services'

/** What is said then; `failed` is the title of a failure. */
export type CopyWords = { done: string; failed?: string }

export function copyText(text: string, { done, failed = 'Nothing was copied' }: CopyWords): void {
  navigator.clipboard.writeText(text).then(
    // What was copied before may still be told.
    () => notify(done, `copied: ${done}`),
    (cause: unknown) => notifyError(failed, cause),
  )
}
