/** What a built-in tool means at run time. */
import { builtinToolKind } from '../../../src-shared/kinds/builtin-tool'
import { calculate } from '../../tools/calculator'
import { tellTime } from '../../tools/clock'
import { defineRuntime } from '../contract/define-runtime'

export const builtinToolRuntime = defineRuntime(builtinToolKind, {
  tool({ data }) {
    const run = { clock: tellTime, calculator: calculate }[data.tool]
    return async (args, context) => ({ text: run(args, context.services.now()), isError: false })
  },
})
