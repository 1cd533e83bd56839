/** A user that the system knows by a number alone. Only root can become one. */
import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'

const FILE = pathToFileURL(path.join(import.meta.dirname, 'own-home.ts')).href
const isRoot = process.getuid?.() === 0

/** What is there before and after the import. */
const homes = (begin: string): unknown => {
  const program = `
    import { homedir } from 'node:os'
    const home = () => { try { return homedir() } catch { return null } }
    ${begin}
    const before = home()
    await import(${JSON.stringify(FILE)})
    console.log(JSON.stringify([before, home()]))`
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' }))
}

test('a home folder that is known stays', () => {
  expect(homes("process.env.HOME = '/home/ann'")).toEqual(['/home/ann', '/home/ann'])
})

test.skipIf(!isRoot)(`a user without a name has the root folder${isRoot ? '' : ' (only root can become one)'}`, () => {
  const begin = 'delete process.env.HOME; process.seteuid(54321)'
  expect(homes(begin)).toEqual([null, '/'])
})
