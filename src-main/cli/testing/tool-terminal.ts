/** What most tests of the command line need: a terminal, a model server and a server of tools, new for each test and gone after it. */
import { afterEach, beforeEach, expect } from 'vitest'
import { startModelServer, type ModelServer } from '../../testing/model-server'
import { startToolServer, type ToolServer } from '../../testing/tool-server'
import { openTerminal, type Terminal } from './terminal'

export type ToolTerminal = { readonly server: ModelServer; readonly tools: ToolServer; readonly terminal: Terminal }

/** For the tests of the file, or the block, that asks for it. No request may be one that a real server refuses. */
export function toolTerminal(): ToolTerminal {
  const parts: { now: ToolTerminal | null } = { now: null }
  const now = (): ToolTerminal => {
    if (parts.now === null) throw new Error('Only a test has a terminal.')
    return parts.now
  }
  beforeEach(async () => {
    parts.now = { server: await startModelServer(), tools: await startToolServer(), terminal: openTerminal() }
  })
  afterEach(async () => {
    const { server, tools, terminal } = now()
    parts.now = null
    expect(server.violations).toEqual([])
    await server.close()
    await tools.close()
    terminal.close()
  })
  return {
    get server() {
      return now().server
    },
    get tools() {
      return now().tools
    },
    get terminal() {
      return now().terminal
    },
  }
}
