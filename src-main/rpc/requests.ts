/** The handlers of `requests.*`. */
import { AppError } from '../../src-shared/errors'
import type { BatonContract } from '../../src-shared/rpc/contract'
import type { AreaHandlers } from '../../src-shared/rpc/define'
import { withBytes } from '../requests/picture-places'
import type { RequestRecords } from '../requests/request-records'
import { pictureBytes, type Results } from '../store/results'

type RequestParts = { readonly requests: RequestRecords; readonly results: Pick<Results, 'read'> }

export function requestHandlers({ requests, results }: RequestParts) {
  return {
    'requests.readers': async ({ threadId, entries }) => ({ spans: await requests.readersOf(threadId, entries) }),
    'requests.ofCall': async ({ span }) => ({ requests: requests.ofCall(span) }),
    'requests.sent': async ({ span, request }) => {
      const record = requests.ofCall(span)[request]
      const threadId = requests.threadOf(span)
      if (record === undefined || threadId === null)
        throw new AppError('not-found', 'Nothing is kept of this request.', { span })
      return { body: withBytes(record.body, record.pictures, pictureBytes(results, threadId)) }
    },
  } satisfies AreaHandlers<BatonContract, 'requests'>
}
