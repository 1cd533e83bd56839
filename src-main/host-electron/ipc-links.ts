/** The core's ends of the links to the windows: one channel, one link for each page, and only for our own pages. */

import { ipcMain } from 'electron'
import type { IpcMainEvent, WebContents } from 'electron'
import { decodeFrame, encodeFrame } from '../../src-shared/rpc/frames'
import { createLinkListeners } from '../../src-shared/rpc/link'
import type { Link, LinkListeners } from '../../src-shared/rpc/link'
import type { Contract } from '../../src-shared/rpc/define'
import { serve } from '../../src-shared/rpc/serve'
import type { Service } from '../../src-shared/rpc/serve'
import { CHANNEL } from '../preload/bridge'
import { isAppUrl } from './app-scheme'

/** Which of all web contents are windows of ours. */
export type OwnContents = { has(contents: WebContents): boolean }

/** Serves every page of our windows until the returned function is called. What others send is dropped and noted. */
export function serveWindows<C extends Contract>(core: Service<C>, own: OwnContents): () => void {
  const pages = new Map<WebContents, LinkListeners>()
  const open = (contents: WebContents): LinkListeners => {
    const listeners = createLinkListeners('open')
    pages.set(contents, listeners)
    closeWithPage(contents, () => {
      if (pages.get(contents) === listeners) pages.delete(contents)
      listeners.setState('closed')
    })
    serve(core, pageLink(contents, listeners))
    return listeners
  }
  const receive = (event: IpcMainEvent, text: unknown): void => {
    const { sender } = event
    if (!isOurPage(event, own) || typeof text !== 'string') {
      core.onDefect?.(new Error(`A message from ${event.senderFrame?.url ?? 'a page that is gone'} was refused.`))
      return
    }
    const listeners = pages.get(sender) ?? open(sender)
    listeners.emit(decodeFrame(text))
  }
  ipcMain.on(CHANNEL, receive)
  return () => {
    ipcMain.off(CHANNEL, receive)
    for (const listeners of pages.values()) listeners.setState('closed')
    pages.clear()
  }
}

/** Only the main frame of one of our windows, and only while it shows the app. */
function isOurPage(event: IpcMainEvent, own: OwnContents): boolean {
  const frame = event.senderFrame
  return frame !== null && frame.parent === null && isAppUrl(frame.url) && own.has(event.sender)
}

function pageLink(contents: WebContents, listeners: LinkListeners): Link {
  return {
    send(frame) {
      if (listeners.state() === 'open' && !contents.isDestroyed()) contents.send(CHANNEL, encodeFrame(frame))
    },
    onFrame: listeners.onFrame,
    onState: listeners.onState,
    close: () => listeners.setState('closed'),
  }
}

/** A page ends when its window loads another document (a reload too), crashes or closes. */
function closeWithPage(contents: WebContents, end: () => void): void {
  const endOnce = (): void => {
    contents.off('did-navigate', endOnce)
    contents.off('render-process-gone', endOnce)
    contents.off('destroyed', endOnce)
    end()
  }
  contents.on('did-navigate', endOnce)
  contents.on('render-process-gone', endOnce)
  contents.on('destroyed', endOnce)
}
