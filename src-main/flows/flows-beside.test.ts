/** Flows beside a file: found by their id, whatever else lies there. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { flowsBeside } from './flows-beside'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'beside-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const put = (name: string, text: string) => writeFileSync(path.join(folder, name), text)

test('the first file by name that has the id, also in escapes', () => {
  put('b.flow.json', '{"id":"desk","name":"B"}')
  put('a.flow.json', '{"name":"desk"}')
  put('c.flow.json', '{"id":"desk","name":"C"}')
  put('d.flow.json', '{"id":"\\u0073hop"}')
  const find = flowsBeside(folder)
  expect([find('desk'), find('shop'), find('none')]).toEqual(['{"id":"desk","name":"B"}', '{"id":"\\u0073hop"}', null])
})

test.runIf(process.platform !== 'win32')('pipes, devices and giants are passed over', () => {
  execFileSync('mkfifo', [path.join(folder, 'a.flow.json')])
  symlinkSync('/dev/zero', path.join(folder, 'b.flow.json'))
  put('c.flow.json', '')
  truncateSync(path.join(folder, 'c.flow.json'), 1_500_000_000)
  put('d.flow.json', '{"id":"desk"}')
  expect(flowsBeside(folder)('desk')).toBe('{"id":"desk"}')
})
