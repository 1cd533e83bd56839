/** What an end means at run time: nobody holds the baton behind it, so the next message begins at the start. */
import type { KindRuntime } from '../runtime'

export const endRuntime: KindRuntime = {}
