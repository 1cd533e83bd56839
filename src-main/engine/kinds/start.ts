/** What a start means at run time: new conversations begin where its edge leads. */
import type { KindRuntime } from '../runtime'

export const startRuntime: KindRuntime = { isEntry: true }
