import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createProbe, probeContract } from '../../src-shared/testing/link-probe'
import { parseWebHostArguments } from './arguments'
import { runWebHost } from './run'
import { startWebHost } from './web-host'

const folder = mkdtempSync(path.join(tmpdir(), 'baton-run-'))
afterAll(() => rmSync(folder, { recursive: true }))
writeFileSync(path.join(folder, 'index.html'), '<!doctype html>')

/** Runs the program; `events` is all that it did and said, `onEvent` may end it. */
async function run(argv: string[], env: NodeJS.ProcessEnv, onEvent: (event: string, end: () => void) => void) {
  const ending = new AbortController()
  const events: string[] = []
  const happen = (event: string): void => {
    events.push(event.replaceAll(folder, 'FOLDER').replace(/\d+\/\?token=[\w-]{43}$/, 'N/?token=T'))
    onEvent(event, () => ending.abort())
  }
  const code = await runWebHost({
    argv,
    env: { PATH: process.env['PATH'], ...env },
    contract: probeContract,
    rendererDir: folder,
    async startCore({ dataDir, platform }) {
      happen(`core in ${dataDir} for ${platform.host}`)
      return { handlers: createProbe().service.handlers, close: async () => happen('core closed') }
    },
    say: (line) => happen(`out: ${line}`),
    note: (line) => happen(`err: ${line}`),
    signal: ending.signal,
  })
  return { code, events }
}

test('The program says where it is, serves until it is told to end, and closes the core.', async () => {
  const result = await run(['--no-open', '--data', path.join(folder, 'data')], {}, (event, end) => {
    if (event.startsWith('out:')) end()
  })
  expect(result).toEqual({
    code: 0,
    events: ['core in FOLDER/data for web', 'out: Baton is at http://127.0.0.1:N/?token=T', 'core closed'],
  })
})

test('The program opens the browser with the whole address.', async () => {
  const opened = path.join(folder, 'opened')
  const browser = path.join(folder, process.platform === 'darwin' ? 'open' : 'xdg-open')
  writeFileSync(browser, `#!/bin/sh\nprintf %s "$1" > "${opened}"\nexit 3\n`)
  chmodSync(browser, 0o755)
  const env = { BATON_DATA: folder, DISPLAY: ':0', PATH: `${folder}:${process.env['PATH'] ?? ''}` }
  const { code, events } = await run([], env, (event, end) => {
    if (event.startsWith('err:')) end()
  })
  expect([code, events.at(-2)]).toEqual([
    0,
    `err: No browser could be opened (${path.basename(browser)} ended with code 3). Open the address yourself.`,
  ])
  expect(existsSync(opened) && readFileSync(opened, 'utf8')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{43}$/)
})

test('The program goes on without a browser.', async () => {
  const result = await run([], { BATON_DATA: folder, PATH: '' }, (event, end) => {
    if (event.startsWith('err:')) end()
  })
  expect(result.code).toBe(0)
  expect(result.events[2]).toMatch(/^err: No browser could be opened \(.+\)\. Open the address yourself\.$/)
})

test('A taken port and wrong usage end with 2, a core that cannot start with 1.', async () => {
  const host = await startWebHost({ core: createProbe().service, port: 0, rendererDir: folder })
  const never = (): void => undefined
  const taken = await run(['--port', String(host.port), '--no-open', '--data', folder], {}, never)
  await host.close()
  expect(taken).toEqual({
    code: 2,
    events: [
      'core in FOLDER for web',
      'core closed',
      `err: Port ${host.port} is taken by another program. Close that program, or start Baton with another --port.`,
    ],
  })
  expect(await run(['--porto'], {}, never)).toMatchObject({ code: 2, events: [expect.stringContaining('Options:')] })
  const broken = await run(['--no-open', '--data', folder], {}, (event) => {
    if (event.startsWith('core in')) throw new Error('the disk is on fire')
  })
  expect(broken).toMatchObject({ code: 1, events: ['core in FOLDER for web', expect.stringContaining('disk')] })
})

test.each([
  [[], { port: 0, opensBrowser: true, data: null }],
  [['--port', '8080', '--no-open', '--data', '/tmp/x'], { port: 8080, opensBrowser: false, data: '/tmp/x' }],
  [['--port=0'], { port: 0, opensBrowser: true, data: null }],
])('Arguments %j are read.', (argv, expected) => {
  expect(parseWebHostArguments(argv)).toEqual(expected)
})

test.each([[['--port', '65536']], [['--port', 'x']], [['--port=']], [['--port', '-1']], [['--data']], [['here']]])(
  'Arguments %j are refused with the usage.',
  (argv) => {
    expect(() => parseWebHostArguments(argv)).toThrow(/Options: --port N/)
  },
)
