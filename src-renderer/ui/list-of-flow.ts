/** A list that belongs to a flow, read from the core, read again whenever it changes there, and written to. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { LibraryChange } from '../../src-shared/rpc/app-schemas'
import type { PlainText } from '../../src-shared/languages/translate'
import { notifyError, useServices } from './services'

export type ListOfFlow<One> = {
  /** Null: not read yet. */
  all: readonly One[] | null
  /** Shows a change before the core knows it. */
  show: (change: (all: readonly One[]) => readonly One[]) => void
  /** A change that is under way. When it is over the list is read; a failure is told, in the words of `failed`. */
  write: (work: Promise<unknown>) => void
}

type ListSource<One> = {
  /** What the core says has changed when the list has. */
  what: LibraryChange['what']
  flowId: string
  /** The same function as long as it reads the same. */
  read: () => Promise<readonly One[]>
  failed: PlainText
}

export function useListOfFlow<One>({ what, flowId, read, failed }: ListSource<One>): ListOfFlow<One> {
  const { client } = useServices()
  const [all, setAll] = useState<readonly One[] | null>(null)
  const writing = useRef(0)
  const reads = useRef(0)
  const readAgain = useCallback((): void => {
    const own = ++reads.current
    read().then(
      (found) => {
        // What is being written is shown already; it is read when it is.
        if (writing.current === 0 && own === reads.current) setAll(found)
      },
      // The list stays as it was: the bar on top says that the link is down.
      () => undefined,
    )
  }, [read])
  useEffect(() => {
    readAgain()
    return client.stream(
      'app.changes',
      {},
      {
        onItem(change) {
          if ((change.what === what && change.flowId === flowId) || (change.what === 'flow' && change.id === null))
            readAgain()
        },
      },
    )
  }, [client, what, flowId, readAgain])
  return {
    all,
    show: (change) => setAll((now) => (now === null ? null : change(now))),
    write(work) {
      writing.current++
      void work
        .catch((cause: unknown) => notifyError(failed, cause))
        .then(() => {
          writing.current--
          readAgain()
        })
    },
  }
}
