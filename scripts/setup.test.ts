import { existsSync } from 'node:fs'
import { copyFile, mkdir, readFile, symlink, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './setup.mjs'
import { folderWith, run } from './temporary'

/** A project of its own with the real set-up, an `npm` that only notes that it was called, and a command that says hello. */
async function project() {
  const folder = await folderWith({
    'package-lock.json': '{}',
    'npm-cli.cjs': `const fs = require('node:fs')
      fs.appendFileSync('npm-calls', process.argv.slice(2, 3) + '\\n')
      fs.mkdirSync('node_modules', { recursive: true })
      fs.writeFileSync('node_modules/.package-lock.json', '{}')`,
    'scripts/hello.mjs': `import { withSetup } from './setup.mjs'
      await withSetup(async () => { console.log('hello'); return 3 })`,
  })
  for (const name of ['setup.mjs', 'lock.mjs'])
    await copyFile(join(root, 'scripts', name), join(folder, 'scripts', name))
  return folder
}

const hello = (folder: string) =>
  run(join(folder, 'scripts/hello.mjs'), { env: { npm_execpath: join(folder, 'npm-cli.cjs') } })

const installing = 'Baton: installing its packages (once; about a minute)...\n'

test('installs once, then goes straight to work; stdout and the exit code are the command’s own', async () => {
  const folder = await project()
  const first = await hello(folder)
  const second = await hello(folder)
  expect({ first, second, calls: await readFile(join(folder, 'npm-calls'), 'utf8') }).toEqual({
    first: { code: 3, stdout: 'hello\n', stderr: installing },
    second: { code: 3, stdout: 'hello\n', stderr: '' },
    calls: 'ci\n',
  })
})

test('two commands at once install once', async () => {
  const folder = await project()
  const outcomes = await Promise.all([hello(folder), hello(folder)])
  expect({
    outcomes: outcomes.map(({ code }) => code),
    calls: await readFile(join(folder, 'npm-calls'), 'utf8'),
  }).toEqual({ outcomes: [3, 3], calls: 'ci\n' })
})

test('a lock file that is only newer, not different, needs no install', async () => {
  const folder = await project()
  await hello(folder)
  const later = new Date(Date.now() + 60_000)
  await utimes(join(folder, 'package-lock.json'), later, later)
  expect((await hello(folder)).stderr).toBe('')
})

test('never empties the packages of another checkout through a link', async () => {
  const folder = await project()
  await mkdir(join(folder, 'elsewhere/precious'), { recursive: true })
  await symlink(join(folder, 'elsewhere'), join(folder, 'node_modules'))
  const { code, stderr } = await hello(folder)
  expect({ code, isRefused: stderr.includes('is a link'), calls: existsSync(join(folder, 'npm-calls')) }).toEqual({
    code: 1,
    isRefused: true,
    calls: false,
  })
})
