import { copyFile, readdir, readFile, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './setup.mjs'
import { folderWith, run } from './temporary'

const SCRIPTS = [
  'scripts/build.mjs',
  'scripts/setup.mjs',
  'scripts/lock.mjs',
  'electron.vite.config.ts',
  'package.json',
]

/** A checkout with nothing but a preload script, on the packages of this one. */
async function checkout() {
  const folder = await folderWith({
    'scripts/package.json': '{ "type": "module" }',
    'package-lock.json': '{}',
    'src-main/preload/preload.ts': "export const word: string = 'first'\nconsole.log(word)\n",
  })
  for (const name of SCRIPTS) await copyFile(join(root, name), join(folder, name))
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  // Older than the install, so that nothing is installed.
  await utimes(join(folder, 'package-lock.json'), 0, 0)
  return folder
}

const build = (folder: string) => run(join(folder, 'scripts/build.mjs'), { args: ['preload'] })
const built = (folder: string) => readFile(join(folder, 'out/preload/preload.cjs'), 'utf8')

test('builds what is stale, once, also when two ask at the same time', { timeout: 60_000 }, async () => {
  const folder = await checkout()
  const together = await Promise.all([build(folder), build(folder)])
  const again = await build(folder)
  expect({
    codes: [...together, again].map(({ code }) => code),
    said: [...together, again].map(({ stderr }) => stderr).join(''),
    isBuilt: (await built(folder)).includes('first'),
    left: (await readdir(join(folder, 'out'))).sort(),
  }).toEqual({
    codes: [0, 0, 0],
    said: 'Baton: building preload...\n',
    isBuilt: true,
    left: ['.preload.stamp', 'preload'],
  })
})

test(
  'a changed source is built, and one that does not build leaves the last build in place',
  { timeout: 60_000 },
  async () => {
    const folder = await checkout()
    const source = join(folder, 'src-main/preload/preload.ts')
    await build(folder)
    await writeFile(source, "console.log('second')\n")
    await build(folder)
    const second = await built(folder)
    await writeFile(source, "console.log('third'\n")
    const { code } = await build(folder)
    expect({ second: second.includes('second'), code, kept: (await built(folder)) === second }).toEqual({
      second: true,
      code: 1,
      kept: true,
    })
  },
)
