/** A note takes no part in runs. */
import { noteKind } from '../../../src-shared/kinds/note'
import { defineRuntime } from '../contract/define-runtime'

export const noteRuntime = defineRuntime(noteKind, {})
