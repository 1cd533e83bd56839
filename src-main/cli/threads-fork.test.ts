/** `baton threads fork` with changes: the next model is sent them, and what cannot be changed is refused before anything is made. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { flow } from '../../src-shared/testing/flow-builder'
import { toolNode } from '../testing/plan-bench'
import { toolTerminal } from './testing/tool-terminal'

const bench = toolTerminal()

const desk = () =>
  flow('Desk')
    .variable('tries', { type: 'number', default: 0 })
    .start('a')
    .agent('a', { name: 'Front', prompt: 'Front, {tries}.' })
    .agent('b', { name: 'Back', prompt: 'Back, {tries}.' })
    .handoff('a', 'b', { condition: 'wants more' })
    .httpTool('pay', toolNode(bench.tools, 'pay'))
    .use('a', 'pay')

test('each option changes what the next model is sent, and the first thread stays', async () => {
  const file = bench.terminal.file(desk().build())
  const line = ['--base-url', bench.server.baseUrl, '--model', 'm', '--allow', 'all']
  const say = (thread: string, ...more: string[]) =>
    bench.terminal.baton(['run', file, '--thread', thread, ...line, ...more])
  const fork = (...argv: string[]) => bench.terminal.baton(['threads', 'fork', 't', ...argv])
  bench.server.reply({ calls: [{ name: 'pay', arguments: { input: 'x' } }] }, { text: 'Paid.' })
  expect((await say('t', '-m', 'pay')).out).toBe('Paid.\n')
  const before = (await bench.terminal.baton(['threads', 'show', 't', '--json'])).out
  const prompt = path.join(bench.terminal.folder, 'prompt.txt')
  writeFileSync(prompt, 'Strict, {tries}.')

  const refused: readonly [string[], RegExp][] = [
    [['--set', 'tries=many'], /The variable "tries" must be a number, and many is not\./],
    [['--set', 'other=1'], /The flow declares no variable "other"\. It declares tries\./],
    [['--set', 'tries'], /--set wants NAME=VALUE, and "tries" is not that\./],
    [['--result', 'fly=x'], /There is no result of "fly" before this step\. There are: pay \(/],
    [
      ['--holder', 'Nobody'],
      /There is no node “Nobody” in this drawing\. Those who can are: Front \(a\), Back \(b\)\./,
    ],
    [['--prompt', 'Front=@missing.txt'], /missing\.txt could not be read\./],
    [['--drawing', 'later'], /"later" is no drawing\. Use --drawing then or --drawing now\./],
    [['--turn', '1', '--step', '2'], /--turn and --step do not go together\./],
    [['--step', '900'], /There is no step 900 in this thread, which has \d+\./],
  ]
  for (const [argv, why] of refused) {
    const { code, out, notes } = await fork(...argv)
    expect([code > 0, out, notes.join(' ')], argv.join(' ')).toEqual([true, '', expect.stringMatching(why)])
  }
  expect((await bench.terminal.baton(['threads', 'list'])).out.trim().split('\n')).toHaveLength(1)

  // Right after the result, which is another one: the turn goes on.
  const edited = await fork('--result', 'pay=Refused.', '--prompt', `front=@${prompt}`, '--set', 'tries=3')
  expect([edited.code, edited.notes]).toEqual([0, []])
  bench.server.reply({ text: 'It was refused.' })
  expect((await say(edited.out.trim())).out).toBe('It was refused.\n')
  expect(bench.server.requests.at(-1)?.system).toBe('Strict, 3.')
  expect(JSON.stringify(bench.server.requests.at(-1)?.messages)).toContain('Refused.')
  expect(bench.tools.calls).toHaveLength(1)

  const compared = await bench.terminal.baton(['threads', 'show', 't', '--against', edited.out.trim()])
  expect(compared.out).toContain(
    '\nChanged at the fork\n  pay (edited)\n    tries is 3\n    a tool result was changed to “Refused.”\n',
  )
  // Behind all turns somebody else goes on, with another model.
  const given = (await fork('--holder', 'Back', '--model', 'b=default/org/large')).out.trim()
  bench.server.reply({ text: 'Back here.' })
  expect((await say(given, '-m', 'more')).out).toBe('Back here.\n')
  expect(bench.server.requests.at(-1)?.system).toBe('Back, 0.')
  const shown = await bench.terminal.baton(['threads', 'list', '--json'])
  expect(shown.out).toContain('"what":"model","node":"b","connection":"default","model":"org/large"')

  // The flow has become another one: who is gone needs somebody who stands for it.
  const now = bench.terminal.file(
    flow('Desk').start('c').agent('c', { name: 'Clerk', prompt: 'Clerk.' }).build(),
    'now.flow.json',
  )
  const preview = await fork('--drawing', 'now', '--flow', now, '--preview')
  expect([preview.out, preview.notes.join('\n')]).toEqual(['', expect.stringContaining('Clerk')])
  const lost = await fork('--drawing', 'now', '--flow', now)
  expect(lost.notes.join()).toContain('“Front” had a part in this step and is not in the drawing any more.')
  const swapped = (await fork('--drawing', 'now', '--flow', now, '--substitute', 'Front=Clerk')).out.trim()
  bench.server.reply({ text: 'Clerk here.' })
  const spoken = await bench.terminal.baton(['run', now, '--thread', swapped, ...line, '-m', 'hi'])
  expect([spoken.out, bench.server.requests.at(-1)?.system]).toEqual(['Clerk here.\n', 'Clerk.'])
  expect((await bench.terminal.baton(['threads', 'show', 't', '--json'])).out).toBe(before)
})
