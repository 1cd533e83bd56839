/** A note takes no part in runs. */
import type { KindRuntime } from '../runtime'

export const noteRuntime: KindRuntime = {}
