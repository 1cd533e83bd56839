/** The life of the desktop app: one instance, one core, its window, the files it is asked to open, a clean end. */

import path from 'node:path'
import { app, dialog } from 'electron'
import { toAppError } from '../../src-shared/errors'
import type { Contract, Handlers } from '../../src-shared/rpc/define'
import type { CrashReports } from '../crashes/crash-reports'
import { dataFolderOf } from '../platform/data-dir'
import { electronPlatform, readChosenFile } from '../platform/electron'
import type { ChosenFile, Platform } from '../platform/platform'
import { describeDefect } from '../platform/running-core'
import type { RunningCore, StartCore } from '../platform/running-core'
import { answerAppScheme, registerAppScheme } from './app-scheme'
import { isFlowLink, LINK_SCHEME } from '../../src-shared/flow-links/flow-link'
import { linkPlace, openedIn } from './flow-files'
import { guardPages } from './guard'
import { serveWindows } from './ipc-links'
import { setMenu } from './menu'
import { createWindows } from './windows'

/** What the desktop app runs with. */
export type DesktopProgram<C extends Contract> = {
  readonly argv: readonly string[]
  readonly env: NodeJS.ProcessEnv
  readonly contract: C
  readonly rendererDir: string
  readonly preloadFile: string
  readonly startCore: StartCore<C>
  readonly crashes: Pick<CrashReports, 'write'>
  /** Takes a file into the library; the place of the app that shows it. */
  readonly importFlow: (handlers: Handlers<C>, file: ChosenFile) => Promise<string>
  /** One line for the log. */
  readonly note: (line: string) => void
}

/** Runs the desktop app; resolves when its window is up, or when another instance took over. */
export async function runDesktop<C extends Contract>(program: DesktopProgram<C>): Promise<void> {
  const { argv, env } = program
  const folder = dataFolderOf(argv, env)
  // Chromium's own files, and with them the lock: one instance for each data folder.
  app.setPath('userData', path.join(folder, 'electron'))
  if (!app.requestSingleInstanceLock()) {
    app.quit()
    return
  }
  registerAppScheme()
  const files = createFileQueue(openedIn(argv, process.cwd()))
  app.on('open-file', (event, file) => {
    event.preventDefault()
    files.add([file])
  })
  // macOS tells links so; elsewhere they are arguments.
  app.on('open-url', (event, url) => {
    event.preventDefault()
    if (isFlowLink(url)) files.add([url])
  })
  // Of the installers only that of Windows cannot say which links are Baton's.
  if (app.isPackaged && process.platform === 'win32') app.setAsDefaultProtocolClient(LINK_SCHEME.slice(0, -1))
  await app.whenReady()
  try {
    const platform = electronPlatform(folder)
    const core = await program.startCore({ dataDir: folder, platform })
    quitAfterClosing(core, program.note)
    await open({ program, folder, platform, core, files })
  } catch (cause) {
    program.note(describeDefect(cause))
    dialog.showErrorBox('Baton cannot start', toAppError(cause).message)
    app.exit(1)
  }
}

type Desktop<C extends Contract> = {
  readonly program: DesktopProgram<C>
  readonly folder: string
  readonly platform: Platform
  readonly core: RunningCore<C>
  readonly files: FileQueue
}

async function open<C extends Contract>({ program, folder, platform, core, files }: Desktop<C>): Promise<void> {
  const report = (cause: unknown): void => dialog.showErrorBox('Baton', toAppError(cause).message)
  const info = { host: platform.host, version: platform.version, can: platform.can }
  const windows = createWindows({
    dataDir: folder,
    preloadFile: program.preloadFile,
    info,
    onGone({ reason, exitCode }) {
      program.crashes.write({
        source: 'window',
        what: `the process of the window ended: ${reason}, ${exitCode}`,
        cause: null,
      })
    },
  })
  const take = async (file: ChosenFile): Promise<void> => windows.show(await program.importFlow(core.handlers, file))
  const takeAll = async (paths: readonly string[]): Promise<void> => {
    for (const file of paths) {
      // A link is shown, and nothing else: the person decides on the sheet.
      if (isFlowLink(file)) windows.show(linkPlace(file))
      else await readChosenFile(file).then(take).catch(report)
    }
  }
  const choose = async (): Promise<void> => {
    const file = await platform.openFile({ title: 'Open Flow File', extensions: ['baton', 'flow.json', 'json'] })
    if (file !== null) await take(file)
  }

  answerAppScheme(program.rendererDir)
  guardPages((url) => void platform.openExternal(url).catch(report))
  setMenu(() => void choose().catch(report))
  serveWindows(
    { contract: program.contract, handlers: core.handlers, onDefect: (cause) => program.note(describeDefect(cause)) },
    windows,
  )
  app.on('second-instance', (_event, argv, directory) => {
    windows.show()
    files.add(openedIn(argv, directory))
  })
  app.on('activate', () => windows.show())
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  windows.show()
  await files.drainTo(takeAll)
}

/** The first attempt to quit closes the core, then quits for good. */
function quitAfterClosing<C extends Contract>(core: RunningCore<C>, note: (line: string) => void): void {
  let state: 'running' | 'closing' | 'closed' = 'running'
  app.on('before-quit', (event) => {
    if (state === 'closed') return
    event.preventDefault()
    if (state === 'closing') return
    state = 'closing'
    const quit = (): void => {
      state = 'closed'
      app.quit()
    }
    core.close().then(quit, (cause: unknown) => {
      note(describeDefect(cause))
      quit()
    })
  })
}

type FileQueue = ReturnType<typeof createFileQueue>

/** Files and links wait here until the core can take them. */
function createFileQueue(first: readonly string[]) {
  let waiting: readonly string[] = first
  let take: ((files: readonly string[]) => Promise<void>) | undefined
  return {
    add(files: readonly string[]): void {
      if (take === undefined) waiting = [...waiting, ...files]
      else void take(files)
    },
    async drainTo(taker: (files: readonly string[]) => Promise<void>): Promise<void> {
      take = taker
      await taker(waiting)
    },
  }
}
