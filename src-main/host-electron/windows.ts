/** The windows of the desktop app: how they are made, and which web contents are ours. */

import { BrowserWindow, screen } from 'electron'
import type { RenderProcessGoneDetails, WebContents } from 'electron'
import type { BridgeInfo } from '../../src-shared/rpc/bridge-link'
import { infoArgument } from '../preload/bridge'
import { APP_URL } from './app-scheme'
import { hasOfflineSpellChecker } from './guard'
import { readBounds, writeBounds } from './window-bounds'

/** What windows are made from. */
export type WindowParts = {
  readonly dataDir: string
  readonly preloadFile: string
  readonly info: BridgeInfo
  /** The process of a page ended by itself. */
  readonly onGone: (details: RenderProcessGoneDetails) => void
}

/** All open windows. */
export type Windows = {
  has(contents: WebContents): boolean
  /** Shows a place of the app, such as `/flow/ID`, in the window; makes the window if there is none. */
  show(place?: string): void
}

/** The (one) window, made when it is first shown. */
export function createWindows(parts: WindowParts): Windows {
  const open = new Map<WebContents, BrowserWindow>()

  const make = (url: string): void => {
    const bounds = readBounds(
      parts.dataDir,
      screen.getAllDisplays().map((display) => display.workArea),
    )
    const window = new BrowserWindow(windowOptions(parts, bounds ?? { width: 1360, height: 860 }))
    const { webContents } = window
    open.set(webContents, window)
    if (bounds?.isMaximized === true) window.maximize()
    window.once('ready-to-show', () => window.show())
    window.on('close', () => {
      writeBounds(parts.dataDir, { ...window.getNormalBounds(), isMaximized: window.isMaximized() })
    })
    window.on('closed', () => open.delete(webContents))
    bringBack(webContents, parts.onGone)
    load(window, url)
  }
  return {
    has: (contents) => open.has(contents),
    show(place) {
      const url = place === undefined ? APP_URL : `${APP_URL}#${place}`
      const [window] = open.values()
      if (window === undefined) {
        make(url)
        return
      }
      if (window.isMinimized()) window.restore()
      window.show()
      window.focus()
      // Only the part after # changes, so the page stays and hears of it.
      if (place !== undefined) load(window, url)
    },
  }
}

/** One that ends again and again would be brought back for ever. */
const MOST_RETURNS = 3

/** A page whose process ended is an empty window: it is loaded again. All that was drawn and said is in the core. */
function bringBack(contents: WebContents, onGone: WindowParts['onGone']): void {
  let returns = 0
  contents.on('render-process-gone', (_event, details) => {
    if (details.reason === 'clean-exit') return
    onGone(details)
    returns += 1
    if (returns <= MOST_RETURNS) contents.reload()
  })
}

function load(window: BrowserWindow, url: string): void {
  // A load that the next one replaces is reported as a failure; the page says what else can fail.
  window.loadURL(url).catch(() => undefined)
}

function windowOptions(
  { preloadFile, info }: WindowParts,
  { width, height, ...position }: { width: number; height: number; x?: number; y?: number },
): Electron.BrowserWindowConstructorOptions {
  const { x, y } = position
  return {
    width,
    height,
    ...(x === undefined || y === undefined ? {} : { x, y }),
    minWidth: 640,
    minHeight: 480,
    title: 'Baton',
    show: false,
    webPreferences: {
      preload: preloadFile,
      additionalArguments: [infoArgument(info)],
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: hasOfflineSpellChecker(),
    },
  }
}
