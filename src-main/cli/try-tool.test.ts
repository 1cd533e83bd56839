/** `baton tools try`: one tool, called by itself. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { flow } from '../../src-shared/testing/flow-builder'
import { openTerminal, type Terminal } from './testing/terminal'

let terminal: Terminal
beforeEach(() => {
  terminal = openTerminal()
})
afterEach(() => terminal.close())

const CODE = `export function run({ n }: { n: number }, baton: any) {
  console.log('adding one')
  if (n < 0) throw new Error('too small')
  baton.set('last', n)
  return n + 1
}`
const desk = () =>
  flow('Desk')
    .start('a')
    .agent('a')
    .node('code-tool', 't', { name: 'Add one', description: 'Adds.', code: CODE })
    .use('a', 't')
const tryIt = (...more: string[]) => terminal.baton(['tools', 'try', terminal.file(desk().build()), 'add one', ...more])

test('prints what a model would read, the console and what it would set', async () => {
  const { code, out, notes } = await tryIt('--args', '{"n": 41}', '--allow', 'all')
  expect([code, notes]).toEqual([0, []])
  const { ms: _, ...told } = JSON.parse(out) as { ms: number }
  expect(told).toEqual({
    text: '42',
    isError: false,
    why: null,
    output: 'adding one',
    variables: { last: 41 },
    handOff: null,
    switches: {},
    modelCalls: 0,
    kept: [],
  })
})

test('a failure of the tool is exit code 1; what was not allowed is named, and no folder is made for it', async () => {
  const refused = await tryIt('--args', '{"n": 1}')
  expect([refused.code, refused.out]).toEqual([1, ''])
  expect(refused.notes.join('\n')).toContain('--allow code:')
  expect(existsSync(path.join(terminal.folder, 'data'))).toBe(false)
  const failed = await tryIt('--args', '{"n": -1}', '--allow', 'all')
  expect([failed.code, (JSON.parse(failed.out) as { text: string }).text]).toEqual([
    1,
    expect.stringContaining('too small'),
  ])
  expect((await tryIt('--args', '[1]', '--allow', 'all')).code).toBe(2)
})
