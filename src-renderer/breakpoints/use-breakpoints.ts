/** The breakpoints of the open flow as the core has them, whoever changes them. */
import { useCallback } from 'react'
import { breakpointKey, type Breakpoint } from '../../src-shared/run/log/breakpoints'
import { useEditor } from '../editor/editor-context'
import { useListOfFlow } from '../ui/list-of-flow'
import { useServices } from '../ui/services'

export type BreakpointList = {
  /** Null: not read yet. */
  all: readonly Breakpoint[] | null
  set: (breakpoint: Omit<Breakpoint, 'id'>) => void
  remove: (ids: readonly string[]) => void
}

export function useBreakpoints(): BreakpointList {
  const { client } = useServices()
  const { flowId } = useEditor()
  const read = useCallback(() => client.call('breakpoints.list', { flowId }), [client, flowId])
  const { all, show, write } = useListOfFlow({
    what: 'breakpoints',
    flowId,
    read,
    failed: 'The breakpoint could not be changed',
  })
  return {
    all,
    set(breakpoint) {
      const key = breakpointKey(breakpoint)
      show((now) => now.map((one) => (breakpointKey(one) === key ? { ...one, ...breakpoint } : one)))
      write(client.call('breakpoints.set', { flowId, breakpoint }))
    },
    remove: (ids) => write(client.call('breakpoints.remove', { flowId, ids: [...ids] })),
  }
}
