/** What the person said of the chat page: its key, and the sites that may show it. */
import { UsageError, type CommandStreams } from '../options'
import { hashOf, newKey, type AccessKey } from '../serving/access'

export type PageOptions = {
  key: AccessKey
  /** What follows the page's address where it is printed: a key that was made is in no other place. */
  printed: string
  /** Origins of sites that may show it in a frame. */
  embedOn: readonly string[]
  /** Whether visitors decide on all that waits for a person, not only on approvals. */
  visitorsDecide: boolean
}

type PageCommand = { chat?: boolean; pageKey?: string; embedOn?: string[]; visitorsDecide?: boolean }

/** `callers`: the keys of callers, of which the page's is none. Null: there is no page. Throws UsageError. */
export function readPageOptions(
  options: PageCommand,
  { env }: Pick<CommandStreams, 'env'>,
  callers: readonly AccessKey[],
): PageOptions | null {
  const { chat, pageKey, embedOn = [], visitorsDecide = false } = options
  if (chat !== true) {
    if (pageKey !== undefined || embedOn.length > 0 || visitorsDecide)
      throw new UsageError('--page-key, --embed-on and --visitors-decide are of --chat: give it too.')
    return null
  }
  const inEnv = env['BATON_PAGE_KEY']?.trim() ?? ''
  const given = pageKey ?? (inEnv === '' ? null : inEnv)
  if (given !== null && !/^[\w-]{16,200}$/.test(given))
    throw new UsageError('A key of the page has 16 to 200 letters, digits, "-" and "_": it stands in its address.')
  const key = given ?? newKey()
  if (callers.some(({ hash }) => hash === hashOf(key)))
    throw new UsageError(
      'The key of the page is a key of a caller too, and whoever has the page has it. Give it another.',
    )
  return {
    key: { name: 'page', hash: hashOf(key) },
    printed: given === null ? `#${key}` : ', with # and the key of the page behind it',
    embedOn: embedOn.map(siteOf),
    visitorsDecide,
  }
}

/** It becomes part of a header, so it is an origin and nothing else. */
function siteOf(text: string): string {
  const site = text.replace(/\/+$/, '')
  if (URL.canParse(site) && /^https?:$/.test(new URL(site).protocol) && new URL(site).origin === site.toLowerCase())
    return site.toLowerCase()
  throw new UsageError(`--embed-on ${text} is no site. Give its origin, such as https://example.com.`)
}
