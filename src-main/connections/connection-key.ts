/** Which address may be sent the key of a connection: only its own, so that a flow from elsewhere cannot carry keys away. */
import { AppError } from '../../src-shared/errors'
import type { ConnectionSource } from '../models/contract/connection'
import { message } from '../../src-shared/languages/translate'

/** The key for a request to `url`; null for a connection without one. Throws `connection-missing`, or `consent-needed` for another host. */
export async function connectionKey(connections: ConnectionSource, name: string, url: URL): Promise<string | null> {
  const connection = await connections.get(name)
  if (connection === null) {
    throw new AppError(
      'connection-missing',
      message('The tool uses the connection "{name}", which is not set up here. Add it in Settings, Connections.', {
        name,
      }),
    )
  }
  if (connection.apiKey === null) return null
  const own = URL.canParse(connection.baseUrl) ? new URL(connection.baseUrl).origin : ''
  if (own === url.origin) return connection.apiKey
  throw new AppError(
    'consent-needed',
    message(
      'The key of the connection "{name}" belongs to {own} and is not sent to {other}. Use a connection with that address.',
      {
        name,
        own,
        other: url.origin,
      },
    ),
  )
}
