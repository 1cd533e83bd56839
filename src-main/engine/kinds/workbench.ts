/** A pool of tools does nothing by itself: its participants find tools in it before they speak (`engine/pools/tool-pools.ts`). */
import { workbenchKind } from '../../../src-shared/kinds/workbench'
import { defineRuntime } from '../contract/define-runtime'

export const workbenchRuntime = defineRuntime(workbenchKind, {})
