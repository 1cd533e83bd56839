/** Tells the shown drawing where turns pause. */
import { useEffect } from 'react'
import { useShownEditor } from '../editor/editor-context'
import { runIdOf } from '../editor/levels'
import { breakMarksOf } from './break-marks-of'
import { useBreakpoints } from './use-breakpoints'

export function BreakpointFeed() {
  const shown = useShownEditor()
  const { all } = useBreakpoints()
  useEffect(() => {
    const within = shown.within === null ? '' : runIdOf(shown.within.outer, shown.within.node)
    shown.breaks.setState(breakMarksOf(all ?? [], within))
  }, [shown, all])
  return null
}
