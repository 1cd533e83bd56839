import { EventEmitter } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bridgeLink } from '../../src-shared/rpc/bridge-link'
import { createClient } from '../../src-shared/rpc/client'
import { createProbe, probeContract } from '../../src-shared/testing/link-probe'
import { createBridge } from '../preload/bridge'
import { createElectronStandIn } from '../testing/electron-stand-in'
import type { FakeWindow, StandInOptions } from '../testing/electron-stand-in'
import { eventually } from '../../src-shared/testing/eventually'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'baton-desktop-'))
  mkdirSync(path.join(folder, 'renderer'))
  writeFileSync(path.join(folder, 'renderer', 'index.html'), '<!doctype html><title>Baton</title>')
})
afterEach(() => rmSync(folder, { recursive: true }))
/** The modules that were loaded with this Electron are nobody else's. */
afterAll(() => {
  vi.doUnmock('electron')
  vi.resetModules()
})

type StartOptions = StandInOptions & {
  argv?: string[]
  startFails?: boolean
  before?: (app: NodeJS.EventEmitter) => void
}

/** Starts the desktop app on the stand-in. */
async function start(options: StartOptions = {}) {
  const electron = createElectronStandIn(options)
  vi.resetModules()
  vi.doMock('electron', () => electron.module)
  const { runDesktop } = await import('./desktop')
  const log: string[] = []
  const running = runDesktop({
    argv: ['baton', ...(options.argv ?? [])],
    env: { BATON_DATA: path.join(folder, 'data') },
    contract: probeContract,
    rendererDir: path.join(folder, 'renderer'),
    preloadFile: '/app/preload.cjs',
    async startCore({ platform }) {
      if (options.startFails === true) throw new Error('the disk is on fire')
      log.push(`core for ${platform.host}`)
      return { handlers: createProbe().service.handlers, close: async () => void log.push('core closed') }
    },
    async importFlow(_handlers, { name, text }) {
      if (text === 'broken') throw new Error('not a flow')
      log.push(`import ${name}: ${text}`)
      return `/flow/${name}`
    },
    crashes: {
      write({ source, what }) {
        log.push(`report of ${source}: ${what}`)
        return null
      },
    },
    note: (line) => void log.push(`note ${line.split('\n')[0] ?? ''}`),
  })
  options.before?.(electron.app)
  await running
  return { ...electron, log, window: (): FakeWindow => firstOf(electron.windows) }
}

function firstOf<Item>(items: readonly Item[]): Item {
  const [first] = items
  if (first === undefined) throw new Error('There is none.')
  return first
}

function flowFile(name: string, text: string): string {
  const file = path.join(folder, name)
  writeFileSync(file, text)
  return file
}

/** An event of Electron that tells whether it was prevented. */
function fakeEvent(url: string) {
  const event = { url, isPrevented: false, preventDefault: () => void (event.isPrevented = true) }
  return event
}

test('The window is made with every protection on, and its page talks to the core.', async () => {
  const { window, app, seen } = await start()
  expect(window().options).toMatchObject({
    show: false,
    webPreferences: {
      preload: '/app/preload.cjs',
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      webviewTag: false,
    },
  })
  expect([window().webContents.loaded, window().calls]).toEqual([['app://baton/'], ['show']])
  expect(app.calls).toEqual([`userData in ${path.join(folder, 'data', 'electron')}`, 'ready'])
  expect(seen.schemes).toEqual([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ])
  const { additionalArguments } = window().options.webPreferences as { additionalArguments: string[] }
  const bridge = createBridge(window().webContents.port, additionalArguments)
  expect(bridge.info).toEqual({ host: 'electron', version: '1.2.3', can: { dialogs: true, secureSecrets: true } })
  const client = createClient(probeContract, bridgeLink(bridge))
  expect(await client.call('probe.echo', { text: 'hello' })).toEqual({ text: 'hello' })
  client.close()
})

test('Spelling is checked only where that needs no dictionary from the network.', async () => {
  const seenOn = async (platform: NodeJS.Platform) => {
    const spy = vi.spyOn(process, 'platform', 'get').mockReturnValue(platform)
    const { window, seen } = await start()
    spy.mockRestore()
    return [seen.isSpellChecked, window().options.webPreferences['spellcheck']]
  }
  expect([await seenOn('linux'), await seenOn('win32'), await seenOn('darwin')]).toEqual([
    [false, false],
    [false, false],
    [true, true],
  ])
})

test('The data folder is the one after --data, whatever Electron and Chromium are told beside it.', async () => {
  const other = path.join(folder, 'other')
  const argv = ['-r', 'loader.js', '--remote-debugging-port=0', '/app', '--data', other]
  const { app } = await start({ argv })
  const nameless = await start({ argv: ['/app', '--data'] })
  expect([app.calls[0], nameless.app.calls[0]]).toEqual([
    `userData in ${path.join(other, 'electron')}`,
    `userData in ${path.join(folder, 'data', 'electron')}`,
  ])
})

test('The pages come from app://baton/ with a strict policy, and nothing else is there.', async () => {
  const { schemeHandlers } = await start()
  const get = async (url: string) => {
    const answer = await schemeHandlers.get('app')?.(new Request(url))
    return [
      answer?.status,
      answer?.headers.get('content-type'),
      answer?.headers.get('content-security-policy')?.slice(0, 43),
    ]
  }
  const policy = "default-src 'self'; connect-src 'self'; sty"
  expect(await get('app://baton/')).toEqual([200, 'text/html; charset=utf-8', policy])
  expect(await get('app://baton/#/flow/a')).toEqual([200, 'text/html; charset=utf-8', policy])
  const refused = [
    'app://other/',
    'app://baton/../desktop.ts',
    'app://baton/%2e%2e/renderer/index.html',
    'app://baton/no.js',
  ]
  for (const url of refused) expect([url, (await get(url))[0]]).toEqual([url, 404])
})

test('Pages cannot leave the app, open windows, embed web views or get permissions.', async () => {
  const { window, seen, permission } = await start()
  const { webContents } = window()
  const tried = ['https://example.org/', 'file:///etc/passwd', 'app://other/', 'app://baton/#/flow/a'].map((url) => {
    const events = ['will-navigate', 'will-frame-navigate', 'will-redirect'].map((name) => {
      const event = fakeEvent(url)
      webContents.emit(name, event)
      return event.isPrevented
    })
    return [url, ...events]
  })
  expect(tried).toEqual([
    ['https://example.org/', true, true, true],
    ['file:///etc/passwd', true, true, true],
    ['app://other/', true, true, true],
    ['app://baton/#/flow/a', false, false, false],
  ])
  const view = fakeEvent('app://baton/')
  webContents.emit('will-attach-webview', view)
  expect(view.isPrevented).toBe(true)
  const opened = ['https://example.org/', 'file:///etc/passwd', 'javascript:alert(1)', 'app://baton/'].map((url) =>
    webContents.windowOpenHandler?.({ url }),
  )
  expect(opened).toEqual(opened.map(() => ({ action: 'deny' })))
  expect(seen.opened).toEqual(['https://example.org/'])

  const request = permission.request as unknown as (
    contents: unknown,
    name: string,
    answer: (ok: boolean) => void,
  ) => void
  const check = permission.check as unknown as (contents: unknown, name: string, origin: string) => boolean
  const answers: unknown[] = []
  for (const name of ['media', 'geolocation', 'notifications', 'clipboard-read', 'clipboard-sanitized-write']) {
    request(webContents, name, (ok) => answers.push([name, ok, check(null, name, 'app://baton')]))
  }
  request({ getURL: () => 'https://example.org' }, 'clipboard-sanitized-write', (ok) => answers.push(['foreign', ok]))
  expect(answers).toEqual([
    ['media', false, false],
    ['geolocation', false, false],
    ['notifications', false, false],
    ['clipboard-read', false, false],
    ['clipboard-sanitized-write', true, true],
    ['foreign', false],
  ])
})

test('Only one instance runs: the second ends, the first shows its window and opens the files.', async () => {
  const second = await start({ isFirstInstance: false })
  expect([second.windows, second.app.calls.at(-1), second.log]).toEqual([[], 'quit', []])
  const { app, window, log } = await start()
  flowFile('desk.flow.json', '{}')
  app.emit('second-instance', {}, ['baton', '--flag', 'desk.flow.json', 'notes.txt'], folder)
  await eventually(() => expect(window().webContents.loaded.at(-1)).toBe('app://baton/#/flow/desk.flow.json'))
  expect([log, window().calls]).toEqual([
    ['core for electron', 'import desk.flow.json: {}'],
    ['show', 'show', 'focus', 'show', 'focus'],
  ])
})

test('A link is shown and nothing more: nothing is imported, read or run for it, whichever way it comes.', async () => {
  const link = 'baton://open?from=https%3A%2F%2Fexample.com%2Fa.baton'
  const place = `app://baton/#/link/${encodeURIComponent(link)}`
  const event = fakeEvent('')
  const { app, window, log } = await start({
    argv: [link, '--flag', 'baton:--data=/tmp'],
    before: (early) => void early.emit('open-url', event, 'baton://open?flow=e30'),
  })
  expect(window().webContents.loaded).toEqual([
    'app://baton/',
    place,
    'app://baton/#/link/baton%3A--data%3D%2Ftmp',
    'app://baton/#/link/baton%3A%2F%2Fopen%3Fflow%3De30',
  ])
  app.emit('second-instance', {}, ['baton', link], folder)
  app.emit('open-url', event, 'https://example.com/')
  app.emit('second-instance', {}, ['baton', `baton://open?flow=${'A'.repeat(2_000_000)}`], folder)
  await eventually(() => expect(window().webContents.loaded).toHaveLength(6))
  expect(window().webContents.loaded[4]).toBe(place)
  expect(window().webContents.loaded[5]?.length).toBeLessThan(500_000)
  expect([log, event.isPrevented]).toEqual([['core for electron'], true])
  expect(app.calls.filter((call) => call.startsWith('opens'))).toEqual([])
})

test('On Windows the installed app says itself that links are its own.', async () => {
  const spy = vi.spyOn(process, 'platform', 'get').mockReturnValue('win32')
  const packaged = await start({ isPackaged: true })
  const fromSource = await start({ isPackaged: false })
  spy.mockRestore()
  const opens = ({ app }: typeof packaged) => app.calls.filter((call) => call.startsWith('opens'))
  expect([opens(packaged), opens(fromSource)]).toEqual([['opens baton'], []])
})

test('Files named at the start and files opened before the app is ready are imported and shown.', async () => {
  const first = flowFile('first.flow.json', '1')
  const early = flowFile('early.flow.json', '2')
  const event = fakeEvent('')
  const { log, window, app } = await start({
    argv: [first],
    before: (early_) => void early_.emit('open-file', event, early),
  })
  expect(log).toEqual(['core for electron', 'import first.flow.json: 1', 'import early.flow.json: 2'])
  expect(window().webContents.loaded).toEqual([
    'app://baton/',
    'app://baton/#/flow/first.flow.json',
    'app://baton/#/flow/early.flow.json',
  ])
  expect(event.isPrevented).toBe(true)
  app.emit('open-file', event, flowFile('late.flow.json', '3'))
  await eventually(() => expect(log.at(-1)).toBe('import late.flow.json: 3'))
})

test('A file that cannot be opened is told, and the others are opened.', async () => {
  const argv = [flowFile('a.flow.json', 'broken'), path.join(folder, 'gone.flow.json'), flowFile('B.Baton', '2')]
  const { log, seen } = await start({ argv })
  expect(log).toEqual(['core for electron', 'import B.Baton: 2'])
  expect(seen.errors).toEqual([
    expect.stringContaining('not a flow'),
    expect.stringContaining('gone.flow.json could not be read: there is no such file'),
  ])
})

test('The menu opens a file that the person chooses.', async () => {
  const { seen, answers, log } = await start()
  const menu = seen.menu as { label?: string; submenu?: { label?: string; click?: () => void }[] }[]
  answers.open = flowFile('chosen.flow.json', '{}')
  menu.find((entry) => entry.label === 'File')?.submenu?.[0]?.click?.()
  await eventually(() => expect(log.at(-1)).toBe('import chosen.flow.json: {}'))
})

test.each([true, false])(
  'The menu has developer tools for those who work on Baton alone (packaged: %s).',
  async (isPackaged) => {
    const { seen } = await start({ isPackaged })
    expect(JSON.stringify(seen.menu).includes('toggleDevTools')).toBe(!isPackaged)
  },
)

test('Quitting closes the core first, once.', async () => {
  const { app, log } = await start()
  const quit = new Promise((resolve) => void app.once('quit', resolve))
  app.quit()
  app.quit()
  await quit
  expect([app.calls.slice(2), log]).toEqual([
    ['quit prevented', 'quit prevented', 'quit'],
    ['core for electron', 'core closed'],
  ])
})

test('A core that cannot start is told, and the app ends with 1.', async () => {
  const { app, seen, windows } = await start({ startFails: true })
  expect([app.calls.at(-1), seen.errors, windows]).toEqual([
    'exit 1',
    [expect.stringContaining('the disk is on fire')],
    [],
  ])
})

test('The window comes back where it was, unless no screen shows that place.', async () => {
  const first = await start()
  expect(first.window().options).toMatchObject({ width: 1360, height: 860 })
  first.window().bounds = { x: 30, y: 40, width: 900, height: 600 }
  first.window().close()
  const file = path.join(folder, 'data', 'window.json')
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ x: 30, y: 40, width: 900, height: 600, isMaximized: false })
  const second = await start()
  expect(second.window().options).toMatchObject({ x: 30, y: 40, width: 900, height: 600 })
  for (const text of ['{"x":30', '{"x":-5000,"y":40,"width":900,"height":600,"isMaximized":true}', '[]']) {
    writeFileSync(file, text)
    const again = await start()
    expect([again.window().options.width, 'x' in again.window().options]).toEqual([1360, false])
  }
  second.app.emit('activate')
  expect(second.windows.length).toBe(1)
})

test('A page whose process ended is on record and loaded again, but not for ever; one that was closed is neither.', async () => {
  const { window, log } = await start()
  const { webContents } = window()
  let loaded = 0
  webContents.on('did-navigate', () => (loaded += 1))
  const end = (reason: string) => webContents.emit('render-process-gone', {}, { reason, exitCode: 5 })
  end('clean-exit')
  for (const reason of ['crashed', 'oom', 'killed', 'crashed']) end(reason)
  expect(log.filter((line) => line.startsWith('report'))).toEqual(
    ['crashed', 'oom', 'killed', 'crashed'].map(
      (reason) => `report of window: the process of the window ended: ${reason}, 5`,
    ),
  )
  expect(loaded).toBe(3)
})

test('An error that nobody caught ends the app with a report; a promise that was rejected leaves it as it is.', async () => {
  const electron = createElectronStandIn({})
  vi.resetModules()
  vi.doMock('electron', () => electron.module)
  const { endAfterDefects } = await import('./defects')
  const source = new EventEmitter()
  const written: string[] = []
  const notes: string[] = []
  endAfterDefects(source, {
    crashes: {
      write(event) {
        written.push(event.source)
        return '/data/crashes/a.txt'
      },
    },
    note: (line) => void notes.push(line),
  })
  source.emit('unhandledRejection', new Error('late'))
  expect([written, electron.app.calls, electron.seen.errors]).toEqual([['fault'], [], []])
  source.emit('uncaughtException', new Error('broken'))
  expect([written, electron.app.calls, notes.length]).toEqual([['fault', 'desktop'], ['exit 1'], 2])
  expect(electron.seen.errors).toEqual([
    'Something went wrong inside Baton. What was saved is safe.\n\nA report is in /data/crashes/a.txt. Nothing was sent.',
  ])
})
