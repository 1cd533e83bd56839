/** All that is asked of turns: `runs.*`, `plans.*` and `queue.*`. */
import { planHandlers } from './plans'
import { queueHandlers } from './queue'
import { runHandlers, type RunServices } from './runs'

export function turnHandlers(services: RunServices) {
  return { ...runHandlers(services), ...planHandlers(services), ...queueHandlers(services.runner) }
}
