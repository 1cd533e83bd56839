/** One request to a model server as it was sent, and what came of it. */
import type { MessageSource, RequestOutcome } from '../../../src-shared/run/log/requests'
import type { Picture } from '../../../src-shared/run/log/pictures'

/** `body` is the text that was sent, with the bytes of `pictures` in their order; `url` null: nothing was sent, since the rehearsal model answered. */
export type ModelAttempt = {
  readonly connection: string
  readonly url: string | null
  readonly model: string
  readonly body: string
  readonly pictures: readonly Picture[]
  /** For each message of the body, what it was made of. */
  readonly sources: readonly (readonly MessageSource[])[]
  readonly ms: number
  readonly outcome: RequestOutcome
  /** Takes keys and secrets out of a text of the body; all else has none any more. */
  readonly clean: (text: string) => string
}
