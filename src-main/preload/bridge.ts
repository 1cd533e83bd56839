/** What a page of the desktop app gets from its preload script: text out, text in, and who its host is. */

import type { Bridge, BridgeInfo } from '../../src-shared/rpc/bridge-link'

/** The one channel between the pages and the core. */
export const CHANNEL = 'baton'

const INFO_ARGUMENT = '--baton-info='

/** The part of Electron's ipcRenderer that the bridge uses. */
export type PagePort = {
  send(channel: string, text: string): void
  on(channel: string, listener: (event: unknown, text: unknown) => void): unknown
  off(channel: string, listener: (event: unknown, text: unknown) => void): unknown
}

/** The argument that carries the info from the host into a page. */
export function infoArgument(info: BridgeInfo): string {
  return INFO_ARGUMENT + encodeURIComponent(JSON.stringify(info))
}

/** The bridge of a page. The listener gets the text alone, never Electron's event. */
export function createBridge(port: PagePort, argv: readonly string[]): Bridge {
  return {
    send: (text) => port.send(CHANNEL, String(text)),
    onFrame(listener) {
      const hear = (_event: unknown, text: unknown): void => {
        if (typeof text === 'string') listener(text)
      }
      port.on(CHANNEL, hear)
      return () => void port.off(CHANNEL, hear)
    },
    info: readInfo(argv),
  }
}

/** The host wrote this argument itself, in this very version, so its shape needs no check. */
function readInfo(argv: readonly string[]): BridgeInfo {
  const argument = argv.find((candidate) => candidate.startsWith(INFO_ARGUMENT))
  if (argument === undefined) return { host: 'electron', version: 'unknown', can: {} }
  return JSON.parse(decodeURIComponent(argument.slice(INFO_ARGUMENT.length))) as BridgeInfo
}
