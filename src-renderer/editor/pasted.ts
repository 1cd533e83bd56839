/** What a text is that somebody pastes onto the drawing. Reads only; what comes of it is asked or done elsewhere. */
import { isCurl } from '../../src-shared/agents/outside/curl'
import { readMcpConfig, type McpConfigServer } from '../../src-shared/agents/outside/mcp-config'
import { CLIP_FORMAT, readClip } from '../../src-shared/flow/editing/clipboard'
import { readMermaid, type MermaidRead } from '../../src-shared/flow/editing/mermaid-read'
import { openFlow } from '../../src-shared/flow/editing/open'
import { isFlowLink } from '../../src-shared/flow-links/flow-link'
import type { Fragment } from '../../src-shared/flow/editing/paste'
import type { Flow } from '../../src-shared/flow/records'

export type PastedText =
  | { what: 'piece'; piece: Fragment }
  | { what: 'flow'; flow: Flow; text: string }
  | { what: 'servers'; servers: readonly McpConfigServer[] }
  | { what: 'curl'; text: string }
  | { what: 'api-address'; url: string }
  | { what: 'api-document'; text: string }
  | { what: 'mermaid'; read: MermaidRead }
  | { what: 'link'; link: string }
  | { what: 'unknown' }

export function readPasted(text: string): PastedText {
  if (isFlowLink(text.trim())) return { what: 'link', link: text.trim() }
  if (isCurl(text)) return { what: 'curl', text }
  if (isApiAddress(text)) return { what: 'api-address', url: text.trim() }
  if (/^\s*\{/.test(text) || isYamlApi(text)) return readObject(text)
  const read = readMermaid(text)
  return read === null ? { what: 'unknown' } : { what: 'mermaid', read }
}

function readObject(text: string): PastedText {
  const piece = text.includes(`"${CLIP_FORMAT}"`) ? readClip(text) : null
  if (piece !== null) return { what: 'piece', piece }
  if (text.includes('"baton/flow"')) {
    const opened = openFlow(text)
    if (opened.ok && Object.keys(opened.flow.nodes).length > 0) return { what: 'flow', flow: opened.flow, text }
  }
  if (isYamlApi(text) || /"openapi"\s*:\s*"3[."]/.test(text.slice(0, 10_000))) return { what: 'api-document', text }
  const servers = serversIn(text)
  return servers.length > 0 ? { what: 'servers', servers } : { what: 'unknown' }
}

function isYamlApi(text: string): boolean {
  return /^openapi:\s*['"]?3(\.|\s|['"])/m.test(text.slice(0, 2000))
}

/** Only addresses that name such a document; any other page is none. */
function isApiAddress(text: string): boolean {
  const address = text.trim()
  if (!/^https?:\/\/\S+$/i.test(address) || !URL.canParse(address)) return false
  const { pathname } = new URL(address)
  return /openapi|swagger|api-docs/i.test(pathname) || /\.(ya?ml|json)$/i.test(pathname)
}

/** The MCP servers of a configuration; none where it is none. */
function serversIn(text: string): readonly McpConfigServer[] {
  if (!/"(command|url|serverUrl|httpUrl)"/.test(text)) return []
  try {
    return readMcpConfig(text)
  } catch {
    return []
  }
}
