/** Files that may be anything: pipes, devices, sparse giants. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readBounded } from './bounded-file'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'bounded-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const at = (name: string) => path.join(folder, name)

test('a file is read up to its limit and no further', () => {
  writeFileSync(at('a'), 'x'.repeat(100_000))
  const whole = readBounded(at('a'), 100_000)
  expect(whole.ok && whole.bytes.length).toBe(100_000)
  expect(readBounded(at('a'), 99_999)).toMatchObject({ ok: false, why: 'too-large' })
  expect(readBounded(at('none'), 10)).toMatchObject({ ok: false, why: 'missing' })
  mkdirSync(at('folder'))
  expect(readBounded(at('folder'), 10, 'named')).toMatchObject({ ok: false, why: 'not-a-file' })
  writeFileSync(at('sparse'), '')
  truncateSync(at('sparse'), 1_500_000_000)
  expect(readBounded(at('sparse'), 1000)).toMatchObject({ ok: false, why: 'too-large' })
})

test.runIf(process.platform !== 'win32')(
  'pipes and devices are refused where they were found, and bounded where they were named',
  () => {
    execFileSync('mkfifo', [at('pipe')])
    symlinkSync('/dev/zero', at('zero'))
    expect(readBounded(at('pipe'), 1000)).toMatchObject({ ok: false, why: 'not-a-file' })
    expect(readBounded(at('zero'), 1000)).toMatchObject({ ok: false, why: 'not-a-file' })
    expect(readBounded(at('zero'), 200_000, 'named')).toMatchObject({ ok: false, why: 'too-large' })
  },
)
