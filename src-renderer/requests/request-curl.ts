/** A request as a line for a terminal, without its key. */
import type { RequestRecord } from '../../src-shared/run/log/requests'

/**
 * For sh, with the key taken from `API_KEY`; null for what was never sent. Pictures are named, not written out, and headers that the person set for the
 * connection are not known here.
 */
export function curlOf({ url, body }: Pick<RequestRecord, 'url' | 'body'>): string | null {
  if (url === null) return null
  const lines = [
    `curl ${quoted(url)}`,
    `-H 'Content-Type: application/json'`,
    `-H "Authorization: Bearer $API_KEY"`,
    `--data-raw ${quoted(body)}`,
  ]
  return lines.join(' \\\n  ')
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
