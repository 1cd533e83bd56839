/** The handlers of `requests.*`. */
import type { BatonContract } from '../../src-shared/rpc/contract'
import type { AreaHandlers } from '../../src-shared/rpc/define'
import type { RequestRecords } from '../requests/request-records'

export function requestHandlers({ requests }: { readonly requests: RequestRecords }) {
  return {
    'requests.readers': async ({ threadId, entries }) => ({ spans: await requests.readersOf(threadId, entries) }),
    'requests.ofCall': async ({ span }) => ({ requests: requests.ofCall(span) }),
  } satisfies AreaHandlers<BatonContract, 'requests'>
}
