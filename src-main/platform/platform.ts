/** What differs between the desktop app and plain Node, as the core and the hosts see it. */

import { AppError } from '../../src-shared/errors'
import { message } from '../../src-shared/languages/translate'

/** What a file dialog offers: a title, and the endings that it shows. */
export type FileDialog = { readonly title: string; readonly extensions: readonly string[] }

/** A file that a person chose, read as UTF-8. */
export type ChosenFile = { readonly name: string; readonly text: string }

/** The abilities of a host; the interface asks these, never which host it is. */
export type PlatformCan = {
  /** Native open and save dialogs. */
  readonly dialogs: boolean
  /** Keys are protected by the system's key store, not only by a file beside the database. */
  readonly secureSecrets: boolean
}

/** One host's way of doing what hosts do differently. */
export type Platform = {
  readonly host: 'electron' | 'web' | 'cli'
  readonly version: string
  readonly can: PlatformCan
  /** Opens a web page in the person's browser. Only http and https; rejects with `unavailable` where there is no browser. */
  openExternal(url: string): Promise<void>
  /** Lets the person choose a file; null when they chose none. */
  openFile(dialog: FileDialog): Promise<ChosenFile | null>
  /** Lets the person choose where to save; the path, or null when they chose none. */
  saveFile(dialog: FileDialog & { readonly name: string; readonly text: string }): Promise<string | null>
  /** A secret as it may lie in the database. */
  encryptSecret(secret: string): Promise<string>
  /** The secret back. Rejects with `unavailable` when another host or another machine encrypted it. */
  decryptSecret(stored: string): Promise<string>
}

/** The address if it is a web page; anything else could start a program and is refused. */
export function webAddress(url: string): URL {
  const address = URL.canParse(url) ? new URL(url) : null
  if (address?.protocol !== 'https:' && address?.protocol !== 'http:') {
    throw new AppError('bad-input', message('Baton opens only http and https addresses, and “{url}” is none.', { url }))
  }
  return address
}
