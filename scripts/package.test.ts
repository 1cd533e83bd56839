import { validateConfiguration } from 'app-builder-lib/out/util/config/config.js'
import { DebugLogger } from 'builder-util'
import { type Configuration } from 'electron-builder'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { LINK_SCHEME } from '../src-shared/flow-links/flow-link'
import { root } from './setup.mjs'

const readText = () => readFile(join(root, 'electron-builder.json'), 'utf8')
/** Parsed no further here: to judge its shape is the validator's work. */
const readConfig = async () => z.custom<Configuration>().parse(JSON.parse(await readText()))

test('electron-builder accepts the configuration by its own schema', async () => {
  await expect(validateConfiguration(await readConfig(), new DebugLogger(false))).resolves.toBeUndefined()
})

test('the schema refuses what it does not know', async () => {
  const config = { ...(await readConfig()), fileTypes: [] }
  await expect(validateConfiguration(config, new DebugLogger(false))).rejects.toThrow('fileTypes')
})

test('builds every installer and opens flows', async () => {
  const { linux, mac, win, fileAssociations } = await readConfig()
  expect({ linux: linux?.target, mac: mac?.target, win: win?.target, opens: fileAssociations }).toEqual({
    linux: ['AppImage', 'deb'],
    mac: ['dmg', 'zip'],
    win: ['nsis', 'portable'],
    opens: [expect.objectContaining({ ext: 'baton', name: 'Baton flow' })],
  })
})

test('what is bound is one ending, which systems can bind: what stands behind the last dot', async () => {
  const { fileAssociations } = await readConfig()
  const endings = [fileAssociations ?? []].flat().flatMap(({ ext }) => ext)
  expect(endings.filter((ending) => ending.includes('.'))).toEqual([])
})

test('opens links of its own scheme, which the program reads, and no others', async () => {
  const { protocols } = await readConfig()
  expect(protocols).toEqual([{ name: 'Baton flow link', schemes: [LINK_SCHEME.slice(0, -1)], role: 'Viewer' }])
})

test('every fuse is set, so that none is as Electron happens to ship it', async () => {
  expect((await readConfig()).electronFuses).toEqual({
    runAsNode: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    onlyLoadAppFromAsar: true,
    enableEmbeddedAsarIntegrityValidation: true,
    enableCookieEncryption: true,
    grantFileProtocolExtraPrivileges: false,
    loadBrowserProcessSpecificV8Snapshot: false,
  })
})

test('the program is one archive, whose integrity the fuses check; only what the system loads lies beside it', async () => {
  const { asar, asarUnpack, disableAsarIntegrity, disableSanityCheckAsar } = await readConfig()
  expect({ asar, asarUnpack }).toEqual({ asar: true, asarUnpack: ['node_modules/better-sqlite3/**'] })
  expect({ disableAsarIntegrity, disableSanityCheckAsar }).toEqual({})
})

test('what is packed is what was built, what it reads, and the packages that it loads, for all systems alike', async () => {
  const config = await readConfig()
  expect(config.files).toEqual([
    'out/main/**',
    '!out/main/web-hosts.js',
    'out/preload/**',
    'out/engine/**',
    'out/renderer/**',
    '!out/renderer/**/*.map',
    'resources/**',
    'package.json',
    '!node_modules/**',
    'node_modules/better-sqlite3/package.json',
    'node_modules/better-sqlite3/lib/**',
    'node_modules/better-sqlite3/prebuilds/${platform}-${arch}.node',
  ])
  const extra = Object.keys(config).filter((key) => /^extra(Files|Resources)$/.test(key))
  const ofOneSystem = [config.linux, config.mac, config.win]
    .flatMap((system) => Object.keys(system ?? {}))
    .filter((key) => /^(files|extraFiles|extraResources|asar|asarUnpack)$/.test(key))
  expect([...extra, ...ofOneSystem]).toEqual([])
})

test('every package that the program loads is packed, and lies beside the archive where it has machine code', async () => {
  const { files, asarUnpack } = await readConfig()
  const { dependencies } = z
    .object({ dependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')))
  const packed = [files ?? []].flat().filter((one) => typeof one === 'string')
  for (const name of Object.keys(dependencies)) {
    expect(packed).toContain(`node_modules/${name}/package.json`)
    expect(asarUnpack).toContain(`node_modules/${name}/**`)
  }
})

test('the icon is a square of at least 512 pixels, as all systems need', async () => {
  const png = await readFile(join(root, (await readConfig()).linux?.icon ?? ''))
  const size = { width: png.readUInt32BE(16), height: png.readUInt32BE(20) }
  expect(size).toEqual({ width: 1024, height: 1024 })
})
