/** The files of the chat page, as the build put them into the program, packed for browsers that take them so, and the headers that they are sent with. */
import { gzipSync } from 'node:zlib'

const FILES = import.meta.glob<string>('../../../resources/chat-page/*', {
  eager: true,
  query: '?raw',
  import: 'default',
})

export type PageFile = { body: string | Buffer; headers: Readonly<Record<string, string>> }

export const PAGE = 'page.html'

const SCRIPT = 'text/javascript; charset=utf-8'

/** By the names that they have in addresses. */
const SOURCES: ReadonlyMap<string, { source: string; type: string }> = new Map([
  [PAGE, { source: 'page.html', type: 'text/html; charset=utf-8' }],
  ['page.css', { source: 'page.css', type: 'text/css; charset=utf-8' }],
  ['page.js', { source: 'page.mjs', type: SCRIPT }],
  ['embed.js', { source: 'embed.mjs', type: SCRIPT }],
  // What scripts load beside them.
  ...['page-texts.mjs', 'markdown.mjs', 'markdown-blocks.mjs', 'markdown-inline.mjs'].map(
    (source) => [source, { source, type: SCRIPT }] as const,
  ),
])

export type PageFiles = (name: string, isPacked: boolean) => PageFile | null

/** Whether an `Accept-Encoding` names gzip, and not as one that is refused. */
export function takesPacked(accepted: string | undefined): boolean {
  return (accepted ?? '').split(',').some((one) => /^\s*gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*$).*)?$/i.test(one))
}

/**
 * The files of the page, each packed when it is first asked for; null: there is none of that name. The page may be shown in frames of `embedOn` alone, and asks
 * nobody but its own server.
 */
export function createPageFiles(embedOn: readonly string[]): PageFiles {
  const packed = new Map<string, Buffer>()
  const pack = (name: string, body: string): Buffer => {
    const known = packed.get(name) ?? gzipSync(body)
    packed.set(name, known)
    return known
  }
  return (name, isPacked) => {
    const known = SOURCES.get(name)
    const body = known === undefined ? undefined : FILES[`../../../resources/chat-page/${known.source}`]
    if (known === undefined || body === undefined) return null
    const headers = headersOf({ name, type: known.type, embedOn })
    return isPacked
      ? { body: pack(name, body), headers: { ...headers, 'content-encoding': 'gzip' } }
      : { body, headers }
  }
}

type FileFacts = { name: string; type: string; embedOn: readonly string[] }

function headersOf({ name, type, embedOn }: FileFacts): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${embedOn.length === 0 ? "'none'" : embedOn.join(' ')}`,
    "require-trusted-types-for 'script'",
  ]
  return {
    vary: 'accept-encoding',
    'content-type': type,
    'cache-control': 'no-cache',
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    // The script that embeds it is meant for other sites, all else is not.
    'cross-origin-resource-policy': name === 'embed.js' ? 'cross-origin' : 'same-origin',
    ...(embedOn.length === 0 ? { 'x-frame-options': 'DENY' } : {}),
  }
}
