/** What flows, servers and models say never steers the terminal: in `run`, `chat`, `check`, error texts and `--json`. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { flow } from '../../src-shared/testing/flow-builder'
import { openTerminal, type Terminal } from './testing/terminal'

let terminal: Terminal
beforeEach(() => {
  terminal = openTerminal()
})
afterEach(() => terminal.close())

/** The clipboard (OSC 52), the title, a colour, the same with one character (C1), the order of letters, and a line written over. */
const HOSTILE = 'a\u001b]52;c;ZXZpbA==\u0007\u001b]0;t\u0007\u001b[31mred\u009b31m\u202eevil\u2066\rover\u007f\tb\nc'
const SHOWN =
  'a\\u001b]52;c;ZXZpbA==\\u0007\\u001b]0;t\\u0007\\u001b[31mred\\u009b31m\\u202eevil\\u2066over\\u007f\tb\nc'
// oxlint-disable-next-line eslint/no-control-regex
const OBEYED = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/

const saying = (text: string) =>
  flow('F')
    .start('a')
    .agent('a', { name: HOSTILE.replace('\n', '') })
    .settings({ rehearsal: [{ text }] })
    .build()

test('run and chat show it, --json says the same to whoever reads it', async () => {
  const file = terminal.file(saying(HOSTILE))
  expect((await terminal.baton(['run', file, '-m', 'hi'])).out).toBe(`${SHOWN}\n`)
  const chat = await terminal.baton(['chat', file], { stdin: ['hi'] })
  expect(chat.out).toContain(SHOWN)
  expect([chat.out, ...chat.notes].filter((text) => OBEYED.test(text))).toEqual([])
  const { out } = await terminal.baton(['run', file, '-m', 'hi', '--json'])
  expect(OBEYED.test(out)).toBe(false)
  expect(out.split('\n').some((line) => line !== '' && JSON.stringify(JSON.parse(line)).includes('\u202eevil'))).toBe(
    true,
  )
})

test('names, kinds, conditions, file names and errors are shown too', async () => {
  const wrong = flow('E')
    .start('s')
    .supervisor('s', { name: HOSTILE, prompt: 'none' })
    .node(`x${HOSTILE}`, 'h', {})
    .build()
  const checked = await terminal.baton(['check', terminal.file(wrong)])
  expect([checked.code, checked.out]).toEqual([1, expect.stringContaining('\\u001b]52;c;')])
  const ended = [
    checked,
    await terminal.baton(['run', terminal.file(wrong), '-m', 'hi']),
    await terminal.baton(['run', `no${HOSTILE}.flow.json`]),
    await terminal.baton(['tools', 'list', terminal.file(saying('x')), '--agent', HOSTILE]),
    await terminal.baton([HOSTILE]),
  ]
  expect(ended.flatMap(({ out, notes }) => [out, ...notes]).filter((text) => OBEYED.test(text))).toEqual([])
})
