/** What an HTTP tool means at run time: one request for each call. */
import { httpToolSchema } from '../../../src-shared/kinds/http-tool'
import { request } from '../../tools/http'
import type { KindRuntime } from '../runtime'

export const httpToolRuntime: KindRuntime = {
  tool(id, flow) {
    const data = httpToolSchema.parse(flow.graph.node(id)?.data ?? {})
    return async (args, context) => {
      const key = data.connection === '' ? null : await context.services.keyOf(data.connection)
      return { text: await request(data, { args, key, signal: context.signal }), isError: false }
    }
  },
}
