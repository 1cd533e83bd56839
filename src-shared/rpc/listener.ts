/** Who hears a stream, and from where on. */
import type { AppError } from '../errors'

/** Who hears a stream. After `onEnd` or `onError` nothing more comes; a lost connection is neither. */
export type StreamListener<Item> = {
  /** `more`: the next item is there already and comes at once. */
  onItem(item: Item, id: string, more: boolean): void
  onEnd?: (() => void) | undefined
  onError?: ((error: AppError) => void) | undefined
  readonly signal?: AbortSignal | undefined
  /** The id of the last item already known; the stream begins after it. */
  readonly after?: string | null | undefined
}

/** Options of a stream read as an async iterable. */
export type ItemsOptions = { readonly signal?: AbortSignal | undefined; readonly after?: string | null | undefined }
