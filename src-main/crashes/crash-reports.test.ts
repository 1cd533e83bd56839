/** Reports of crashes: what is in one, and above all what is not. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AppError } from '../../src-shared/errors'
import { message } from '../../src-shared/languages/translate'
import { connectionInputSchema } from '../../src-shared/rpc/connection'
import { createCore, type Core } from '../core'
import { appRoot } from '../platform/app-root'
import { nodePlatform } from '../platform/node'
import { cleanMessage, errorLines } from './clean-report'
import { createCrashReports } from './crash-reports'
import { hideValues } from './hidden-values'

let dir = ''
let core: Core | null = null
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'baton-crashes-'))
})
afterEach(async () => {
  await core?.close()
  core = null
  rmSync(dir, { recursive: true, force: true })
})

const ENV = {
  OPENAI_API_KEY: 'sk-cnry-environment-1',
  PLAIN: 'cnry/env+value=2',
  DATABASE_URL: 'postgres://me:cnry-database-3@db.internal/x',
  PATH: '/usr/bin:/bin',
  LANG: 'en_US.UTF-8',
}
const ARGV = ['node', 'baton', 'serve', '--key', 'cnry-argument-4', '--page-key=cnry-argument-5', '--port', '8080']

function reportsOf(minutes = { past: 0 }) {
  const now = (): Date => new Date(Date.UTC(2026, 0, 1, 12, minutes.past))
  return createCrashReports({ dataDir: () => dir, program: 'baton serve', env: ENV, argv: ARGV, now })
}

const textOf = (file: string | null): string => readFileSync(file ?? '', 'utf8')

test('a report says when, what and where, for its owner alone', () => {
  const cause = new TypeError("Cannot read properties of undefined (reading 'turns')")
  cause.stack = [
    String(cause),
    `    at readTurns (file://${appRoot()}/out/main/chunks/core.js:12:7)`,
    '    at async Promise.all (index 0)',
    `    at /opt/things/node_modules/zod/index.js:1:2`,
    `    at open (${homedir()}/Clients/ACME secret/tool.js:3:4)`,
    '    at process.processTicksAndRejections (node:internal/process/task_queues:104:5)',
  ].join('\n')
  const file = reportsOf().write({ source: 'command', what: 'nobody caught an error', cause })
  expect(path.relative(dir, file ?? '')).toBe(path.join('crashes', '20260101T120000.000Z-command.txt'))
  if (process.platform !== 'win32') expect(statSync(file ?? '').mode & 0o777).toBe(0o600)
  const text = textOf(file)
  expect(text).toMatch(
    /^Baton crash report\n[^]*\nTime: 2026-01-01T12:00:00\.000Z\nVersion: \d+\.\d+\.\d+\nProgram: baton serve\nSystem: \w+ .*Node \d+\.\d+\.\d+\nRunning for: \d+ s\nWhat happened: nobody caught an error\n/,
  )
  expect(text.slice(text.indexOf('TypeError'))).toBe(
    [
      "TypeError: Cannot read properties of undefined (reading 'turns')",
      '    at readTurns (baton/out/main/chunks/core.js:12:7)',
      '    at async Promise.all (index 0)',
      '    at node_modules/zod/index.js:1:2',
      '    at open ((elsewhere) tool.js:3:4)',
      '    at process.processTicksAndRejections (node:internal/process/task_queues:104:5)',
      '',
    ].join('\n'),
  )
})

test('keys, headers, the environment and the command line never come into one, in no form', async () => {
  const minutes = { past: 0 }
  const reports = reportsOf(minutes)
  core = await createCore({ dataDir: dir, platform: nodePlatform({ host: 'web', dataDir: dir }), crashes: reports })
  const { connections } = core.services
  const headers = { 'X-Team': 'cnry-header-6' }
  await connections.save(
    connectionInputSchema.parse({
      name: 'a',
      baseUrl: 'http://127.0.0.1:9/v1',
      key: 'cnry-key-7',
      parameters: { headers },
    }),
  )
  await core.handlers['secrets.save'](
    { name: 'TEAM', value: 'cnry-secret-8' },
    { signal: new AbortController().signal },
  )
  const planted = [
    ...['sk-cnry-environment-1', 'cnry/env+value=2', 'cnry-database-3', 'cnry-argument-4', 'cnry-argument-5'],
    ...['cnry-header-6', 'cnry-key-7', 'cnry-secret-8'],
  ]
  const forms = planted.flatMap((one) => [one, encodeURIComponent(one), Buffer.from(one).toString('base64')])
  for (const form of forms) {
    minutes.past += 1
    const cause = new RangeError(`invalid ${form} here`, { cause: new Error(`Bearer ${form}`) })
    cause.stack = `${String(cause)}\n    at ${form} (${appRoot()}/out/main/${form}.js:1:1)`
    const text = textOf(reports.write({ source: 'web', what: 'nobody caught an error', cause }))
    expect(text).not.toContain(form)
    // Of base64 the last characters stay, which tell nothing.
    expect(text).toMatch(/invalid \*\*\*\S{0,4} here/)
  }
  minutes.past += 1
  const unknown = new Error('authorization: Bearer unknown-key-9 and sk-proj-unknown10')
  expect(textOf(reports.write({ source: 'web', what: 'x', cause: unknown }))).toContain(
    'authorization: *** *** and ***',
  )
  const names = readdirSync(path.join(dir, 'crashes')).map((name) => textOf(path.join(dir, 'crashes', name)))
  expect(names.join('\n')).not.toMatch(/cnry|unknown-key-9|unknown10/)
})

test('what people wrote does not either: quotations, values of messages, words of others', () => {
  const names = { root: '/app', user: 'annabel', hide: (text: string) => text }
  const said = (cause: unknown) => errorLines(cause, names)[0]
  const caught = (work: () => unknown) => {
    try {
      return work()
    } catch (cause) {
      return cause
    }
  }
  expect([
    said(caught(() => JSON.parse('{"prompt": You are the clerk of "Miller & Sons"'))),
    said(new AppError('not-found', message('The contract has no method “{name}”.', { name: 'my-divorce' }))),
    said(
      Object.assign(new Error("ENOENT: no such file or directory, open '/home/annabel/My Clients/a.txt'"), {
        code: 'ENOENT',
      }),
    ),
    said(Object.assign(new Error('the model said: my divorce'), { name: 'APIError' })),
    said('a text that was thrown: my divorce'),
    said(null),
  ]).toEqual([
    expect.stringMatching(/^SyntaxError: (?!.*(?:clerk|Miller|Sons)).*"…"/),
    'AppError (not-found): The contract has no method “{name}”.',
    "Error (ENOENT): ENOENT: no such file or directory, open '…'",
    'APIError: (its words are left out, since they may quote what you wrote)',
    'string (its words are left out, since they may quote what you wrote)',
    'Nothing is known of the error.',
  ])
  expect(cleanMessage('no room in /srv/people/annabel/x.db for annabel at https://intra.example/a?b=c', names)).toBe(
    'no room in (a path) for (user) at (an address)',
  )
})

test('ten ends and five faults stay, each of a bounded size, and somebody is told of the newest end once', () => {
  const minutes = { past: 0 }
  const reports = reportsOf(minutes)
  for (; minutes.past < 30; minutes.past += 1)
    reports.write({
      source: minutes.past % 2 === 0 ? 'window' : 'fault',
      what: 'x'.repeat(minutes.past === 29 ? 1_000_000 : 1),
      cause: new Error('a '.repeat(minutes.past === 28 ? 100_000 : 1)),
    })
  const sources = reports.list().map(({ source }) => source)
  expect([sources.length, sources.filter((source) => source === 'fault').length]).toEqual([15, 5])
  const [fault, end, ...older] = reports.list()
  expect([fault?.isNew, end?.isNew, end?.at]).toEqual([false, true, '2026-01-01T12:28:00.000Z'])
  expect(reports.read(fault?.id ?? '')?.length).toBe(20_000)
  reports.noteSeen(end?.id ?? '')
  expect(reports.list().some(({ isNew }) => isNew)).toBe(false)
  reports.noteSeen(older.at(-1)?.id ?? '')
  expect(reports.list().some(({ isNew }) => isNew)).toBe(false)
  reports.write({ source: 'web', what: 'again', cause: null })
  expect(reports.list().filter(({ isNew }) => isNew)).toHaveLength(1)
  reports.remove(end?.id ?? '')
  expect(reports.read(end?.id ?? '')).toBeNull()
})

test('nothing but a report is read or removed, and where none can be written nothing else fails', () => {
  const reports = reportsOf()
  writeFileSync(path.join(dir, 'library.sqlite'), 'mine')
  for (const id of ['../library.sqlite', 'seen', '/etc/passwd']) {
    expect(reports.read(id)).toBeNull()
    reports.remove(id)
  }
  expect(readdirSync(dir)).toEqual(['library.sqlite'])
  writeFileSync(path.join(dir, 'crashes'), 'in the way')
  expect(reports.write({ source: 'web', what: 'x', cause: new Error('x') })).toBeNull()
  expect(reports.list()).toEqual([])
})

// Each of these took minutes while the time grew with the square of the length.
test.each([
  ['dots', 'a.'],
  ['quotations that do not end', '“'],
  ['blanks', ' '],
])('a long message of %s is cleaned in a moment, and no more of it than before', (_what, piece) => {
  const long = (length: number) => `key${piece.repeat(length / piece.length)}“sk-cnry” 'cnry-2'`
  expect(cleanMessage(long(300_000), { user: 'annabel' })).not.toContain('cnry')
  expect(hideValues({ env: {}, argv: [], values: ['sk-cnry'] }, long(20_000))).not.toContain('sk-cnry')
})

test('a quotation goes whole, however long it is, and a line of a stack that is no place is left out', () => {
  expect(cleanMessage(`He said "${'my divorce '.repeat(3000)}" and left`, { user: 'annabel' })).toBe(
    'He said "…" and left',
  )
  const cause = new Error('x')
  cause.stack = `Error: x\n    at ${'at ('.repeat(10_000)}\n    at open (/app/out/main/core.js:1:2)`
  expect(errorLines(cause, { root: '/app', user: 'annabel', hide: (text) => text })).toEqual([
    'Error: x',
    '    at open (baton/out/main/core.js:1:2)',
  ])
})
