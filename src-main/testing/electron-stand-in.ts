/**
 * A stand-in for the `electron` module: as much of it as the desktop host touches, with messages cloned and delivered
 * later as between real processes. Tests drive it as a person and a page would.
 */

import { EventEmitter } from 'node:events'

type Listener = (...args: never[]) => void

/** A frame of a page, as Electron shows it to main. */
export type FakeFrame = { url: string; readonly parent: FakeFrame | null }

/** What a page sees of Electron: its ipcRenderer. */
export type FakePagePort = {
  send(channel: string, text: string): void
  on(channel: string, listener: (event: unknown, text: unknown) => void): void
  off(channel: string, listener: (event: unknown, text: unknown) => void): void
}

/** A window's web contents, and the page in it. */
export class FakeContents extends EventEmitter {
  mainFrame: FakeFrame = { url: '', parent: null }
  windowOpenHandler: ((details: { url: string }) => { action: string }) | undefined
  /** The port of the page that is loaded now; a port of an earlier page is dead. */
  port: FakePagePort
  isGone = false
  readonly loaded: string[] = []
  private toPage = new EventEmitter()
  private readonly ipcMain: EventEmitter

  constructor(ipcMain: EventEmitter) {
    super()
    this.ipcMain = ipcMain
    this.port = this.createPort()
  }

  getURL(): string {
    return this.mainFrame.url
  }

  isDestroyed(): boolean {
    return this.isGone
  }

  setWindowOpenHandler(handler: (details: { url: string }) => { action: string }): void {
    this.windowOpenHandler = handler
  }

  /** Main to page. */
  send(channel: string, ...args: unknown[]): void {
    if (this.isGone) throw new TypeError('Object has been destroyed')
    const page = this.toPage
    const clones = structuredClone(args)
    queueMicrotask(() => page.emit(channel, {}, ...clones))
  }

  /** The page loads an address: another document, unless only the part after # differs. */
  navigate(url: string): void {
    const isSamePage = this.mainFrame.url.split('#')[0] === url.split('#')[0] && url.includes('#')
    this.loaded.push(url)
    if (isSamePage) this.mainFrame.url = url
    else this.newPage(url)
  }

  /** The page is loaded again. */
  reload(): void {
    this.newPage(this.mainFrame.url)
  }

  private newPage(url: string): void {
    this.toPage = new EventEmitter()
    this.mainFrame = { url, parent: null }
    this.port = this.createPort()
    this.emit('did-navigate', {}, url)
  }

  private createPort(): FakePagePort {
    const page = this.toPage
    return {
      send: (channel, text) => {
        const clone = structuredClone(text)
        queueMicrotask(() => {
          if (page === this.toPage) this.ipcMain.emit(channel, { sender: this, senderFrame: this.mainFrame }, clone)
        })
      },
      on: (channel, listener) => void page.on(channel, listener),
      off: (channel, listener) => void page.off(channel, listener),
    }
  }
}

/** A browser window that shows nothing. */
export class FakeWindow extends EventEmitter {
  readonly webContents: FakeContents
  readonly options: { width: number; height: number; webPreferences: Record<string, unknown> }
  readonly calls: string[] = []
  bounds = { x: 10, y: 20, width: 1000, height: 700 }
  isMaximizedNow = false

  constructor(options: FakeWindow['options'], webContents: FakeContents) {
    super()
    this.options = options
    this.webContents = webContents
  }

  async loadURL(url: string): Promise<void> {
    this.webContents.navigate(url)
    this.emit('ready-to-show')
  }

  show = (): void => void this.calls.push('show')
  focus = (): void => void this.calls.push('focus')
  restore = (): void => void this.calls.push('restore')
  maximize = (): void => void (this.isMaximizedNow = true)
  isMinimized = (): boolean => false
  isMaximized = (): boolean => this.isMaximizedNow
  getNormalBounds = (): FakeWindow['bounds'] => this.bounds

  /** The person closes the window. */
  close(): void {
    this.emit('close')
    this.webContents.isGone = true
    this.webContents.emit('destroyed')
    this.emit('closed')
  }
}

/** How the stand-in behaves where a test may choose. */
export type StandInOptions = {
  readonly isFirstInstance?: boolean
  readonly isPackaged?: boolean
  readonly keyStore?: 'gnome_libsecret' | 'basic_text'
}

/** A new stand-in: `module` is what `import 'electron'` gives, the rest is for the test. */
export function createElectronStandIn(options: StandInOptions = {}) {
  const ipcMain = new EventEmitter()
  const windows: FakeWindow[] = []
  const app = createApp(options)
  const answers: { open: string | undefined; save: string | undefined } = { open: undefined, save: undefined }
  const seen = {
    errors: [] as string[],
    opened: [] as string[],
    menu: [] as unknown[],
    schemes: [] as unknown[],
    isSpellChecked: null as boolean | null,
  }
  const permission: Record<'request' | 'check', Listener | undefined> = { request: undefined, check: undefined }
  const schemeHandlers = new Map<string, (request: Request) => Promise<Response>>()

  class BrowserWindow extends FakeWindow {
    constructor(windowOptions: FakeWindow['options']) {
      const contents = new FakeContents(ipcMain)
      super(windowOptions, contents)
      windows.push(this)
      app.emit('web-contents-created', {}, contents)
    }
  }
  const module = {
    app,
    ipcMain,
    BrowserWindow,
    screen: { getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1040 } }] },
    protocol: {
      registerSchemesAsPrivileged: (schemes: unknown[]) => void seen.schemes.push(...schemes),
      handle: (scheme: string, handler: (request: Request) => Promise<Response>) => {
        schemeHandlers.set(scheme, handler)
      },
    },
    session: {
      defaultSession: {
        setPermissionRequestHandler: (handler: Listener) => void (permission.request = handler),
        setPermissionCheckHandler: (handler: Listener) => void (permission.check = handler),
        setSpellCheckerEnabled: (isEnabled: boolean) => void (seen.isSpellChecked = isEnabled),
      },
    },
    Menu: {
      buildFromTemplate: (template: unknown) => template,
      setApplicationMenu: (menu: unknown[]) => void seen.menu.push(...menu),
    },
    dialog: {
      showErrorBox: (_title: string, text: string) => void seen.errors.push(text),
      showOpenDialog: async () => ({
        canceled: answers.open === undefined,
        filePaths: answers.open === undefined ? [] : [answers.open],
      }),
      showSaveDialog: async () => ({ canceled: answers.save === undefined, filePath: answers.save ?? '' }),
    },
    shell: { openExternal: async (url: string) => void seen.opened.push(url) },
    safeStorage: createSafeStorage(options.keyStore ?? 'gnome_libsecret'),
  }
  return { module, app, windows, answers, seen, permission, schemeHandlers, ipcMain }
}

function createApp({ isFirstInstance = true, isPackaged = false }: StandInOptions) {
  const calls: string[] = []
  const app = Object.assign(new EventEmitter(), {
    calls,
    isPackaged,
    setPath: (name: string, folder: string) => void calls.push(`${name} in ${folder}`),
    requestSingleInstanceLock: () => isFirstInstance,
    whenReady: async () => void calls.push('ready'),
    getVersion: () => '1.2.3',
    setAsDefaultProtocolClient: (scheme: string) => void calls.push(`opens ${scheme}`),
    showAboutPanel: () => void calls.push('about'),
    exit: (code: number) => void calls.push(`exit ${code}`),
    /** As Electron: quits unless a listener of `before-quit` prevents it. */
    quit: () => {
      let isPrevented = false
      app.emit('before-quit', { preventDefault: () => void (isPrevented = true) })
      calls.push(isPrevented ? 'quit prevented' : 'quit')
      if (!isPrevented) app.emit('quit')
    },
  })
  return app
}

/** Not encryption, but as Electron's: bytes in, and an error for what it did not make itself. */
function createSafeStorage(backend: string) {
  return {
    isEncryptionAvailable: () => true,
    getSelectedStorageBackend: () => backend,
    encryptString: (text: string) => Buffer.from(`v10${text}`).map((byte) => byte ^ 0x5a),
    decryptString: (bytes: Buffer) => {
      const text = Buffer.from(bytes.map((byte) => byte ^ 0x5a)).toString()
      if (!text.startsWith('v10')) throw new Error('Error while decrypting the ciphertext')
      return text.slice(3)
    },
  }
}
