/** Tells the shown drawing where turns pause. */
import { useEffect } from 'react'
import { ofThread } from '../../src-shared/run/log/breakpoints'
import { useShownEditor } from '../editor/editor-context'
import { runIdOf } from '../editor/levels'
import { useRun } from '../run/store/run-context'
import { breakMarksOf } from './break-marks-of'
import { useBreakpoints } from './use-breakpoints'

export function BreakpointFeed() {
  const shown = useShownEditor()
  const { all } = useBreakpoints()
  const threadId = useRun((state) => state.threadId)
  useEffect(() => {
    const within = shown.within === null ? '' : runIdOf(shown.within.outer, shown.within.node)
    shown.breaks.setState(breakMarksOf(ofThread(all ?? [], threadId), within))
  }, [shown, all, threadId])
  return null
}
