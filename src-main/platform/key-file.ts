/**
 * Secrets without a system key store: AES-256-GCM under a random key in a file of its own that only its owner may read.
 * This protects a copied or backed-up database, not against somebody who can read the whole data folder.
 */

import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '../../src-shared/errors'
import { message } from '../../src-shared/languages/translate'

/** What a secret encrypted here begins with. */
export const KEY_FILE_PREFIX = 'file1:'

const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16

/** Encrypts under the key file of a data folder, which is made at the first use. */
export async function encryptWithKeyFile(dataDir: string, secret: string): Promise<string> {
  const key = await readOrMakeKey(dataDir)
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return KEY_FILE_PREFIX + Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64')
}

/** Decrypts what the key file of the same data folder encrypted. */
export async function decryptWithKeyFile(dataDir: string, stored: string): Promise<string> {
  const bytes = Buffer.from(stored.slice(KEY_FILE_PREFIX.length), 'base64')
  if (!stored.startsWith(KEY_FILE_PREFIX) || bytes.length < IV_BYTES + TAG_BYTES) throw unreadable()
  const key = await readKey(keyPath(dataDir))
  if (key === null) throw unreadable()
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  try {
    return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    throw unreadable()
  }
}

/** What to say about a secret that this host cannot read. */
export function unreadable(): AppError {
  return new AppError(
    'unavailable',
    'A saved key cannot be read here: it was saved by another Baton. Enter the key again in the settings.',
  )
}

function keyPath(dataDir: string): string {
  return path.join(dataDir, 'secrets.key')
}

async function readKey(file: string): Promise<Buffer | null> {
  try {
    const key = await readFile(file)
    if (key.length !== KEY_BYTES) {
      throw new AppError(
        'storage',
        message('{file} is damaged. Delete it, then enter your keys again in the settings.', { file }),
      )
    }
    return key
  } catch (cause) {
    if (hasCode(cause, 'ENOENT')) return null
    throw cause
  }
}

/** Two processes may begin at once: the key appears whole under its name, and the first one stays. */
async function readOrMakeKey(dataDir: string): Promise<Buffer> {
  const file = keyPath(dataDir)
  const existing = await readKey(file)
  if (existing !== null) return existing
  await mkdir(dataDir, { recursive: true })
  const draft = `${file}.${randomUUID()}`
  await writeFile(draft, randomBytes(KEY_BYTES), { mode: 0o600, flag: 'wx' })
  try {
    await link(draft, file)
  } catch (cause) {
    // A file system without hard links takes a rename instead.
    if (!hasCode(cause, 'EEXIST')) await rename(draft, file)
  }
  await rm(draft, { force: true })
  return (await readKey(file)) ?? readOrMakeKey(dataDir)
}

function hasCode(cause: unknown, code: string): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === code
}
