/** What a code tool means at run time: one sandboxed run of its code for each call. */
import { codeToolSchema } from '../../../src-shared/kinds/code-tool'
import { createSandbox } from '../../tools/code/sandbox'
import type { KindRuntime } from '../runtime'

export const codeToolRuntime: KindRuntime = {
  setsVariables: true,
  tool(id, flow) {
    const run = createSandbox(codeToolSchema.parse(flow.graph.node(id)?.data ?? {}))
    return async (args, { signal, variables, around, onOutput }) => {
      const call = { args, variables, signal, around: around(), onOutput }
      const { text, variables: changes, switches, handOff } = await run(call)
      return {
        text,
        isError: false,
        variables: changes,
        ...(Object.keys(switches).length === 0 ? {} : { switches }),
        ...(handOff === null ? {} : { handOff }),
      }
    }
  },
}
