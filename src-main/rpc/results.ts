/** The handlers of `results.*`. */
import type { BatonContract } from '../../src-shared/rpc/contract'
import type { AreaHandlers } from '../../src-shared/rpc/define'
import type { Results } from '../store/results'

export function resultHandlers({ results }: { readonly results: Pick<Results, 'read'> }) {
  return {
    'results.read': async ({ threadId, id, offset, limit }) => {
      const { mimeType, size, body } = results.read(threadId, id)
      const end = offset + limit
      return typeof body === 'string'
        ? { mimeType, size, length: body.length, text: body.slice(offset, end), base64: null }
        : {
            mimeType,
            size,
            length: size,
            text: null,
            base64: Buffer.from(body.subarray(offset, end)).toString('base64'),
          }
    },
  } satisfies AreaHandlers<BatonContract, 'results'>
}
