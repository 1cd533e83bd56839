/** The breakpoints of the open flow as the core has them, whoever changes them. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { breakpointKey, type Breakpoint } from '../../src-shared/run/log/breakpoints'
import { useEditor } from '../editor/editor-context'
import { notifyError, useServices } from '../ui/services'

export type BreakpointList = {
  /** Null: not read yet. */
  all: readonly Breakpoint[] | null
  set: (breakpoint: Omit<Breakpoint, 'id'>) => void
  remove: (ids: readonly string[]) => void
}

export function useBreakpoints(): BreakpointList {
  const { client } = useServices()
  const { flowId } = useEditor()
  const [all, setAll] = useState<readonly Breakpoint[] | null>(null)
  const writing = useRef(0)
  const read = useCallback(async () => {
    const found = await client.call('breakpoints.list', { flowId })
    // What is being written is shown already; it is read when it is.
    if (writing.current === 0) setAll(found)
  }, [client, flowId])
  useEffect(() => {
    // The list stays as it was: the bar on top says that the link is down.
    const readAgain = (): void => void read().catch(() => undefined)
    readAgain()
    return client.stream(
      'app.changes',
      {},
      {
        onItem({ what, id, flowId: of }) {
          if ((what === 'breakpoints' && of === flowId) || (what === 'flow' && id === null)) readAgain()
        },
      },
    )
  }, [client, flowId, read])
  const tell = (work: Promise<unknown>): void => {
    writing.current++
    void work
      .catch((cause: unknown) => notifyError('The breakpoint could not be changed', cause))
      .then(() => {
        writing.current--
        return read()
      })
      .catch(() => undefined)
  }
  return {
    all,
    set(breakpoint) {
      const key = breakpointKey(breakpoint)
      setAll((now) => now?.map((one) => (breakpointKey(one) === key ? { ...one, ...breakpoint } : one)) ?? null)
      tell(client.call('breakpoints.set', { flowId, breakpoint }))
    },
    remove: (ids) => tell(client.call('breakpoints.remove', { flowId, ids: [...ids] })),
  }
}
