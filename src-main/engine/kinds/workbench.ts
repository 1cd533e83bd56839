/** A pool of tools does nothing by itself: its participants find tools in it before they speak (`engine/tool-pools.ts`). */
import type { KindRuntime } from '../runtime'

export const workbenchRuntime: KindRuntime = {}
