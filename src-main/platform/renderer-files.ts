/** The built interface as both hosts hand it out: only files inside its folder, with their types and the security headers. */

import { readFile, realpath, stat } from 'node:fs/promises'
import path from 'node:path'

/** A file ready to be sent. */
export type RendererFile = { readonly body: Buffer; readonly headers: Readonly<Record<string, string>> }

const MIME_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
}

/** The headers of every answer. `connect`: the addresses besides its own that the page may connect to. */
export function securityHeaders(connect: readonly string[]): Record<string, string> {
  const policy = [
    "default-src 'self'",
    `connect-src ${["'self'", ...connect].join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]
  return {
    'Content-Security-Policy': policy.join('; '),
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
  }
}

/** The file that a path of an address names, `/` being the page itself; null when there is none. */
export async function readRendererFile(folder: string, pathname: string): Promise<RendererFile | null> {
  const file = await insideOf(folder, pathname === '/' ? '/index.html' : pathname)
  if (file === null) return null
  const type = MIME_TYPES[path.extname(file).toLowerCase()] ?? 'application/octet-stream'
  // The build puts a hash of the contents into the names under assets/; all else may change with the next version.
  const isHashed = pathname.startsWith('/assets/')
  const cache = isHashed ? 'public, max-age=31536000, immutable' : 'no-cache'
  const body = await readFile(file)
  return { body, headers: { 'Content-Type': type, 'Cache-Control': cache, 'Content-Length': String(body.length) } }
}

/** The real path of a file inside a folder; null when it is outside (links followed), a folder, or not there. */
async function insideOf(folder: string, pathname: string): Promise<string | null> {
  const name = decodePath(pathname)
  if (name === null) return null
  try {
    const root = await realpath(folder)
    const file = await realpath(path.join(root, name))
    const isInside = file.startsWith(root + path.sep)
    return isInside && (await stat(file)).isFile() ? file : null
  } catch {
    return null
  }
}

function decodePath(pathname: string): string | null {
  try {
    const name = decodeURIComponent(pathname)
    return name.includes('\0') || name.includes('\\') ? null : name
  } catch {
    return null
  }
}
