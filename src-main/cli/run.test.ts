/** `baton run`: turns, threads, resuming, limits and failures, on real files and a real model server. */
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isTerminal } from '../../src-shared/run/log/event-types'
import { runEventSchema, type RunEvent } from '../../src-shared/run/log/events'
import { flow } from '../../src-shared/testing/flow-builder'
import { startModelServer, type ModelServer } from '../testing/model-server'
import { openTerminal, type Terminal } from './testing/terminal'
import { heardAs } from '../testing/heard'

let server: ModelServer
let terminal: Terminal
beforeEach(async () => {
  server = await startModelServer()
  terminal = openTerminal()
})
afterEach(async () => {
  expect(server.violations).toEqual([])
  await server.close()
  terminal.close()
})

const HOST = 'You are the host. {dialogs} {tools}'
const host = () => flow('Host').start('host').supervisor('host', { name: 'Host', prompt: HOST })
const line = () => ['--base-url', server.baseUrl, '--model', 'm']
const rolesOf = (index: number) => heardAs(server.requests[index])
const eventsOf = (out: string): RunEvent[] =>
  out
    .trimEnd()
    .split('\n')
    .map((text) => runEventSchema.parse(JSON.parse(text)))

test('one turn for each -m: what the flow says goes to standard output, tool calls do not', async () => {
  const file = terminal.file(host().builtinTool('sums', { tool: 'calculator' }).use('host', 'sums').build())
  server.reply(
    { text: 'One moment.', calls: [{ name: 'calculator', arguments: { expression: '6 * 7' } }] },
    { text: 'It is 42.' },
    { text: 'Bye.' },
  )
  expect(await terminal.baton(['run', file, '-m', 'What is 6 * 7?', '--message', 'Thanks', ...line()])).toEqual({
    code: 0,
    out: 'One moment.\nIt is 42.\nBye.\n',
    notes: [],
  })
  expect(rolesOf(2)?.slice(1, -1)).toEqual([
    ['user', 'What is 6 * 7?'],
    ['assistant', 'One moment.'],
    ['tool', '42'],
    ['assistant', 'It is 42.'],
    ['user', 'Thanks'],
  ])
})

test('lines of standard input are turns; blank ones are none', async () => {
  const file = terminal.file(host().build())
  server.reply({ text: 'First.' }, { text: 'Second.' })
  const ended = await terminal.baton(['run', file, ...line()], { stdin: ['one', '', 'two'] })
  expect(ended).toEqual({ code: 0, out: 'First.\nSecond.\n', notes: [] })
  expect(server.requests.map(({ user }) => user)).toEqual(['one', 'two'])
})

test('--thread is made, and goes on in the next command; another flow may not have it', async () => {
  const file = terminal.file(host().build())
  server.reply({ text: 'Hello Ann.' }, { text: 'You are Ann.' })
  await terminal.baton(['run', file, '-m', 'I am Ann', '--thread', 'ann', ...line()])
  const second = await terminal.baton(['run', file, '-m', 'Who am I?', '--thread', 'ann', ...line()])
  expect(second).toEqual({ code: 0, out: 'You are Ann.\n', notes: [] })
  expect(rolesOf(1)?.slice(1, -1)).toEqual([
    ['user', 'I am Ann'],
    ['assistant', 'Hello Ann.'],
    ['user', 'Who am I?'],
  ])
  const long = await terminal.baton(['run', file, '-m', 'x', '--thread', 'x'.repeat(200)])
  expect([long.code, long.notes]).toEqual([1, ['The name of a thread has 1 to 128 characters. (bad-input)']])
  const other = terminal.file(flow('Other').start('a').agent('a').build(), 'other.flow.json')
  expect(await terminal.baton(['run', other, '-m', 'x', '--thread', 'ann'])).toEqual({
    code: 1,
    out: '',
    notes: ['The thread "ann" belongs to another flow (host). Choose another name with --thread. (bad-input)'],
  })
})

test('--json: every line one event, numbered from 1 in each run, the last one terminal', async () => {
  const file = terminal.file(host().build())
  server.reply({ text: 'Good morning.' }, { text: 'Good night.' })
  const { code, out, notes } = await terminal.baton(['run', file, '-m', 'a', '-m', 'b', '--json', ...line()])
  const events = eventsOf(out)
  const runs = Map.groupBy(events, ({ runId }) => runId)
  expect([code, notes, runs.size]).toEqual([0, [], 2])
  for (const run of runs.values()) {
    expect(run.map(({ seq }) => seq)).toEqual(run.map((_, index) => index + 1))
    expect(run.map(isTerminal)).toEqual(run.map((_, index) => index === run.length - 1))
  }
  expect([...runs.values()][0]?.map(({ type }) => type)).toEqual([
    'run.started',
    'entry',
    'baton',
    'model.started',
    'token',
    'token',
    'model.finished',
    'entry',
    'run.finished',
  ])
})

test('--open lets the flow speak first; so does a flow that says so, in new threads only', async () => {
  const file = terminal.file(host().build())
  server.reply({ text: 'Welcome.' })
  expect(await terminal.baton(['run', file, '--open', ...line()])).toEqual({ code: 0, out: 'Welcome.\n', notes: [] })

  const first = terminal.file(host().settings({ speaksFirst: 'flow' }).build(), 'first.flow.json')
  server.reply({ text: 'Hello.' }, { text: 'One.' }, { text: 'Two.' })
  const begun = await terminal.baton(['run', first, '-m', '1', '--thread', 't', ...line()])
  const gone = await terminal.baton(['run', first, '-m', '2', '--thread', 't', ...line()])
  expect([begun.out, gone.out]).toEqual(['Hello.\nOne.\n', 'Two.\n'])
})

test('a command that is ended leaves its turn, and the next one goes on where it was without asking twice', async () => {
  const file = terminal.file(host().builtinTool('sums', { tool: 'calculator' }).use('host', 'sums').build())
  const command = ['run', file, '--thread', 't', ...line()]
  const ending = new AbortController()
  server.reply(
    { calls: [{ name: 'calculator', arguments: { expression: '1 + 1' } }] },
    { hang: true },
    { text: 'Two.' },
  )
  const running = terminal.baton([...command, '-m', '1 + 1?'], { signal: ending.signal })
  await server.waitForRequest(2)
  ending.abort()
  expect(await running).toEqual({
    code: 1,
    out: '',
    notes: ['The turn was left unfinished. Run the thread again to go on with it.'],
  })
  expect(await terminal.baton(command)).toEqual({ code: 0, out: 'Two.\n', notes: [] })
  expect(server.calls).toBe(3)
  expect(rolesOf(2)).toEqual(rolesOf(1))
})

test('a limit ends the turn in order: exit 0, the reason on standard error', async () => {
  const file = terminal.file(
    host()
      .settings({ limits: { tokens: 10 } })
      .builtinTool('c')
      .use('host', 'c')
      .build(),
  )
  server.on({}, { calls: [{ name: 'clock' }], usage: { input: 8, output: 8 } })
  const { code, out, notes } = await terminal.baton(['run', file, '-m', 'Hi', ...line()])
  expect([code, out, notes.length]).toEqual([0, '', 1])
  expect(notes[0]).toContain('10')
})

test('the environment names server and key; the command line wins; without a model name it is "default"', async () => {
  const file = terminal.file(host().build())
  const env = { OPENAI_BASE_URL: server.baseUrl, OPENAI_API_KEY: 'from-env' }
  server.on({}, { text: 'ok' })
  await terminal.baton(['run', file, '-m', '1'], { env })
  await terminal.baton(['run', file, '-m', '2', '--api-key', 'from-line', '--model', 'named'], { env })
  await terminal.baton(['run', file, '-m', '3', '--base-url', server.baseUrl], {
    env: { OPENAI_BASE_URL: 'http://127.0.0.1:9' },
  })
  expect(server.requests.map(({ model, authorization }) => [model, authorization])).toEqual([
    ['default', 'Bearer from-env'],
    ['named', 'Bearer from-line'],
    ['default', undefined],
  ])
})

test('without any set-up the rehearsal model answers', async () => {
  const file = terminal.file(
    host()
      .rehearsal({ when: { user: '/hi/i' }, text: 'Rehearsed.' })
      .build(),
  )
  expect(await terminal.baton(['run', file, '-m', 'Hi'])).toEqual({ code: 0, out: 'Rehearsed.\n', notes: [] })
})

test('files that are none, broken or not runnable: exit 1 and a reason', async () => {
  const broken = terminal.file('{ "format": ', 'broken.flow.json')
  const empty = terminal.file(flow('Empty').node('start', 'start').build(), 'empty.flow.json')
  const tries = [`${terminal.folder}/none.flow.json`, broken, empty].map((file) =>
    terminal.baton(['run', file, '-m', 'x']),
  )
  const ended = await Promise.all(tries)
  expect(ended.map(({ code, out }) => [code, out])).toEqual([
    [1, ''],
    [1, ''],
    [1, ''],
  ])
  expect(ended.map(({ notes }) => notes.join('\n').replaceAll(terminal.folder, 'F'))).toEqual([
    'F/none.flow.json could not be read: there is no such file. Give the path of a .flow.json file. (not-found)',
    expect.stringMatching(
      /^F\/broken\.flow\.json: The file is not JSON: it breaks at line 1, column \d+.*\(not-json\)$/,
    ),
    expect.stringMatching(/^The flow cannot run yet: .*\(flow-has-problems\)$/),
  ])
})

test('a wrong command line is exit 2', async () => {
  const file = terminal.file(host().build())
  const wrong = [['run'], ['nope'], [], ['run', file, '--what'], ['run', file, '-m'], ['export', file, '--to', 'png']]
  const ended = await Promise.all(wrong.map((argv) => terminal.baton(argv)))
  expect(ended.map(({ code, out }) => [code, out])).toEqual(wrong.map(() => [2, '']))
  expect(ended.every(({ notes }) => notes.length > 0)).toBe(true)
  expect((await terminal.baton(['--version'])).out).toBe('9.9.9\n')
  const help = await terminal.baton(['run', '--help'])
  expect([help.code, help.out.includes('--base-url <URL>')]).toEqual([0, true])
})

test('chat: speaks as the reply streams, under names; /new, /retry, /quit', async () => {
  const desk = flow('Desk').start('a').agent('a', { name: 'Ann', prompt: 'You are Ann.' }).agent('b', { name: 'Bob' })
  const file = terminal.file(desk.handoff('a', 'b', { condition: 'Money' }).build())
  server.reply(
    { calls: [{ name: 'transfer_Ann_to_Bob' }] },
    { text: 'Bob here.' },
    { status: 401 },
    { text: 'Sorry.' },
    { text: 'Hello.' },
  )
  const stdin = new PassThrough()
  stdin.end(['My money', 'And now?', '/retry', '/retry', '/new', 'Hi', '/quit', 'never'].join('\n'))
  const { code, out, notes } = await terminal.baton(['chat', file, ...line()], { stdin })
  expect([code, out]).toEqual([0, 'Bob: Bob here.\nBob: Sorry.\nAnn: Hello.\n'])
  expect(notes.map((note) => note.replace(/^The model server.*/, 'failed'))).toEqual([
    'Type a message. /new begins a new thread, /retry tries a failed turn again, /to NAME picks who answers next, /quit ends.',
    '[Ann -> Bob]',
    'failed',
    'There is no failed or unfinished turn.',
    'A new thread.',
  ])
})

test('chat: Ctrl-C while it waits for a line ends it', async () => {
  const ending = new AbortController()
  const file = terminal.file(host().build())
  const stdin = new PassThrough()
  server.reply({ text: 'Hello.' })
  const talking = terminal.baton(['chat', file, ...line()], {
    stdin,
    signal: ending.signal,
    onOut: (text) => text === '\n' && ending.abort(),
  })
  stdin.write('Hi\n')
  expect(await talking).toMatchObject({ code: 0, out: 'Host: Hello.\n' })
})

test('--set: values of declared variables by their types, before the first turn; an old thread keeps them', async () => {
  const desk = flow('Desk')
    .variable('who', { default: 'nobody' })
    .variable('tries', { type: 'number' })
    .variable('ok', { type: 'boolean', default: false })
    .variable('cart', { type: 'json' })
    .start('a')
    .agent('a', { name: 'Front', prompt: '{who} {tries} {ok} {cart}' })
  const file = terminal.file(desk.build())
  const systems = () => server.requests.map(({ system }) => system)
  const command = ['run', file, '--thread', 't', ...line()]
  server.reply({ text: 'One.' }, { text: 'Two.' }, { text: 'Three.' })
  const set = ['--set', 'who=Ann = Bob', '--set', 'tries= 3', '--set', 'ok=yes', '--set', 'cart=["plum"]']
  const first = await terminal.baton([...command, ...set, '-m', 'a', '-m', 'b'])
  expect(first).toEqual({ code: 0, out: 'One.\nTwo.\n', notes: [] })
  expect(systems()).toEqual(['Ann = Bob 3 true ["plum"]', 'Ann = Bob 3 true ["plum"]'])
  expect(await terminal.baton([...command, '--set', 'who=Cy'])).toEqual({ code: 0, out: '', notes: [] })
  await terminal.baton([...command, '--set', 'tries=4', '-m', 'c'])
  expect(systems()[2]).toBe('Cy 4 true ["plum"]')
})

test('--set: a name that is not declared or a value of another type is wrong usage, and runs nothing', async () => {
  const file = terminal.file(host().variable('tries', { type: 'number' }).build())
  const issues = [
    ['tries=six', 'The variable "tries" must be a number, and six is not.'],
    ['color=red', 'The flow declares no variable "color". It declares tries.'],
    ['tries', '--set wants NAME=VALUE, and "tries" is not that.'],
  ] as const
  for (const command of ['run', 'chat'])
    for (const [set, issue] of issues)
      expect(await terminal.baton([command, file, '--set', set, ...line()], { stdin: ['Hi'] })).toEqual({
        code: 2,
        out: '',
        notes: [issue],
      })
  const unsaid = await terminal.baton(['run', file, '--set', 'tries=6', ...line()])
  expect([unsaid.code, server.calls]).toEqual([2, 0])
})

test('run and chat: what is said in a nested chat stays there, what came of it is said (swarm 26)', async () => {
  const drawn = flow('Nested')
    .start('w')
    .agent('w', { name: 'Writer', prompt: 'You are Writer.' })
    .agent('a', { name: 'A', prompt: 'You are A.' })
    .agent('b', { name: 'B', prompt: 'You are B.' })
    .node('nested-chat', 'n', { name: 'Polish' })
    .handoff('w', 'n')
    .edge('recipient', { from: 'n', to: 'a' }, { message: 'one', order: 1 })
    .edge('recipient', { from: 'n', to: 'b' }, { message: 'two', order: 2 })
  const file = terminal.file(drawn.build())
  const turn = () =>
    server.reply(
      { calls: [{ name: 'transfer_Writer_to_nested_chat_Writer_1' }] },
      { text: 'inner one' },
      { text: 'inner two' },
      { text: 'Done.' },
    )
  turn()
  const run = await terminal.baton(['run', file, ...line(), '-m', 'go'])
  expect(run).toEqual({ code: 0, out: 'inner two\nDone.\n', notes: [] })
  turn()
  const stdin = new PassThrough()
  stdin.end('go\n')
  const chat = await terminal.baton(['chat', file, ...line()], { stdin })
  expect([chat.code, chat.out]).toEqual([0, 'Polish: inner two\nWriter: Done.\n'])
})
