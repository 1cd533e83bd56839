/** A real server of MCP as of 2026-07-28 whose tools do not come to an end by themselves: over stdio when it is started, for tests. */
import { inputRequired, inputResponse, McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { z } from 'zod'

const question = {
  message: 'And now?',
  requestedSchema: { type: 'object' as const, properties: { more: { type: 'string' as const } } },
}

export function restlessServer(): McpServer {
  const server = new McpServer({ name: 'restless', version: '26' }, { capabilities: { tools: {} } })
  const nothing = z.object({})
  const text = (said: string) => ({ content: [{ type: 'text' as const, text: said }] })
  const rounds = new Map<string, number>()
  const round = (tool: string) => {
    const count = (rounds.get(tool) ?? 0) + 1
    rounds.set(tool, count)
    return count
  }
  server.registerTool('again', { description: 'Wants to be called again', inputSchema: nothing }, () =>
    inputRequired({ requestState: `again ${round('again')}` }),
  )
  server.registerTool('pester', { description: 'Asks without end', inputSchema: nothing }, () => {
    const message = `${question.message} (${round('pester')})`
    return inputRequired({ inputRequests: { more: inputRequired.elicit({ ...question, message }) } })
  })
  server.registerTool(
    'cancel',
    { description: 'Cancels the call', inputSchema: nothing },
    async (_args, { mcpReq }) => {
      await mcpReq.notify({
        method: 'notifications/cancelled',
        params: { requestId: mcpReq.id, reason: 'closing time' },
      })
      return await new Promise<never>(() => undefined)
    },
  )
  server.registerTool(
    'drop',
    { description: 'Asks, then cancels', inputSchema: nothing },
    async (_args, { mcpReq }) => {
      if (inputResponse(mcpReq.inputResponses, 'more').kind !== 'elicit')
        return inputRequired({ inputRequests: { more: inputRequired.elicit(question) }, requestState: 'kept' })
      await mcpReq.notify({ method: 'notifications/cancelled', params: { requestId: mcpReq.id } })
      return await new Promise<never>(() => undefined)
    },
  )
  server.registerTool('rounds', { description: 'Counts them', inputSchema: nothing }, () =>
    text(JSON.stringify(Object.fromEntries(rounds))),
  )
  return server
}

if (process.argv[2] === 'stdio') serveStdio(restlessServer, { legacy: 'reject' })
