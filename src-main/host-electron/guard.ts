/** What no page may do, whatever it contains: leave the app, open windows, embed web views, ask for permissions, fetch dictionaries. */

import { app, session } from 'electron'
import type { Event, WebContents } from 'electron'
import { isAppUrl } from './app-scheme'

/** Pages may write to the clipboard (a copied flow); every other permission is denied. */
const GRANTED = new Set(['clipboard-sanitized-write'])

/** Only macOS checks spelling by itself; elsewhere Chromium downloads a dictionary, and Baton sends nothing anywhere unasked. */
export function hasOfflineSpellChecker(): boolean {
  return process.platform === 'darwin'
}

/** Guards every web contents that will ever be made. `openExternal` gets the web links that a person followed. */
export function guardPages(openExternal: (url: string) => void): void {
  app.on('web-contents-created', (_event, contents) => guardContents(contents, openExternal))
  const { defaultSession } = session
  defaultSession.setSpellCheckerEnabled(hasOfflineSpellChecker())
  defaultSession.setPermissionRequestHandler((contents, permission, answer) => {
    answer(GRANTED.has(permission) && isAppUrl(contents.getURL()))
  })
  defaultSession.setPermissionCheckHandler((_contents, permission, origin) => {
    return GRANTED.has(permission) && isAppUrl(origin)
  })
}

function guardContents(contents: WebContents, openExternal: (url: string) => void): void {
  contents.setWindowOpenHandler(({ url }) => {
    if (/^https?:/i.test(url)) openExternal(url)
    return { action: 'deny' }
  })
  const stay = (event: Event<{ url: string }>): void => {
    if (!isAppUrl(event.url)) event.preventDefault()
  }
  contents.on('will-navigate', stay)
  contents.on('will-frame-navigate', stay)
  contents.on('will-redirect', stay)
  contents.on('will-attach-webview', (event) => event.preventDefault())
}
