/** Getting an API document from the web on a person's click. */
import { AppError } from '../../../src-shared/errors'
import { message } from '../../../src-shared/languages/translate'
import { hostNeed } from '../../../src-shared/kinds/needs'
import { isWebAddress } from '../../../src-shared/kinds/openapi-tools'
import { fetchDocument } from './api-documents'
import { createGuardedFetch } from '../net/guarded-fetch'

/** Gets a document from the address that a person gave. Only its host is reached, and public ones that it redirects to. Throws AppError. */
export async function fetchApi(address: string, signal: AbortSignal): Promise<string> {
  const wanted = address.trim()
  const host = isWebAddress(wanted) ? hostNeed(wanted) : null
  if (host === null)
    throw new AppError(
      'bad-input',
      message('"{wanted}" is not an address. It should begin with https://.', { wanted: wanted.slice(0, 200) }),
    )
  const guarded = createGuardedFetch({
    purpose: { why: 'api-document', permit: { by: 'person' } },
    mayReach(url, { isRedirect }) {
      if (hostNeed(url.origin)?.content === host.content) return 'anywhere'
      return isRedirect ? 'public' : 'no'
    },
  })
  try {
    return await fetchDocument(wanted, { fetch: guarded.fetch, signal })
  } finally {
    await guarded.close()
  }
}
