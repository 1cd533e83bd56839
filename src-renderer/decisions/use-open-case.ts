/** Opens the thread of a decision at its step, with the strip for looking back. */
import type { DecisionPlace } from '../../src-shared/run/log/flow-decisions'
import { useRunStore } from '../run/store/run-context'
import { useServices } from '../ui/services'

export function useOpenCase(): (place: Pick<DecisionPlace, 'threadId' | 'span'>) => void {
  const run = useRunStore()
  const { docks } = useServices()
  return ({ threadId, span }) => {
    docks.change({ lookBackOpen: true })
    run.openCase(threadId, span)
  }
}
