/** The two sizes of the tests: what is left out of every day is there, and is played by whoever asks for all. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { root } from './setup.mjs'
import { sizeOfRun, WHOLE_RUN_FILES } from './whole-run.mjs'

it('leaves out unit tests that are there, each named once', () => {
  expect(WHOLE_RUN_FILES.filter((file) => !existsSync(path.join(root, file)))).toEqual([])
  expect(WHOLE_RUN_FILES).toEqual([...new Set(WHOLE_RUN_FILES)])
})

it('is told by npm test alone', () => {
  expect([sizeOfRun(false), sizeOfRun(true)]).toEqual([{ BATON_TESTS: 'everyday' }, { BATON_TESTS: 'all' }])
})

it('plays more browser tests every day than it leaves out', () => {
  const folder = path.join(root, 'e2e')
  const specs = readdirSync(folder).filter((name) => name.endsWith('.spec.ts'))
  const texts = specs.map((name) => readFileSync(path.join(folder, name), 'utf8')).join('\n')
  const [all, left] = [texts.match(/^ *test\(/gm), texts.match(/\bwholeRun\(/g)]
  expect(left?.length ?? 0).toBeGreaterThan(0)
  expect(left?.length ?? 0).toBeLessThan((all?.length ?? 0) / 2)
})
