import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { toErrorRecord } from '../../src-shared/errors'
import { nodePlatform } from './node'
import type { Platform } from './platform'

let dataDir = ''
let platform: Platform
beforeEach(() => {
  dataDir = path.join(mkdtempSync(path.join(tmpdir(), 'baton-platform-')), 'data')
  platform = nodePlatform({ host: 'cli', dataDir })
})
afterEach(() => rmSync(path.dirname(dataDir), { recursive: true }))

async function codeOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    return { answered: await promise }
  } catch (cause) {
    return toErrorRecord(cause).code
  }
}

test('A secret comes back; each time it is encrypted differently, under a key that only the owner may read.', async () => {
  const secret = 'sk-ключ-🔑'
  const stored = await Promise.all([1, 2, 3].map(() => nodePlatform({ host: 'web', dataDir }).encryptSecret(secret)))
  expect(new Set(stored).size).toBe(3)
  expect(stored.join().includes('sk-')).toBe(false)
  expect(await Promise.all(stored.map((text) => platform.decryptSecret(text)))).toEqual([secret, secret, secret])
  expect(readdirSync(dataDir)).toEqual(['secrets.key'])
  const { mode, size } = statSync(path.join(dataDir, 'secrets.key'))
  expect([mode & 0o777, size]).toEqual([0o600, 32])
})

test('A secret that was changed, or encrypted elsewhere, is said to be unreadable.', async () => {
  const stored = await platform.encryptSecret('secret')
  const elsewhere = nodePlatform({ host: 'cli', dataDir: path.join(dataDir, 'other') })
  const body = Buffer.from(stored.slice('file1:'.length), 'base64')
  body[body.length - 1] = (body.at(-1) ?? 0) ^ 1
  const bad = [`file1:${body.toString('base64')}`, 'file1:', 'file1:AAAA', 'safe1:AAAA', 'secret', '']
  expect(await Promise.all(bad.map((text) => codeOf(platform.decryptSecret(text))))).toEqual(
    bad.map(() => 'unavailable'),
  )
  expect(await codeOf(elsewhere.decryptSecret(stored))).toBe('unavailable')
  await elsewhere.encryptSecret('other')
  expect(await codeOf(elsewhere.decryptSecret(stored))).toBe('unavailable')
  writeFileSync(path.join(dataDir, 'secrets.key'), 'short')
  expect(await codeOf(platform.encryptSecret('more'))).toBe('storage')
})

test('Only web pages are opened, and never by way of a shell.', async () => {
  const refused = ['file:///etc/passwd', 'javascript:alert(1)', 'smb://host/share', 'not an address', '', '--version']
  expect(await Promise.all(refused.map((url) => codeOf(platform.openExternal(url))))).toEqual(
    refused.map(() => 'bad-input'),
  )
  const without = nodePlatform({ host: 'cli', dataDir, env: {}, system: 'linux' })
  expect(await codeOf(without.openExternal('https://example.org'))).toBe('unavailable')
})

test('Plain Node has no dialogs and no key store.', async () => {
  const dialog = { title: 'Open a flow', extensions: ['json'] }
  expect([platform.can, await codeOf(platform.openFile(dialog))]).toEqual([
    { dialogs: false, secureSecrets: false },
    'unavailable',
  ])
  expect(await codeOf(platform.saveFile({ ...dialog, name: 'a', text: '' }))).toBe('unavailable')
})
