/** The platform of the desktop app: native dialogs, and the system's key store where there is one. */

import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { app, dialog, safeStorage, shell } from 'electron'
import { AppError } from '../../src-shared/errors'
import { message } from '../../src-shared/languages/translate'
import { MOST_FLOW_BYTES, readBounded, whyUnread } from './bounded-file'
import { KEY_FILE_PREFIX, decryptWithKeyFile, encryptWithKeyFile, unreadable } from './key-file'
import type { FileDialog, Platform } from './platform'
import { webAddress } from './platform'

const KEY_STORE_PREFIX = 'safe1:'

/** The platform of the desktop app. Only after the app is ready: before, the key store is unknown. */
export function electronPlatform(dataDir: string): Platform {
  const hasKeyStore = isKeyStoreReal()
  return {
    host: 'electron',
    version: app.getVersion(),
    can: { dialogs: true, secureSecrets: hasKeyStore },
    openExternal: async (url) => shell.openExternal(webAddress(url).href),
    async openFile(options) {
      const answer = await dialog.showOpenDialog({ ...dialogOptions(options), properties: ['openFile'] })
      const [file] = answer.filePaths
      return answer.canceled || file === undefined ? null : readChosenFile(file)
    },
    async saveFile({ name, text, ...options }) {
      const answer = await dialog.showSaveDialog({ ...dialogOptions(options), defaultPath: name })
      if (answer.canceled || answer.filePath === '') return null
      await writeFile(answer.filePath, text)
      return answer.filePath
    },
    async encryptSecret(secret) {
      if (!hasKeyStore) return encryptWithKeyFile(dataDir, secret)
      return KEY_STORE_PREFIX + safeStorage.encryptString(secret).toString('base64')
    },
    async decryptSecret(stored) {
      if (stored.startsWith(KEY_FILE_PREFIX)) return decryptWithKeyFile(dataDir, stored)
      if (!hasKeyStore || !stored.startsWith(KEY_STORE_PREFIX)) throw unreadable()
      try {
        return safeStorage.decryptString(Buffer.from(stored.slice(KEY_STORE_PREFIX.length), 'base64'))
      } catch {
        throw unreadable()
      }
    },
  }
}

/** A file as the person chose it, or opened it by a double click. Throws AppError `not-found` for what is no file, or too large for a flow. */
export async function readChosenFile(file: string): Promise<{ name: string; text: string }> {
  const read = readBounded(file, MOST_FLOW_BYTES)
  if (read.ok) return { name: path.basename(file), text: read.bytes.toString('utf8') }
  const why = whyUnread(read, MOST_FLOW_BYTES)
  throw new AppError(
    'not-found',
    message('{file} could not be read: {reason}. Choose another file.', { file, reason: why }),
  )
}

/** On Linux without a key ring Electron falls back to a key that is the same everywhere; the key file is better. */
function isKeyStoreReal(): boolean {
  if (!safeStorage.isEncryptionAvailable()) return false
  return process.platform !== 'linux' || safeStorage.getSelectedStorageBackend() !== 'basic_text'
}

function dialogOptions({ title, extensions }: FileDialog) {
  return { title, filters: [{ name: title, extensions: [...extensions] }] }
}
