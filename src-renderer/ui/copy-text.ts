/** A text on the clipboard, with a word to the person whether it is there. */
import type { Message } from '../../src-shared/languages/translate'
import { notify, notifyError } from './services'

/** What is said then; `failed` is the title of a failure. */
export type CopyWords = { done: string | Message; failed?: string | Message }

export function copyText(text: string, { done, failed = 'Nothing was copied' }: CopyWords): void {
  navigator.clipboard.writeText(text).then(
    // What was copied before may still be told.
    () => notify(done, `copied: ${typeof done === 'string' ? done : JSON.stringify(done)}`),
    (cause: unknown) => notifyError(failed, cause),
  )
}
