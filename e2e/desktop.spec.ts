/** What only the desktop app has: a window with a title and a place, a menu, one instance, and pages that are shut in. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { isRoot } from '../scripts/electron.mjs'
import { APP_FOLDER } from './fixtures/desktop-host'
import { desktopOnly, expect, test } from './fixtures/app'
import { setupD } from './fixtures/setup-d'

test('a page reaches its bridge and nothing else of Electron or Node', desktopOnly('isolation'), async ({ baton }) => {
  await expect(baton.library.newFlow).toBeVisible()
  const reached = await baton.page.evaluate(() => ({
    bridge: Object.keys(window.baton ?? {}).sort(),
    others: ['require', 'module', 'process', 'Buffer', 'global', '__dirname', 'electron'].filter(
      (name) => name in window,
    ),
  }))
  expect(reached).toEqual({ bridge: ['info', 'onFrame', 'send'], others: [] })
})

test('a page stays in the app and opens no windows', desktopOnly('navigation'), async ({ baton, electron }) => {
  const { page } = baton
  await expect(baton.library.newFlow).toBeVisible()
  expect(await page.evaluate(() => window.open('about:blank') === null)).toBe(true)
  await page.evaluate(() => window.location.assign('http://127.0.0.1:9/'))
  await baton.newFlow('Still here')
  expect(new URL(page.url()).host).toBe('baton')
  expect(electron().windows()).toEqual([page])
})

test('the title of the window is that of the flow', desktopOnly('window title'), async ({ baton, electron }) => {
  await baton.newFlow('Cake shop')
  const titles = (): Promise<string[]> =>
    electron().evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((window) => window.getTitle()))
  await expect.poll(titles).toEqual(['Cake shop · Baton'])
})

test('the menu opens a flow file', desktopOnly('native menu'), async ({ app, baton, electron }) => {
  await expect(baton.library.newFlow).toBeVisible()
  const file = path.join(app.dataDir, 'setup-d.flow.json')
  writeFileSync(file, setupD())
  const menus = await electron().evaluate(({ Menu, dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] })
    const { items = [] } = Menu.getApplicationMenu() ?? {}
    items
      .flatMap(({ submenu }) => submenu?.items ?? [])
      .find(({ label }) => label.startsWith('Open Flow File'))
      ?.click()
    return items.map(({ label }) => label)
  }, file)
  expect(menus).toEqual(expect.arrayContaining(['File', 'View']))
  await expect(baton.flowName).toHaveValue('Setup D')
})

test(
  'a second instance ends and hands its file to the first',
  desktopOnly('one instance'),
  async ({ app, baton, electron }) => {
    await expect(baton.library.newFlow).toBeVisible()
    const file = path.join(app.dataDir, 'second.flow.json')
    writeFileSync(file, setupD('From outside'))
    const program = await electron().evaluate(() => process.execPath)
    const args = [...(isRoot() ? ['--no-sandbox'] : []), APP_FOLDER, '--data', app.dataDir, file]
    const second = spawn(program, args, { stdio: 'ignore' })
    expect(await once(second, 'exit')).toEqual([0, null])
    await expect(baton.flowName).toHaveValue('From outside')
    expect(electron().windows()).toEqual([baton.page])
  },
)

test('the window comes back where it was', desktopOnly('window bounds'), async ({ app, baton, electron }) => {
  await expect(baton.library.newFlow).toBeVisible()
  const place = { x: 40, y: 60, width: 900, height: 640 }
  await electron().evaluate(({ BrowserWindow }, bounds) => BrowserWindow.getAllWindows()[0]?.setBounds(bounds), place)
  await app.stop('SIGTERM')
  await app.start()
  await app.open(baton.page)
  const { width, height } = place
  const size = await electron().evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getNormalBounds())
  // Where a window manager puts its frame is not the app's doing.
  expect(size).toMatchObject({ width, height })
})
