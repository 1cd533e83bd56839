import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { desktopTestsObstacle, ensureElectron, findElectron } from './electron.mjs'
import { folderWith } from './temporary'

afterEach(() => vi.unstubAllEnvs())

test('a binary that cannot be fetched is a reason, not an exception', async () => {
  const folder = await folderWith({
    'package.json': '{ "type": "commonjs" }',
    'install.js': "console.error(new TypeError('fetch failed').stack); process.exit(1)",
  })
  expect(await ensureElectron({ folder })).toEqual({
    reason: 'the Electron binary could not be fetched (fetch failed)',
  })
})

test('a binary is fetched once', async () => {
  const folder = await folderWith({
    'package.json': '{ "type": "commonjs" }',
    'install.js': `const fs = require('node:fs')
      if (fs.existsSync(__dirname + '/dist')) { console.error('fetched twice'); process.exit(1) }
      fs.mkdirSync(__dirname + '/dist')
      fs.writeFileSync(__dirname + '/dist/electron-here', '')
      fs.writeFileSync(__dirname + '/path.txt', 'electron-here')`,
  })
  const file = join(folder, 'dist/electron-here')
  expect([await ensureElectron({ folder }), await ensureElectron({ folder })]).toEqual([{ file }, { file }])
})

test('no package, no binary', async () => {
  expect(await ensureElectron({ folder: await folderWith({}) })).toEqual({
    reason: 'the electron package is not installed',
  })
})

/** Electron's package with its binary fetched, which is the given shell script. */
async function packageWith(script: string): Promise<string> {
  const folder = await folderWith({
    'install.js': '',
    'path.txt': 'electron',
    'dist/electron': `#!/bin/sh\n${script}\n`,
  })
  chmodSync(join(folder, 'dist/electron'), 0o755)
  return folder
}

test('what is not fetched is not fetched where that is not wanted', async () => {
  const folder = await folderWith({ 'install.js': 'process.exit(1)' })
  expect(await ensureElectron({ folder, mayFetch: false })).toEqual({
    reason: 'the Electron binary has not been fetched yet',
  })
})

test('a fetch that stalls is given up', async () => {
  const folder = await folderWith({
    'package.json': '{ "type": "commonjs" }',
    'install.js': 'setInterval(() => undefined, 1000)',
  })
  expect(await ensureElectron({ folder, stalledMs: 100 })).toEqual({
    reason: 'the Electron binary could not be fetched (nothing arrived for 0.1 seconds)',
  })
})

test.runIf(process.platform === 'linux')('without a display nothing is fetched or started', async () => {
  vi.stubEnv('DISPLAY', '')
  vi.stubEnv('WAYLAND_DISPLAY', '')
  const folder = await folderWith({ 'install.js': 'process.exit(1)' })
  expect([await findElectron({ folder }), await desktopTestsObstacle({ folder })]).toEqual([
    { reason: 'there is no display' },
    'there is no display',
  ])
})

test.runIf(process.platform === 'linux')(
  'tests open the desktop app where its binary starts, as root too',
  async () => {
    vi.stubEnv('DISPLAY', ':7')
    vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', undefined)
    vi.spyOn(process, 'getuid').mockReturnValue(0)
    const starts = await packageWith('[ "$*" = "--no-sandbox --version" ] && echo v45')
    const breaks = await packageWith('echo "error while loading shared libraries: libnss3.so" >&2; exit 127')
    expect([
      await desktopTestsObstacle({ folder: starts }),
      await desktopTestsObstacle({ folder: breaks }),
      await findElectron({ folder: starts }),
    ]).toEqual([
      '',
      'Electron does not start here (error while loading shared libraries: libnss3.so)',
      { reason: 'the sandbox of Electron does not work for root' },
    ])
    vi.spyOn(process, 'getuid').mockReturnValue(1000)
    const sandboxed = await packageWith('[ "$*" = "--version" ] && echo v45')
    expect(await findElectron({ folder: sandboxed })).toEqual({ file: join(sandboxed, 'dist/electron') })
  },
)
