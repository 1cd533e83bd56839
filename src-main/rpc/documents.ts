/** The handlers of `documents.*`. */
import type { BatonContract } from '../../src-shared/rpc/contract'
import type { AreaHandlers } from '../../src-shared/rpc/define'
import { textOf } from '../documents/load'

export function documentHandlers() {
  return {
    'documents.toText': async ({ name, base64 }, { signal }) => {
      // A plain array: the reader of PDFs takes no Buffer.
      return { text: await textOf(name, new Uint8Array(Buffer.from(base64, 'base64')), signal) }
    },
  } satisfies AreaHandlers<BatonContract, 'documents'>
}
