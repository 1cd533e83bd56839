/** The sheet on which a person changes something where the open thread is left: what there is to change, and the thread that comes of it. */
import { toAppError, type AppError } from '../../../src-shared/errors'
import type { ForkChoices } from '../../../src-shared/rpc/fork-choices'
import type { ForkChanges, ForkDrawing } from '../../../src-shared/run/log/fork-changes'
import { turnAt } from '../../../src-shared/run/fold/fold-view'
import type { NotBegun } from './forks'
import type { ForkQuestion, RunParts } from './run-state'

export type ForkSheet = {
  /** Opens the sheet for a turn of the open thread. */
  changeTurn(turn: number): void
  /** The same for the moment that is shown. */
  changeHere(): void
  closeForking(): void
  /** What there is to choose for a drawing; null: as usual. */
  forkChoices(forking: ForkQuestion, drawing: ForkDrawing | null): Promise<ForkChoices | AppError>
  /** Makes the thread. Null: it was, and is open. */
  forkWith(forking: ForkQuestion, changes: ForkChanges, text: string | null): Promise<NotBegun>
}

/** Leaves the open thread before a turn, or after a moment, with changes. */
type LeaveThread = (forking: ForkQuestion, changes: ForkChanges, text: string | null) => Promise<NotBegun>

export function createForkSheet({ store, options: { client, beforeRun } }: RunParts, leave: LeaveThread): ForkSheet {
  const { getState, setState } = store
  return {
    changeTurn(turn) {
      const { threadId, live } = getState()
      if (threadId === null) return
      const said = turnAt(live, turn - 1)
      setState({ forking: { threadId, at: { turn }, message: said?.input ?? '' } })
    },
    changeHere() {
      const { threadId, past, record } = getState()
      const last = past === null ? undefined : record?.of.events[past.count - 1]
      if (threadId === null || last === undefined) return
      setState({ forking: { threadId, at: { runId: last.runId, seq: last.seq }, message: null } })
    },
    closeForking: () => setState({ forking: null }),
    async forkChoices({ threadId, at }, drawing) {
      try {
        await beforeRun()
        return await client.call('threads.forkChoices', { threadId, at, drawing })
      } catch (cause) {
        return toAppError(cause)
      }
    },
    async forkWith(forking, changes, text) {
      const done = await leave(forking, changes, text)
      if (done === null) setState({ forking: null })
      return done
    },
  }
}
