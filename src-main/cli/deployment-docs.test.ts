/** What docs/from-desktop-to-server.md shows can be typed: options are there, the service's command starts, and the page has what is said of it. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { AppError, ERROR_CODES, isErrorCode } from '../../src-shared/errors'
import { inEnglish } from '../../src-shared/languages/translate'
import { REFUSALS, refusedAs, statusOf, type RefusalCode } from './serving/failures'
import { host, keyless, startServing } from './testing/chat-client'
import { openTerminal } from './testing/terminal'

const PAGE = readFileSync(path.resolve(import.meta.dirname, '../../docs/from-desktop-to-server.md'), 'utf8')

const ERROR_CODES_LIST = Object.keys(ERROR_CODES).filter(isErrorCode)
const REFUSAL_CODES = Object.keys(REFUSALS) as RefusalCode[]

const block = (language: string): string => new RegExp('```' + language + '\n([^]*?)```').exec(PAGE)?.[1] ?? ''

test('every option of serve that the page names is one, and every one of it is named', async () => {
  const terminal = openTerminal()
  const { out } = await terminal.baton(['serve', '--help'])
  terminal.close()
  const known = new Set([...out.matchAll(/^ +(?:-\w, )?(--[\w-]+)/gm)].map(([, name]) => name))
  const served = PAGE.slice(PAGE.indexOf('## An OpenAI-compatible endpoint'), PAGE.indexOf('## A tool of other agents'))
  const named = new Set([...served.matchAll(/(?<![\w-])--[a-z][\w-]+/g)].map(([name]) => name))
  // Of npm, COPY, podman, systemctl, `baton run` and `baton publish`.
  const others = ['--now', '--from', '--format', '--secret', '--answer', '--then', '--substitute', '--thread', '--json']
  expect([...named].filter((name) => !known.has(name) && !others.includes(name))).toEqual([])
  const general = ['--connection', '--base-url', '--api-key', '--model', '--help']
  expect([...known].filter((name) => name !== undefined && !named.has(name) && !general.includes(name))).toEqual([])
})

test('the table of failures is what the endpoint answers', () => {
  const table = PAGE.slice(PAGE.indexOf('### What a failure says'), PAGE.indexOf('### A new drawing of a flow'))
  const rows = [...table.matchAll(/^\| (\d+) \| (.*) \| (.*) \|$/gm)].map(([, status, codes = '', again = '']) => ({
    status: Number(status),
    codes: [...codes.matchAll(/`([\w-]+)`/g)].map(([, code = '']) => code),
    again: again.startsWith('yes'),
  }))
  const offline = new AppError('model-refused', inEnglish('x'), { mayRetry: false })
  const known = [
    ...ERROR_CODES_LIST.map((code) => ({ code, ...statusOf(new AppError(code, inEnglish('x'))) })),
    ...REFUSAL_CODES.map((code) => ({ code, ...statusOf(new AppError('bad-input', inEnglish('x'), refusedAs(code))) })),
    { code: 'model-refused', ...statusOf(offline) },
  ]
  const others = known.filter(({ status }) => status === 500)
  const written = rows.flatMap(({ status, codes, again }) => codes.map((code) => ({ code, status, mayRetry: again })))
  const key = ({ code, status }: { code: string; status: number }) => `${status} ${code}`
  const sorted = <Row extends { code: string; status: number }>(all: readonly Row[]) =>
    all.toSorted((one, other) => key(one).localeCompare(key(other)))
  expect(sorted(written.filter(({ status }) => status !== 500))).toEqual(
    sorted(known.filter(({ status }) => status !== 500)),
  )
  // Of the others some are named.
  expect(others).toEqual(expect.arrayContaining(written.filter(({ status }) => status === 500)))
  expect(rows.find(({ status }) => status === 500)?.codes.length).toBeGreaterThan(3)
})

test('the commands of the service and of the container serve, with the keys of their file', async () => {
  const unit = /^ExecStart=(.*)$/m.exec(block('ini'))?.[1]?.split(' ') ?? []
  const container = JSON.parse(/^ENTRYPOINT (.*)$/m.exec(block('dockerfile'))?.[1] ?? '[]') as string[]
  for (const command of [unit, [...container, 'desk.flow.json']]) {
    const terminal = openTerminal()
    const keys = terminal.file('ann key-of-ann-in-docs\n', 'keys')
    const flow = terminal.file(host().build())
    const own = (word: string, before: string | undefined): string => {
      if (before === '--keys') return keys
      if (before === '--port') return '0'
      return word.endsWith('.flow.json') ? flow : word
    }
    const given = command.slice(command.indexOf('serve') + 1)
    const line = given.map((word, index) => own(word, given[index - 1]))
    const ending = new AbortController()
    const { ended, listening } = startServing(line, { terminal, signal: ending.signal })
    const { address } = await listening
    const here = address.replace('0.0.0.0', '127.0.0.1')
    const { status } = await keyless(`${here}/models`, { headers: { authorization: 'Bearer key-of-ann-in-docs' } })
    expect(status).toBe(200)
    expect((await keyless(here.replace('/v1', '/ready'), {})).status).toBe(200)
    ending.abort()
    expect((await ended).code).toBe(0)
    terminal.close()
  }
})
