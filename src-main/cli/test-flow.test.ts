/** `baton test`: a thread of the command line becomes a test beside its flow, and CI plays it without a data folder. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { JsonObject } from '../../src-shared/flow/records'
import { flow } from '../../src-shared/testing/flow-builder'
import { openTerminal, type Terminal } from './testing/terminal'

let terminal: Terminal
beforeEach(() => {
  terminal = openTerminal()
})
afterEach(() => terminal.close())

const desk = (next: string) =>
  flow('Desk')
    .start('a')
    .agent('a', { name: 'Front' })
    .agent('b', { name: 'Refunds' })
    .agent('c', { name: 'Sales' })
    .next('a', next)
    .build()

test('a thread is kept as a test, which passes until the conversation goes elsewhere', async () => {
  const file = terminal.file(desk('b'), 'desk.flow.json')
  const none = await terminal.baton(['test', file])
  expect([none.code, none.out]).toEqual([2, ''])
  expect(none.notes.join()).toContain('There are no tests in')
  expect(existsSync(path.join(terminal.folder, 'data'))).toBe(false)
  await terminal.baton(['run', file, '-m', 'I want my money back', '--thread', 't1'])
  const kept = await terminal.baton(['test', file, '--keep', 't1', '--name', 'Money back'])
  expect([kept.code, kept.out]).toEqual([0, 'passed  Money back\n'])

  rmSync(path.join(terminal.folder, 'data'), { recursive: true })
  terminal.file(desk('c'), 'desk.flow.json')
  const words = 'The conversation was to go to Refunds, and went to Sales.'
  const failed = await terminal.baton(['test', file])
  expect([failed.code, failed.out]).toEqual([1, `failed  Money back: turn 1, Front: ${words}\n`])
  expect(failed.notes).toEqual(['0 passed, 1 failed.'])
  const told = JSON.parse((await terminal.baton(['test', file, '--json', '--model', 'rehearsal'])).out) as object
  expect(told).toMatchObject({ name: 'Money back', passed: false, difference: { turn: 1, node: 'a', words } })
  expect(existsSync(path.join(terminal.folder, 'data'))).toBe(false)

  // Code of a tool never runs in a test, code that decides does.
  const coded = (edge: JsonObject) =>
    flow('Desk', desk('b').id)
      .start('a')
      .agent('a', { name: 'Front' })
      .agent('b', { name: 'Refunds' })
      .node('code-tool', 't', { name: 'add_one', description: 'Adds.', code: 'export const run = () => 1' })
      .use('a', 't', edge)
      .next('a', 'b')
      .build()
  terminal.file(coded({}), 'desk.flow.json')
  expect((await terminal.baton(['test', file])).code).toBe(0)
  const availableCode = { code: 'export const run = () => true' }
  terminal.file(coded({ availableCode }), 'desk.flow.json')
  const refused = await terminal.baton(['test', file])
  expect([refused.code, refused.notes.join()]).toEqual([1, expect.stringContaining('code:Front to add_one')])
  expect((await terminal.baton(['test', file, '--allow', 'all'])).code).toBe(0)

  const tests = path.join(terminal.folder, 'desk.tests.json')
  const written = readFileSync(tests, 'utf8')
  writeFileSync(tests, written.replace('"version": 2', '"version": 3'))
  const newer = await terminal.baton(['test', file])
  expect([newer.code, newer.notes.join()]).toEqual([
    1,
    'These tests cannot be read: a newer Baton wrote it. Update Baton. (bad-input)',
  ])
  expect((await terminal.baton(['test', file, '--tests', path.join(terminal.folder, 'none.json')])).code).toBe(1)
  expect((await terminal.baton(['test', file, '--model', 'any'])).code).toBe(2)
})
