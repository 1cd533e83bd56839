/** `baton threads replay`: the price first, nothing without --yes, then the flips. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { flow } from '../../src-shared/testing/flow-builder'
import { startModelServer, type ModelServer } from '../testing/model-server'
import { openTerminal, type Terminal } from './testing/terminal'

let terminal: Terminal
let models: ModelServer
beforeEach(async () => {
  terminal = openTerminal()
  models = await startModelServer()
})
afterEach(async () => {
  terminal.close()
  await models.close()
})

test('hand-offs are asked again with other instructions; the price comes first, and only --yes asks', async () => {
  const drawn = flow('Desk')
    .start('a')
    .agent('a', { name: 'Front', prompt: 'You are Front.' })
    .agent('b', { name: 'Back' })
    .agent('c', { name: 'Cellar' })
    .handoff('a', 'b', { condition: 'wants more' })
    .handoff('a', 'c', { condition: 'wants wine' })
  const file = terminal.file(drawn.build())
  const server = ['--base-url', models.baseUrl, '--api-key', 'k']
  for (const [thread, says] of [
    ['t1', 'More, please'],
    ['t2', 'Wine'],
  ] as const) {
    models.reply({ calls: [{ name: 'transfer_Front_to_Back', arguments: {} }] }, { text: 'Here.' })
    await terminal.baton(['run', file, '--thread', thread, '-m', says, '--model', 'm1', '--allow', 'all', ...server])
  }
  models.reset()
  const prompt = path.join(terminal.folder, 'prompt.txt')
  writeFileSync(prompt, '{prompt}\nWine is in the cellar.')
  const replay = (...argv: string[]) =>
    terminal.baton([
      'threads',
      'replay',
      file,
      '--topic',
      'handoff',
      '--prompt',
      `@${prompt}`,
      '--model',
      'm2',
      ...server,
      ...argv,
    ])
  const priced = await replay()
  expect(priced).toMatchObject({ code: 0, out: '' })
  expect(priced.notes.join('\n')).toMatch(
    /^2 calls, about \d+ tokens in and \d+ out, price not known\n.*m2, 2 \(price not known\)\nNobody was asked/,
  )
  expect((await replay('--limit', '1')).notes.join('\n')).toMatch(/^1 call, .*\nMore decisions fit; only the first 1 /s)
  expect((await replay('--limit', '2')).notes.join('\n')).not.toContain('More decisions fit')
  expect(await replay('--yes', '--json', '--csv')).toEqual({
    code: 2,
    out: '',
    notes: ['--json and --csv cannot go into one output. Give one of them.'],
  })
  expect(models.calls).toBe(0)

  models.on({ user: 'Wine' }, { calls: [{ name: 'transfer_Front_to_Cellar', arguments: {} }] })
  models.on(() => true, { calls: [{ name: 'transfer_Front_to_Back', arguments: {} }] })
  const asked = await replay('--yes')
  expect([asked.code, asked.out]).toEqual([0, 't2 1  Front · choice  Back → Cellar  (transfer_Front_to_Cellar({}))\n'])
  expect(asked.notes.at(-1)).toBe('2 of 2 answered, 1 flip, price not known')
  expect(
    models.requests.map(({ model, system }) => [
      model,
      system.startsWith('You are Front.'),
      system.endsWith('\nWine is in the cellar.'),
    ]),
  ).toEqual([
    ['m2', true, true],
    ['m2', true, true],
  ])
  expect(models.violations).toEqual([])
  expect((await replay('--yes', '--csv', '--choice', 'Back')).out.split('\n')).toHaveLength(4)
  models.reset()
  models.on(() => true, { status: 400, body: { error: { message: 'no' } } })
  const failed = await replay('--yes', '--thread', 't1')
  expect([failed.code, failed.out]).toEqual([1, expect.stringContaining('failed:')])
  expect((await replay('--node', 'Nobody')).notes.at(-1)).toContain('No stored decision')
})
