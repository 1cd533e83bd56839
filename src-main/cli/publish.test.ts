/** `baton publish`: what is said of threads before another drawing is served, and that they go on as was decided. */
import { expect, test } from 'vitest'
import { flow } from '../../src-shared/testing/flow-builder'
import { toolNode } from '../testing/plan-bench'
import { toolTerminal } from './testing/tool-terminal'

const bench = toolTerminal()

const desk = (front: string) => flow('Desk').start('a').agent('a', { name: 'Front', prompt: front })
const oldDesk = () =>
  desk('Old front.')
    .agent('b', { name: 'Back', prompt: 'Old back.' })
    .handoff('a', 'b', { condition: 'wants more' })
    .httpTool('pay', toolNode(bench.tools, 'pay', { needsApproval: true }))
    .use('a', 'pay')
const newDesk = () =>
  desk('New front.').agent('c', { name: 'Clerk', prompt: 'New clerk.' }).handoff('a', 'c', { condition: 'wants more' })

test('each thread is told by where it stands, and goes on as was decided', async () => {
  const was = bench.terminal.file(oldDesk().build())
  const next = bench.terminal.file(newDesk().build(), 'next.flow.json')
  const line = ['--base-url', bench.server.baseUrl, '--model', 'm', '--allow', 'all']
  const say = (file: string, thread: string, ...more: string[]) =>
    bench.terminal.baton(['run', file, '--thread', thread, ...line, ...more])
  const settle = (...argv: string[]) => bench.terminal.baton(['publish', 'settle', next, ...argv])
  const system = () => bench.server.requests.at(-1)?.system

  expect(await bench.terminal.baton(['publish', 'check', next])).toEqual({
    code: 0,
    out: '',
    notes: ['No thread of this flow has begun yet.'],
  })
  for (const lost of ['lost', 'kept', 'moved']) {
    bench.server.reply({ calls: [{ name: 'transfer_Front_to_Back', arguments: {} }] }, { text: 'Back here.' })
    await say(was, lost, '-m', 'more')
  }
  for (const asking of ['asks', 'ended']) {
    bench.server.reply({ calls: [{ name: 'pay', arguments: { input: '5' } }] })
    await say(was, asking, '-m', 'pay')
  }
  bench.server.reply({ text: 'Hello.' })
  await say(was, 'plain', '-m', 'hi')

  const check = await bench.terminal.baton(['publish', 'check', next])
  expect(check.code).toBe(1)
  expect(check.notes[0]).toBe('6 threads: 2 asks, 3 lost, 1 changed.')
  expect(check.out).toContain(
    'lost  more · 1 turn · Back · somebody else would answer\n    The next message is answered by Front, and not by Back: "Back" is not drawn any more.\n',
  )
  expect(check.out).toContain('    The turn waits for you to decide on a call of pay:\n    An answer goes on with')
  expect(check.out).toContain('Front (prompt, edges)')
  const rows = (await bench.terminal.baton(['publish', 'check', next, '--json', '--thread', 'asks'])).out
  expect(JSON.parse(rows)).toMatchObject({
    ...{ threadId: 'asks', is: 'asks', questions: [{ node: 'a', kind: 'approve-call' }], queued: 0 },
    ...{ message: { is: 'answered', stack: [{ name: 'Front' }], lost: [] }, turn: { is: 'keeps-drawing' } },
  })

  const refused: readonly [string[], RegExp][] = [
    [['--then', 'fly'], /--then wants pin, move, end/],
    [['--then', 'nobody=pin'], /There is no thread “nobody”/],
    [['--then', 'pin', '--thread', 'nobody'], /There is no thread “nobody”/],
    [['--then', 'pin', '--substitute', 'x'], /--substitute wants OLD=NEW/],
    [['--then', 'moved=move', '--substitute', 'Back=Nobody'], /cannot stand for “Back”/],
  ]
  for (const [argv, why] of refused) {
    const { code, notes } = await settle(...argv)
    expect([code > 0, notes.join(' ')], argv.join(' ')).toEqual([true, expect.stringMatching(why)])
  }
  const done = await settle(
    '--then',
    'kept=pin',
    '--then',
    'moved=move',
    '--then',
    'ended=end',
    '--substitute',
    'back=clerk',
  )
  expect([done.code, done.notes]).toEqual([0, []])
  expect(done.out.split('\n').sort().slice(1)).toEqual([
    'ended  pay: its open turn is ended; the next message goes on with the new drawing',
    'kept  more: keeps the drawing that it has',
    'moved  more: goes on with the new drawing',
  ])
  const after = (await bench.terminal.baton(['publish', 'check', next])).notes[0]
  expect(after).toBe('6 threads: 1 pinned, 1 asks, 1 lost, 2 changed, 1 same.')

  const heard = async (thread: string) => {
    bench.server.reply({ text: 'So.' })
    await say(next, thread, '-m', 'and now?')
    return system()
  }
  expect(await heard('lost')).toBe('New front.')
  expect(await heard('kept')).toBe('Old back.')
  expect(await heard('moved')).toBe('New clerk.')
  expect(await heard('ended')).toBe('New front.')
  expect(bench.tools.calls).toEqual([])
  // The question that was left alone is answered, and its turn ends with the drawing that asked it.
  bench.server.reply({ text: 'Paid.' })
  expect((await say(next, 'asks', '--answer', 'approve')).out).toBe('Paid.\n')
  expect([system(), bench.tools.calls.length]).toEqual(['Old front.', 1])

  const broken = bench.terminal.file(flow('Desk').start('a').build(), 'broken.flow.json')
  expect(await bench.terminal.baton(['publish', 'check', broken])).toMatchObject({ code: 2, out: '' })
})
