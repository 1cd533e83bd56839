/** The values of variables as they were told, with which a turn goes on that was cut off: what a kill kept from being told is told then. */
import type { EventLog } from './event-log'
import type { Execution } from './execution'
import type { Translation } from './translate'

export async function beginWithShown(
  translation: Translation,
  { run, mode, state }: Execution,
  { conversation }: Pick<EventLog, 'conversation'>,
): Promise<void> {
  if (mode.kind !== 'resume' || mode.isNew || mode.input !== null) return
  const { variables } = await conversation(run.threadId, run.turn)
  const shown = Object.entries(variables).filter(([name]) => Object.hasOwn(state.variables, name))
  translation.variables = { ...translation.variables, ...Object.fromEntries(shown) }
}
