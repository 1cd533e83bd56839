/** A frame takes no part in runs. */
import { frameKind } from '../../../src-shared/kinds/frame'
import { defineRuntime } from '../contract/define-runtime'

export const frameRuntime = defineRuntime(frameKind, {})
