/** A server's tools, listed once and again when it says that they have changed. */
import type { CallOptions, Connection } from './connection'
import { listTools, type McpTool } from './listings'

export type ToolCache = {
  /** As long as nothing changed, the same array. */
  readonly list: (connection: Connection, call: CallOptions) => Promise<readonly McpTool[]>
  /** As it was listed last, also where that may have changed since. */
  readonly known: (name: string) => McpTool | undefined
  readonly forget: () => void
}

/** Nothing is listed yet. */
export function createToolCache(): ToolCache {
  let tools: readonly McpTool[] | null = null
  let last: readonly McpTool[] = []
  /** Tells whether they changed while they were being listed. */
  let version = 0
  return {
    async list(connection, call) {
      if (tools !== null) return tools
      const before = version
      const listed = await listTools(connection, call)
      last = listed
      if (version === before) tools = listed
      return listed
    },
    known: (name) => last.find((tool) => tool.name === name),
    forget() {
      tools = null
      version += 1
    },
  }
}
