/** What an end means at run time: nobody holds the baton behind it, so the next message begins at the start. */
import { endKind } from '../../../src-shared/kinds/end'
import { defineRuntime } from '../contract/define-runtime'

export const endRuntime = defineRuntime(endKind, {})
