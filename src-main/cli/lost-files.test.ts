/** A database that is gone or emptied while its twin remembers: nothing goes to a model until the person has chosen. */
import { renameSync, rmSync, truncateSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { flow } from '../../src-shared/testing/flow-builder'
import { startModelServer, type ModelServer } from '../testing/model-server'
import { openTerminal, type Terminal } from './testing/terminal'
import { heard } from '../testing/heard'

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

const run = (...args: string[]) => {
  const file = terminal.file(
    flow('Host').start('host').supervisor('host', { name: 'Host', prompt: 'Hi {dialogs}{tools}' }).build(),
  )
  return terminal.baton(['run', file, '--thread', 't', '--base-url', server.baseUrl, '--model', 'm', ...args])
}
const saidTo = (index: number) =>
  heard(server.requests[index]).flatMap(({ role, content }) =>
    role === 'user' || role === 'assistant' ? [content] : [],
  )
const inFolder = (name: string) =>
  ['', '-wal', '-shm'].map((end) => path.join(terminal.folder, 'data', `${name}.sqlite${end}`))
const lose = (name: string) => {
  for (const file of inFolder(name)) rmSync(file, { force: true })
}
const HOW = 'Use --rebuild to go on from what is shown, or another --thread.'

test.each([
  ['gone', () => lose('checkpoints')],
  [
    'emptied',
    () => {
      const [file = '', ...others] = inFolder('checkpoints')
      for (const other of others) rmSync(other, { force: true })
      truncateSync(file, 0)
    },
  ],
])(
  'the state is %s: the turn is refused, and goes on from what is shown when the person says so',
  async (_how, damage) => {
    server.reply({ text: 'One.' }, { text: 'Two.' }, { text: 'Three.' }, { text: 'Four.' })
    expect(await run('-m', 'first', '-m', 'second')).toMatchObject({ code: 0, out: 'One.\nTwo.\n' })
    damage()
    expect(await run('-m', 'third')).toEqual({
      code: 1,
      out: '',
      notes: [
        'The data folder has lost a part of this conversation: its stored state, which is what models are told, lacks the last answers that are shown. Nothing was sent. Go on from what is shown, or begin a new thread. (thread-mismatch)',
        HOW,
      ],
    })
    expect(server.requests).toHaveLength(2)
    expect(await run('-m', 'third', '--rebuild')).toMatchObject({ code: 0, out: 'Three.\n' })
    expect(saidTo(2)).toEqual(['first', 'One.', 'second', 'Two.', 'third'])
    expect(await run('-m', 'fourth')).toMatchObject({ code: 0, out: 'Four.\n', notes: [] })
    expect(saidTo(3)).toEqual(['first', 'One.', 'second', 'Two.', 'third', 'Three.', 'fourth'])
  },
)

test('the library is gone: words that nobody sees go to no model', async () => {
  server.reply({ text: 'One.' }, { text: 'Two.' })
  await run('-m', 'old secret')
  lose('library')
  expect(await run('-m', 'new')).toMatchObject({
    code: 1,
    notes: [
      'The data folder has lost a part of this conversation: its stored state, which is what models are told, holds more turns (1) than are shown (0). Nothing was sent. Go on from what is shown, or begin a new thread. (thread-mismatch)',
      HOW,
    ],
  })
  expect(server.requests).toHaveLength(1)
  expect(await run('-m', 'new', '--rebuild')).toMatchObject({ code: 0, out: 'Two.\n' })
  expect(saidTo(1)).toEqual(['new'])
})

test('the state of another conversation, with the same name and as many turns, is not taken for this one', async () => {
  const [state = ''] = inFolder('checkpoints')
  const kept = path.join(terminal.folder, 'kept.sqlite')
  server.reply({ text: 'One.' }, { text: 'Uno.' })
  await run('-m', 'first')
  renameSync(state, kept)
  lose('library')
  await run('-m', 'primo')
  lose('checkpoints')
  renameSync(kept, state)
  expect(await run('-m', 'secondo')).toMatchObject({ code: 1, out: '' })
  expect(server.requests).toHaveLength(2)
})
