/** What an HTTP tool means at run time: one request for each call. */
import { httpToolSchema } from '../../../src-shared/kinds/http-tool'
import { request } from '../../tools/http'
import type { KindRuntime } from '../runtime'

export const httpToolRuntime: KindRuntime = {
  tool(id, flow) {
    const data = httpToolSchema.parse(flow.graph.node(id)?.data ?? {})
    return async (args, context) => {
      const { keyFor } = context.services
      const { text } = await request(data, {
        args,
        fetch,
        signal: context.signal,
        keyFor: (url) => (data.connection === '' ? Promise.resolve(null) : keyFor(data.connection, url)),
      })
      return { text, isError: false }
    }
  },
}
