import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ensureElectron } from './electron.mjs'
import { folderWith } from './temporary'

test('a binary that cannot be fetched is a reason, not an exception', async () => {
  const folder = await folderWith({
    'package.json': '{ "type": "commonjs" }',
    'install.js': "console.error(new TypeError('fetch failed').stack); process.exit(1)",
  })
  expect(await ensureElectron(folder)).toEqual({
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
  expect([await ensureElectron(folder), await ensureElectron(folder)]).toEqual([{ file }, { file }])
})

test('no package, no binary', async () => {
  expect(await ensureElectron(await folderWith({}))).toEqual({ reason: 'the electron package is not installed' })
})
