/**
 * `npm run package`: installers for this machine's system in `dist/` (AppImage and deb, dmg and zip, or nsis).
 * What follows `--` goes to electron-builder, as in `npm run package -- --dir`.
 */
import { join } from 'node:path'
import { root, runInstead, withSetup } from './setup.mjs'

await withSetup(async () => {
  const { ensureElectron } = await import('./electron.mjs')
  const electron = await ensureElectron()
  if ('reason' in electron) {
    throw new Error(
      `No installers were built, because ${electron.reason}. An installer contains Electron itself, which is downloaded from GitHub ` +
        'on first use: connect to the network and try again, or name a mirror in ELECTRON_MIRROR. Everything else of Baton works ' +
        'without it; `npm start` serves the same app to the browser.',
    )
  }
  const { buildStale } = await import('./build.mjs')
  await buildStale()
  const args = ['--config', 'electron-builder.json', '--publish', 'never', ...process.argv.slice(2)]
  process.chdir(root)
  return runInstead(process.execPath, [join(root, 'node_modules/electron-builder/cli.js'), ...args])
})
