/** Turns that failed or were left, on the command line: what the next message does, and what trying again does. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { flow } from '../../src-shared/testing/flow-builder'
import { startModelServer, type ModelServer } from '../testing/model-server'
import { client, KEY, startServing, user } from './testing/chat-client'
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

test('a failed turn: the reason on standard error, and without -m the thread goes on with it', async () => {
  const file = terminal.file(host().build())
  const command = ['run', file, '--thread', 't', ...line()]
  server.reply({ status: 401 }, { text: 'Now it works.' })
  const failed = await terminal.baton([...command, '-m', 'Hi', '-m', 'never sent'])
  expect([failed.code, failed.out, failed.notes.length]).toEqual([1, '', 1])
  expect(failed.notes[0]).toMatch(/refused the key.*\(model-key\)$/)
  expect(await terminal.baton(command)).toEqual({ code: 0, out: 'Now it works.\n', notes: [] })
  expect(rolesOf(1)).toEqual(rolesOf(0))
  expect(await terminal.baton(command)).toEqual({
    code: 2,
    out: '',
    notes: [
      'Nothing to do: no message was given and the thread has no unfinished or failed turn. Use -m TEXT, standard input or --open.',
    ],
  })
})

test('a thread by a name with a slip is said, and is not kept where nothing is said in it', async () => {
  const file = terminal.file(host().build())
  const run = (name: string, ...said: string[]) => terminal.baton(['run', file, '--thread', name, ...said, ...line()])
  server.on({}, { text: 'Hello.' })
  await run('support', '-m', 'Hi')
  const slip = 'The thread "suport" is new. There is one called "support".'
  expect(await run('suport')).toEqual({
    code: 2,
    out: '',
    notes: [
      slip,
      'Nothing to do: no message was given and there is no thread "suport" yet. Use -m TEXT, standard input or --open.',
    ],
  })
  const chat = await terminal.baton(['chat', file, '--thread', 'suport', ...line()], { stdin: ['/quit'] })
  expect(chat.notes[0]).toBe(slip)
  const answered = await run('suport', '--answer', 'approve')
  expect([answered.code, answered.notes[0]]).toEqual([1, slip])
  const listed = () => terminal.baton(['threads', 'list']).then(({ out }) => out.match(/^\S+/gm))
  expect(await listed()).toEqual(['support'])
  expect((await run('suport', '-m', 'Hi')).notes).toEqual([slip])
  expect((await run('suport', '-m', 'Hi')).notes).toEqual([])
  expect((await run('day 1', '-m', 'Hi')).notes).toEqual([])
  expect((await run('day 2', '-m', 'Hi')).notes).toEqual([])
})

test('an empty message and a word that --when does not know are wrong usage, and no model is asked', async () => {
  const file = terminal.file(host().build())
  for (const said of [
    ['-m', ''],
    ['-m', ' \n'],
    ['-m', 'Hi', '-m', ''],
  ])
    expect(await terminal.baton(['run', file, ...said, ...line()])).toEqual({
      code: 2,
      out: '',
      notes: ['A message is empty: -m wants what the user says. With --open the flow speaks first.'],
    })
  const { code, notes } = await terminal.baton(['run', file, '-m', 'Hi', '--thread', 't', '--when', 'later', ...line()])
  expect([code, notes.join(' ')]).toEqual([2, expect.stringContaining('Allowed choices are after, now, instead.')])
  expect([server.calls, existsSync(path.join(terminal.folder, 'data'))]).toEqual([0, false])
})

test('chat: what is worth knowing of a reply is said as run says it', async () => {
  const file = terminal.file(host().build())
  server.reply({ text: 'This answer was cut', finish: 'length' })
  const { out, notes } = await terminal.baton(['chat', file, ...line()], { stdin: ['Hi'] })
  expect([out, notes.at(-1)]).toEqual([
    'Host: This answer was cut\n',
    expect.stringContaining('The reply of Host was cut off, because it reached the limit of tokens.'),
  ])
})

test('a failed turn is over: the next message begins a new one, and the model reads both (DW-9)', async () => {
  const file = terminal.file(host().build())
  const command = ['run', file, '--thread', 't', ...line()]
  server.reply({ status: 400 }, { text: 'Second.' }, { text: 'Third.' })
  expect((await terminal.baton([...command, '-m', 'one'])).code).toBe(1)
  expect(await terminal.baton([...command, '-m', 'two'])).toEqual({ code: 0, out: 'Second.\n', notes: [] })
  expect(await terminal.baton(command, { stdin: ['three'] })).toEqual({ code: 0, out: 'Third.\n', notes: [] })
  expect(rolesOf(1).filter(([role]) => role === 'user')).toEqual([['user', 'one\n\ntwo']])
  expect(server.calls).toBe(3)
})

test('a flow that was mended is what the next message runs, and what a failed turn is tried again with', async () => {
  const away = host().settings({ model: { connection: 'nowhere' } })
  const file = terminal.file(away.build())
  const command = ['run', file, '--thread', 't']
  const failed = await terminal.baton([...command, '-m', 'one'])
  expect([failed.code, failed.notes.join()]).toEqual([1, expect.stringContaining('(connection-missing)')])
  terminal.file(
    host()
      .rehearsal({ when: { last: '/one/' }, text: 'One.' })
      .build(),
  )
  expect(await terminal.baton(command)).toEqual({ code: 0, out: 'One.\n', notes: [] })

  const other = ['run', file, '--thread', 'u']
  terminal.file(away.build())
  await terminal.baton([...other, '-m', 'one'])
  terminal.file(
    host()
      .rehearsal({ when: { last: '/two/' }, text: 'Two.' })
      .build(),
  )
  expect(await terminal.baton([...other, '-m', 'two'])).toEqual({ code: 0, out: 'Two.\n', notes: [] })
})

test('a turn that was left goes on first; when it fails then, the message is said all the same', async () => {
  const file = terminal.file(host().build())
  const command = ['run', file, '--thread', 't', ...line()]
  const leave = async (text: string) => {
    const ending = new AbortController()
    server.reply({ hang: true })
    const asked = server.calls + 1
    const running = terminal.baton([...command, '-m', text], { signal: ending.signal })
    await server.waitForRequest(asked)
    ending.abort()
    await running
  }
  await leave('one')
  server.reply({ text: 'First.' }, { text: 'Second.' })
  expect((await terminal.baton([...command, '-m', 'two'])).out).toBe('First.\nSecond.\n')
  await leave('three')
  server.reply({ status: 400 }, { text: 'Fourth.' })
  const { code, out, notes } = await terminal.baton([...command, '-m', 'four'])
  expect([code, out, notes.join()]).toEqual([0, 'Fourth.\n', expect.stringContaining('(model-rejected)')])
})

test('--set without a message counts for the failed turn that is tried again', async () => {
  const desk = flow('Desk').variable('who', { default: 'nobody' }).start('a').agent('a', { prompt: 'For {who}.' })
  const file = terminal.file(desk.build())
  const command = ['run', file, '--thread', 't', ...line()]
  server.reply({ status: 400 }, { text: 'Hello Ann.' }, { text: 'Bye Ann.' })
  await terminal.baton([...command, '-m', 'hi'])
  expect(await terminal.baton([...command, '--set', 'who=Ann'])).toEqual({ code: 0, out: 'Hello Ann.\n', notes: [] })
  await terminal.baton([...command, '-m', 'bye'])
  expect(server.requests.map(({ system }) => system)).toEqual(['For nobody.', 'For Ann.', 'For Ann.'])
})

test('chat: a thread whose last turn failed says so; it is tried again when asked', async () => {
  const file = terminal.file(host().build())
  server.reply({ status: 400 }, { text: 'Here.' })
  await terminal.baton(['run', file, '--thread', 't', '-m', 'hi', ...line()])
  const stdin = new PassThrough()
  stdin.end('/retry\n')
  const { out, notes } = await terminal.baton(['chat', file, '--thread', 't', ...line()], { stdin })
  expect([out, notes[1]]).toEqual([
    'Host: Here.\n',
    'The last turn of this thread failed. /retry tries it again; a message begins a new turn.',
  ])
})

test('serve: a client that hangs up before anything was said and asks the same again pays nothing twice', async () => {
  const file = terminal.file(host().builtinTool('c', { tool: 'calculator' }).use('host', 'c').build())
  const ending = new AbortController()
  const { ended, listening } = startServing([file, '--key', KEY, ...line()], { terminal, signal: ending.signal })
  const { address } = await listening
  const sum = { calls: [{ name: 'calculator', arguments: { expression: '1 + 1' } }] }
  for (const headers of [{ 'x-baton-thread': 't' }, {}]) {
    const before = server.calls
    const ask = (text: string, options: object = {}) =>
      client(address).chat.completions.create({ model: 'host', messages: [user(text)] }, { headers, ...options })
    server.reply(sum, { hang: true })
    const hangUp = new AbortController()
    const gone = ask('1 + 1?', { signal: hangUp.signal }).catch(() => 'gone')
    await server.waitForRequest(before + 2)
    hangUp.abort()
    expect(await gone).toBe('gone')
    await server.waitForHangUp(before + 2)
    server.reply({ text: 'Two.' }, { text: 'Three.' })
    const again = await ask('1 + 1?')
    const answer = again.choices[0]?.message.content
    expect([answer, server.calls - before]).toEqual(['Two.', 3])
    expect(rolesOf(before + 2)).toEqual(rolesOf(before + 1))
    expect((await ask('Thanks')).choices[0]?.message.content).toBe('Three.')
  }
  ending.abort()
  expect((await ended).code).toBe(0)
})
