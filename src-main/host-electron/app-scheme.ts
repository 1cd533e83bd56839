/** The address of the desktop app's pages, `app://baton/`, and what answers there. */

import { protocol } from 'electron'
import { readRendererFile, securityHeaders } from '../platform/renderer-files'

const SCHEME = 'app'
const HOST = 'baton'

/** The page of the app. */
export const APP_URL = `${SCHEME}://${HOST}/`

/** Whether an address is one of the app's own pages. */
export function isAppUrl(url: string): boolean {
  const address = URL.parse(url)
  return address !== null && address.protocol === `${SCHEME}:` && address.host === HOST
}

/** Makes the scheme a full origin of its own. Before the app is ready, or Electron refuses. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ])
}

/** Answers the scheme with the files of the built interface. */
export function answerAppScheme(rendererDir: string): void {
  const headers = securityHeaders([])
  protocol.handle(SCHEME, async (request) => {
    const file = isAppUrl(request.url) ? await readRendererFile(rendererDir, new URL(request.url).pathname) : null
    if (file === null) return new Response('There is no such file.\n', { status: 404, headers })
    return new Response(new Uint8Array(file.body), { headers: { ...headers, ...file.headers } })
  })
}
