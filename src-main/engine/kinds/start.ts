/** What a start means at run time: new conversations begin where its edge leads. */
import { startKind } from '../../../src-shared/kinds/start'
import { defineRuntime } from '../contract/define-runtime'

export const startRuntime = defineRuntime(startKind, { isEntry: true })
