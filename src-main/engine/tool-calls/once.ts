/** Parts of a step whose result is stored the moment it is there, so that none runs again after a crash; the state's own steps are stored by LangGraph. */
import type { Json } from '../../../src-shared/flow/records'
import type { StepContext } from '../contract/runtime'

/** `isNew`: it ran just now; else it had run before the app was killed, and what it gave comes from the checkpoint. */
export type OnceResult<Result> = { result: Result; isNew: boolean }

/** Runs a part of a step unless it has run already. All that it changes must be in its result: nothing else is known after a crash. */
export async function once<Result extends Json>(
  context: Pick<StepContext, 'durable'>,
  name: string,
  work: () => Promise<Result>,
): Promise<OnceResult<Result>> {
  let isNew = false
  const result = await context.durable(name, () => {
    isNew = true
    return work()
  })
  return { result, isNew }
}
