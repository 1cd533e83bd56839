/** The application menu: the standard roles and "Open". All other commands live in the interface. */

import { Menu, app } from 'electron'
import type { MenuItemConstructorOptions } from 'electron'

/** Sets the menu. */
export function setMenu(openFlowFile: () => void): void {
  const isMac = process.platform === 'darwin'
  const file: MenuItemConstructorOptions[] = [
    { label: 'Open Flow File…', click: openFlowFile },
    { type: 'separator' },
    isMac ? { role: 'close' } : { role: 'quit' },
  ]
  const view: MenuItemConstructorOptions[] = [
    { role: 'reload' },
    // For those who work on Baton: a person is easily talked into pasting something there.
    ...(app.isPackaged ? [] : [{ role: 'toggleDevTools' } as const]),
    { type: 'separator' },
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    { type: 'separator' },
    { role: 'togglefullscreen' },
  ]
  const template: MenuItemConstructorOptions[] = [
    ...(isMac ? [{ role: 'appMenu' } as const] : []),
    { label: 'File', submenu: file },
    { role: 'editMenu' },
    { label: 'View', submenu: view },
    { role: 'windowMenu' },
    { role: 'help', submenu: [{ label: 'About Baton', click: () => app.showAboutPanel() }] },
  ]
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}
