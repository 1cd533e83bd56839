/** What whoever runs `baton serve` asks of it, without a key: whether it lives, and whether it can answer. Names and contents are not told. */
import { connectionNames } from '../../../src-shared/flow/export/environment-names'
import { DEFAULT_CONNECTION } from '../../../src-shared/flow/model-choices'
import { toAppError } from '../../../src-shared/errors'
import type { Core } from '../../core'
import type { ModelOverrides } from '../../models/overrides'
import { usedName } from '../../models/overrides'
import type { GivenFlow } from '../options'

/** `connections`: all that flows name are set up. `serving`: it was not told to stop. */
export type Readiness = { library: boolean; connections: boolean; serving: boolean }

export type ReadinessOptions = {
  core: Core
  flows: readonly GivenFlow[]
  overrides: ModelOverrides
  stopping: AbortSignal
}

/** Flows were checked when serving began, and do not change. */
export async function readiness({ core, flows, overrides, stopping }: ReadinessOptions): Promise<Readiness> {
  const library = holds(() => core.services.threads.turnsOf('no such thread') >= 0)
  const names = flows.flatMap(({ flow }) => connectionNames(flow)).map((name) => usedName(overrides, name))
  // Without a connection of that name the rehearsal answers.
  const isSetUp = async (name: string) =>
    name === DEFAULT_CONNECTION || (await core.services.connections.get(name)) !== null
  const found = overrides.baseUrl === undefined ? await Promise.all(names.map(isSetUp)) : []
  return { library, connections: found.every(Boolean), serving: !stopping.aborted }
}

function holds(check: () => boolean): boolean {
  try {
    return check()
  } catch (cause) {
    // A thread that is not there is an answer of the library all the same.
    return toAppError(cause).code === 'not-found'
  }
}
