/** Runs a plan again with changes, as a turn of a thread of its own; the thread that it comes from stays as it is. */
import { AppError } from '../../../src-shared/errors'
import { message } from '../../../src-shared/languages/translate'
import { newId } from '../../../src-shared/flow/records'
import { forkPlan } from '../../engine/compile/fork-plan'
import type { Launch } from '../launch'
import { decidedPlan, type PlanRerun } from './repeating'
import type { Listen, Runnable, RunnerOptions, StartedRun } from '../execution/execution'

type RerunContext = {
  options: RunnerOptions
  compile: (flowText: string) => Promise<Runnable>
  launch: Launch
}

/** Throws `run-active` while the turn runs, and what `forkPlan` throws; then nothing was made. */
export async function rerunPlan(
  { options, compile, launch }: RerunContext,
  { edits, decisions = [], ...of }: PlanRerun,
  listen: Listen,
): Promise<StartedRun> {
  const { threads, saver, services } = options
  const source = threads.runOfTurn(of.threadId, of.turn)
  if (source === null)
    throw new AppError('not-found', message('There is no turn {turn} in this thread.', { turn: of.turn }))
  if (source.state === 'running')
    throw new AppError('run-active', 'The turn that made this plan is still running. Wait for it or stop it first.')
  const runnable = await compile(source.flowText)
  options.permit(source.flowId, runnable.needs)
  const fork = await forkPlan({ runnable, services, saver, of, edits })
  const within = await decidedPlan(options, { edits, decisions, ...of }, runnable.flow)
  const threadId = newId('thread')
  try {
    const state = await fork.write(threadId)
    const { flowId, input, attachments, flowText, revision, turn } = source
    const reason = edits.length > 0 ? 'edited' : 'again'
    // Its state is in the middle of the turn, so there is no such thread without a run of that.
    const run = options.answers.during(() => {
      threads.fork(of.threadId, { id: threadId, turn: of.turn, reason })
      return threads.startRun({ threadId, flowId, input, attachments, flowText, revision, turn, within })
    })
    const mode = { kind: 'fork', isNew: false, input: null, opening: fork.opening } as const
    return launch(run, (controller) => ({ run, runnable, state, controller, listen, mode }))
  } catch (cause) {
    await saver.deleteThread(threadId)
    throw cause
  }
}
