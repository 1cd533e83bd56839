/** What a code tool means at run time: one sandboxed run of its code for each call. */
import { codeToolKind } from '../../../src-shared/kinds/code-tool'
import { createSandbox } from '../../tools/code/sandbox'
import { defineRuntime } from '../contract/define-runtime'

export const codeToolRuntime = defineRuntime(codeToolKind, {
  setsVariables: true,
  tool({ data }) {
    const run = createSandbox(data)
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
})
