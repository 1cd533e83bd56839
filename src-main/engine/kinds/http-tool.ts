/** What an HTTP tool means at run time: one request for each call, to the host that it declares. */
import { httpToolKind } from '../../../src-shared/kinds/http-tool'
import { reachOf } from '../../consent/reach'
import { request } from '../../tools/http'
import { createGuardedFetch, type GuardedFetch } from '../../tools/net/guarded-fetch'
import type { Purpose } from '../../outbound/purpose'
import { defineRuntime } from '../contract/define-runtime'

/** What any server may be told; other headers are for the tool's own. */
const PLAIN_HEADER = /^(accept(-.*)?|content-type|user-agent)$/i

const purpose: Purpose = { why: 'http-tool', permit: { by: 'consent' } }

export const httpToolRuntime = defineRuntime(httpToolKind, {
  tool({ node, data }) {
    const declared = httpToolKind.needs(node)
    const secretHeaders = Object.keys(data.headers).filter((name) => !PLAIN_HEADER.test(name))
    // Kept so that open connections are used again; they close by themselves and do not delay the end of the program.
    let guarded: GuardedFetch | null = null
    return async (args, { services, signal }) => {
      const redactor = await services.redactor()
      guarded ??= createGuardedFetch({ purpose, ...reachOf(declared, services.isAllowedByName), secretHeaders })
      const secrets = new Map<string, string>()
      for (const name of data.secrets) secrets.set(name, await services.secret(name))
      const { text, media } = await request(data, {
        args,
        secrets,
        fetch: guarded.fetch,
        signal,
        redact: redactor.text,
        keyFor: (url) => (data.connection === '' ? Promise.resolve(null) : services.keyFor(data.connection, url)),
      })
      // The engine writes the line that stands for media, as it says under which id they are kept.
      return media === null ? { text, isError: false } : { text: '', isError: false, media: [media] }
    }
  },
})
