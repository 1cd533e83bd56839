/** What a built-in tool means at run time. */
import { builtinToolKind } from '../../../src-shared/kinds/builtin-tool'
import { calculate } from '../../tools/calculator'
import { tellTime } from '../../tools/clock'
import type { KindRuntime } from '../runtime'

export const builtinToolRuntime: KindRuntime = {
  tool(id, flow) {
    const { tool } = builtinToolKind.schema.parse(flow.graph.node(id)?.data ?? {})
    const run = { clock: tellTime, calculator: calculate }[tool]
    return async (args, context) => ({ text: run(args, context.services.now()), isError: false })
  },
}
