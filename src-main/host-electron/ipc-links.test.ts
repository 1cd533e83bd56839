import { ipcMain } from 'electron'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { createClient } from '../../src-shared/rpc/client'
import { bridgeLink } from '../../src-shared/rpc/bridge-link'
import type { Service } from '../../src-shared/rpc/serve'
import { describeLink } from '../../src-shared/testing/link-conformance'
import { createProbe, probeContract } from '../../src-shared/testing/link-probe'
import type { ProbeContract } from '../../src-shared/testing/link-probe'
import { createBridge } from '../preload/bridge'
import { FakeContents } from '../testing/electron-stand-in'
import { serveWindows } from './ipc-links'

vi.mock('electron', async () => {
  const standIn = await import('../testing/electron-stand-in')
  return standIn.createElectronStandIn().module
})

afterEach(() => ipcMain.removeAllListeners())
/** The modules that were loaded with this Electron are nobody else's. */
afterAll(() => {
  vi.doUnmock('electron')
  vi.resetModules()
})

/** Main with one window that shows the app. */
function openWindow(service: Service<ProbeContract>) {
  const contents = new FakeContents(ipcMain)
  contents.navigate('app://baton/')
  const own = new Set<unknown>([contents])
  const stop = serveWindows(service, own)
  const openPage = () => bridgeLink(createBridge(contents.port, []))
  return { contents, stop, openPage }
}

describeLink('the desktop app', async (service) => {
  const { contents, stop, openPage } = openWindow(service)
  const first = openPage()
  return {
    link: first,
    async reload() {
      contents.reload()
      first.close()
      return openPage()
    },
    async close() {
      stop()
    },
  }
})

test('A new page of a window never hears what was meant for the one before.', async () => {
  const probe = createProbe()
  const { contents, openPage } = openWindow(probe.service)
  const before = createClient(probeContract, openPage())
  const lost = before.call('probe.wait', { label: 'a' }).catch(() => 'failed')
  await probe.noted('wait a')
  contents.reload()
  const frames: unknown[] = []
  const link = openPage()
  link.onFrame((frame) => frames.push(frame))
  const after = createClient(probeContract, link)
  probe.release('a')
  expect(await after.call('probe.echo', { text: 'new' })).toEqual({ text: 'new' })
  expect(frames).toEqual([{ kind: 'result', id: 1, value: { text: 'new' } }])
  before.close()
  expect(await lost).toBe('failed')
})

test.each(['render-process-gone', 'destroyed'])('A window whose page is %s has its work aborted.', async (event) => {
  const probe = createProbe()
  const { contents, openPage } = openWindow(probe.service)
  const client = createClient(probeContract, openPage())
  const lost = client.call('probe.wait', { label: 'a' }).catch(() => 'failed')
  await probe.noted('wait a')
  contents.isGone = true
  contents.emit(event)
  await probe.noted('aborted a')
  client.close()
  expect(await lost).toBe('failed')
})

test('Messages from anywhere but the main frame of an own window that shows the app are refused.', async () => {
  const probe = createProbe()
  const { contents } = openWindow(probe.service)
  const stranger = new FakeContents(ipcMain)
  stranger.navigate('app://baton/')
  const frame = contents.mainFrame
  const ask = '{"kind":"call","id":1,"name":"probe.wait","input":{"label":"a"}}'
  const senders: [unknown, unknown, unknown][] = [
    [stranger, stranger.mainFrame, ask],
    [contents, { url: 'https://example.org/', parent: null }, ask],
    [contents, { url: 'app://other/', parent: null }, ask],
    [contents, { url: 'https://example.org/app://baton/', parent: null }, ask],
    [contents, { url: 'app://baton/', parent: frame }, ask],
    [contents, null, ask],
    [contents, frame, { kind: 'call', id: 1 }],
    [contents, frame, undefined],
  ]
  for (const [sender, senderFrame, text] of senders) ipcMain.emit('baton', { sender, senderFrame }, text)
  expect(probe.notes).toEqual([
    'defect Error: A message from app://baton/ was refused.',
    'defect Error: A message from https://example.org/ was refused.',
    'defect Error: A message from app://other/ was refused.',
    'defect Error: A message from https://example.org/app://baton/ was refused.',
    'defect Error: A message from app://baton/ was refused.',
    'defect Error: A message from a page that is gone was refused.',
    'defect Error: A message from app://baton/ was refused.',
    'defect Error: A message from app://baton/ was refused.',
  ])
  ipcMain.emit('baton', { sender: contents, senderFrame: frame }, ask)
  await probe.noted('wait a')
})

test('The preload script exposes send, onFrame and info, and hands out no event of Electron.', async () => {
  const exposed: [string, Record<string, unknown>][] = []
  const heard: unknown[][] = []
  const contents = new FakeContents(ipcMain)
  vi.resetModules()
  vi.doMock('electron', () => ({
    ipcRenderer: contents.port,
    contextBridge: {
      exposeInMainWorld: (name: string, value: Record<string, unknown>) => void exposed.push([name, value]),
    },
  }))
  await import('../preload/preload')
  expect(exposed.map(([name, value]) => [name, Object.keys(value).sort(), value['info']])).toEqual([
    ['baton', ['info', 'onFrame', 'send'], { host: 'electron', version: 'unknown', can: {} }],
  ])
  const bridge = createBridge(contents.port, [])
  const stop = bridge.onFrame((...args) => void heard.push(args))
  contents.send('baton', 'text')
  contents.send('baton', { not: 'text' })
  contents.send('other', 'text')
  await Promise.resolve()
  stop()
  contents.send('baton', 'late')
  await Promise.resolve()
  expect(heard).toEqual([['text']])
})
