/** A request as a line for a terminal, without its key. */
import type { RequestRecord } from '../../src-shared/run/log/requests'

/** Characters of a body up to which it is an argument: Linux takes 128 KB, and a character may have four bytes. */
const LONGEST_ARGUMENT = 30_000

/**
 * For sh, with the key taken from `API_KEY`; null for what was never sent. A long body is read from the lines after the command. Headers that the
 * person set for the connection are not known here.
 */
export function curlOf({ url, body }: Pick<RequestRecord, 'url' | 'body'>): string | null {
  if (url === null) return null
  const isLong = body.length > LONGEST_ARGUMENT
  const lines = [
    `curl ${quoted(url)}`,
    `-H 'Content-Type: application/json'`,
    `-H "Authorization: Bearer $API_KEY"`,
    isLong ? `--data-binary @- <<'${END}'` : `--data-raw ${quoted(body)}`,
  ]
  // A body is JSON on one line, so that none of its lines is the end.
  return lines.join(' \\\n  ') + (isLong ? `\n${body}\n${END}\n` : '')
}

const END = 'END_OF_REQUEST'

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
