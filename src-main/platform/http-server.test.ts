import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { buildProgram } from '../testing/killable'

beforeAll(buildProgram, 300_000)

/** Says at its end which modules of Node's own fetch were loaded. */
const WATCH = `data:text/javascript,process.on('exit', () =>
  console.log(JSON.stringify(process.moduleLoadList.filter((name) => name.includes('undici')))))`

test.each(['cli.js', 'web.js'])("%s starts without Node's own fetch", (program) => {
  const file = path.resolve(import.meta.dirname, '../../out/main', program)
  // An option that there is none: it says so and ends.
  const { stdout } = spawnSync(process.execPath, ['--import', WATCH, file, '--nothing'], { encoding: 'utf8' })
  expect(stdout.trim().split('\n').at(-1)).toBe('[]')
})
