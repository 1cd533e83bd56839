/** A web search over one of the person's connections: its address is the endpoint, its key the key. */
import { AppError } from '../../../src-shared/errors'
import { message } from '../../../src-shared/languages/translate'
import { permitOf, type ConnectionSource } from '../../models/contract/connection'
import { forPurpose } from '../../outbound/purpose'
import type { Redactor } from '../../redaction/redactor'
import { webSearch, type SearchResult } from './web-search'

/** The results; null when no connection is named. Throws `connection-missing`, or `tool-failed` when the search fails. */
export async function searchOver(
  connections: ConnectionSource,
  name: string,
  query: { query: string; topK: number; signal: AbortSignal; redactor: Redactor },
): Promise<SearchResult[] | null> {
  if (name === '') return null
  const connection = await connections.get(name)
  if (connection === null)
    throw new AppError(
      'connection-missing',
      message('The search connection "{name}" is not set up here. Add it in Settings, Connections.', { name }),
    )
  return forPurpose({ why: 'web-search', permit: permitOf(connection) }, () =>
    webSearch({ endpoint: connection.baseUrl, key: connection.apiKey, ...query }),
  )
}
