/** The handlers of `documents.*`. */
import type { BatonContract } from '../../src-shared/rpc/contract'
import type { AreaHandlers } from '../../src-shared/rpc/define'
import { textOf } from '../documents/load'
import { fetchApi, importApi } from '../tools/import-api'

export function documentHandlers() {
  return {
    'documents.toText': async ({ name, base64 }, { signal }) => {
      // A plain array: the reader of PDFs takes no Buffer.
      return { text: await textOf(name, new Uint8Array(Buffer.from(base64, 'base64')), signal) }
    },
    'documents.readApi': async (given, { signal }) => {
      const { include } = given
      if ('text' in given) return importApi(given.text, { include })
      return importApi(await fetchApi(given.url, signal), { include, from: given.url.trim() })
    },
  } satisfies AreaHandlers<BatonContract, 'documents'>
}
