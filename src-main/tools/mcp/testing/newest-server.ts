/** A real server of MCP as of 2026-07-28 over stdio, for tests. Its first argument says whether it also speaks as of 2025 (`both`) or not (`newest`); its second, where it is given, is a file that says what `ask` does. */
import { existsSync, readFileSync } from 'node:fs'
import { inputRequired, inputResponse, McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { z } from 'zod'

export function newestServer(): McpServer {
  const server = new McpServer(
    { name: 'newest', version: '26' },
    { capabilities: { tools: { listChanged: true }, resources: {} }, instructions: 'Ask for an echo.' },
  )
  const nothing = z.object({})
  const schema = z.object({ text: z.string(), region: z.string().optional().meta({ 'x-mcp-header': 'Region' }) })
  server.registerTool(
    'echo',
    { description: 'Says it again', inputSchema: schema, annotations: { readOnlyHint: true } },
    ({ text, region }) => ({ content: [{ type: 'text', text: `${text} ${region ?? ''}`.trim() }] }),
  )
  server.registerTool('grow', { inputSchema: nothing }, () => {
    server.registerTool('grown', { inputSchema: nothing }, () => ({ content: [] }))
    return { content: [{ type: 'text', text: 'grown' }] }
  })
  const asks = z.object({ about: z.string().optional(), keep: z.string().optional() })
  server.registerTool(
    'ask',
    { ...wordsOfAsk(), inputSchema: asks },
    ({ about = '', keep = 'asked before' }, { mcpReq }) => {
      const own = (text: string) => (text === 'env' ? (process.env['KEPT'] ?? '') : text)
      const said = inputResponse(mcpReq.inputResponses, 'name')
      if (said.kind === 'elicit') {
        const name = said.action === 'accept' ? String(said.content?.['name']) : 'nobody'
        return { content: [{ type: 'text', text: `Hello ${name}, as ${String(mcpReq.requestState())}.` }] }
      }
      const requestedSchema = {
        type: 'object' as const,
        properties: { name: { type: 'string' as const, minLength: 2 } },
        required: ['name'],
      }
      const name = inputRequired.elicit({ message: `Who are you? ${own(about)}`.trim(), requestedSchema })
      return inputRequired({ inputRequests: { name }, requestState: own(keep) })
    },
  )
  server.registerTool('fail', { inputSchema: nothing }, () => ({
    content: [{ type: 'text', text: 'no paper' }],
    isError: true,
  }))
  server.registerResource('notes', 'notes://all', { mimeType: 'text/plain' }, () => ({
    contents: [{ uri: 'notes://all', text: 'one note' }],
  }))
  return server
}

function wordsOfAsk(): { description?: string } {
  const file = process.argv[3] ?? ''
  return existsSync(file) ? { description: readFileSync(file, 'utf8') } : {}
}

const [mode] = process.argv.slice(2)
if (mode === 'newest' || mode === 'both') serveStdio(newestServer, { legacy: mode === 'newest' ? 'reject' : 'serve' })
