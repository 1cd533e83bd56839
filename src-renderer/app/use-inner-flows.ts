/** What flows inside the page's need while they are shown: the marks of the run, code that is read, and a flow of the library in step with others. */
import { useEffect } from 'react'
import { checkCodeOf } from '../editor/check-code'
import type { Editor } from '../editor/editor-context'
import { runIdOf } from '../editor/levels'
import { showChanges, showMoment } from '../run/store/overlay-feed'
import { useRunStore } from '../run/store/run-context'
import { useServices } from '../ui/services'

export function useInnerFlow(shown: Editor): void {
  const run = useRunStore()
  const { client } = useServices()
  useEffect(() => {
    const { within, overlay, flows } = shown
    if (within === null) return
    const place = runIdOf(within.outer, within.node)
    showMoment(overlay, run.getState(), place)
    const stopRun = run.subscribe((state, before) => {
      if (state.view === before.view) return
      const isLive = state.past === null && before.past === null
      if (isLive && state.threadId === before.threadId)
        showChanges(overlay, { before: before.view, after: state.view }, place)
      else showMoment(overlay, state, place)
    })
    const stopReading = checkCodeOf(shown, async (codes) => (await client.call('tools.checkCode', { codes })).faults)
    const { id } = flows.getState().flow
    const stopChanges = !within.isOfLibrary
      ? () => undefined
      : client.stream(
          'app.changes',
          {},
          {
            onItem(change) {
              if (change.what === 'flow' && (change.id === id || change.id === null))
                void flows.follow(change.revision).catch(() => undefined)
            },
          },
        )
    return () => {
      stopRun()
      stopReading()
      stopChanges()
    }
  }, [shown, run, client])
}
