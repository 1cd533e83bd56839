import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createElectronStandIn } from '../testing/electron-stand-in'
import type { StandInOptions } from '../testing/electron-stand-in'
import { nodePlatform } from './node'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'baton-electron-'))
})
afterEach(() => rmSync(folder, { recursive: true }))
/** The modules that were loaded with this Electron are nobody else's. */
afterAll(() => {
  vi.doUnmock('electron')
  vi.resetModules()
})

async function createPlatform(options: StandInOptions = {}) {
  const electron = createElectronStandIn(options)
  vi.resetModules()
  vi.doMock('electron', () => electron.module)
  const { electronPlatform } = await import('./electron')
  return { electron, platform: electronPlatform(folder) }
}

test('Secrets go to the key store of the system, and those of the key file stay readable.', async () => {
  const { platform } = await createPlatform()
  const stored = await platform.encryptSecret('sk-1')
  const older = await nodePlatform({ host: 'web', dataDir: folder }).encryptSecret('sk-2')
  expect([platform.can, stored.slice(0, 6)]).toEqual([{ dialogs: true, secureSecrets: true }, 'safe1:'])
  expect([await platform.decryptSecret(stored), await platform.decryptSecret(older)]).toEqual(['sk-1', 'sk-2'])
  for (const bad of ['safe1:AAAA', 'sk-1', '']) {
    await expect(platform.decryptSecret(bad)).rejects.toMatchObject({ code: 'unavailable' })
  }
  await expect(nodePlatform({ host: 'cli', dataDir: folder }).decryptSecret(stored)).rejects.toMatchObject({
    code: 'unavailable',
  })
})

test.runIf(process.platform === 'linux')('Without a real key ring, secrets go to the key file.', async () => {
  const { platform } = await createPlatform({ keyStore: 'basic_text' })
  const stored = await platform.encryptSecret('sk-1')
  expect([platform.can.secureSecrets, stored.slice(0, 6), await platform.decryptSecret(stored)]).toEqual([
    false,
    'file1:',
    'sk-1',
  ])
})

test('Files are chosen in dialogs, and only web pages are opened.', async () => {
  const { electron, platform } = await createPlatform()
  const dialog = { title: 'Flow', extensions: ['flow.json'] }
  expect([await platform.openFile(dialog), await platform.saveFile({ ...dialog, name: 'a', text: '' })]).toEqual([
    null,
    null,
  ])
  electron.answers.open = path.join(folder, 'a.flow.json')
  electron.answers.save = path.join(folder, 'b.flow.json')
  writeFileSync(electron.answers.open, 'ö')
  expect(await platform.openFile(dialog)).toEqual({ name: 'a.flow.json', text: 'ö' })
  expect(await platform.saveFile({ ...dialog, name: 'b', text: 'ü' })).toBe(electron.answers.save)
  expect(readFileSync(electron.answers.save, 'utf8')).toBe('ü')
  await platform.openExternal('https://example.org/a?b=c')
  await expect(platform.openExternal('file:///etc/passwd')).rejects.toMatchObject({ code: 'bad-input' })
  expect(electron.seen.opened).toEqual(['https://example.org/a?b=c'])
})
