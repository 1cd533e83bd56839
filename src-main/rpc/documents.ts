/** The handlers of `documents.*`. */
import type { BatonContract } from '../../src-shared/rpc/contract'
import type { AreaHandlers } from '../../src-shared/rpc/define'
import { textOf } from '../documents/load'
import type { Reader } from '../reading/reader'
import { fetchApi } from '../tools/api/fetch-api'

export function documentHandlers({ reader }: { reader: Reader }) {
  return {
    'documents.toText': async ({ name, base64 }, { signal }) => {
      return { text: await textOf(name, Buffer.from(base64, 'base64'), { reader, signal }) }
    },
    'documents.readApi': async (given, { signal }) => {
      const { include } = given
      if ('text' in given) return reader.read({ what: 'api-import', source: given.text, include, from: null }, signal)
      const source = await fetchApi(given.url, signal)
      return reader.read({ what: 'api-import', source, include, from: given.url.trim() }, signal)
    },
  } satisfies AreaHandlers<BatonContract, 'documents'>
}
