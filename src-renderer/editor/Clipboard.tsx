/** Copy, cut and paste of drawn pieces as text through the system's clipboard; a pasted configuration of MCP servers is asked about. */
import { useEffect, useState } from 'react'
import { readMcpConfig, type McpConfigServer } from '../../src-shared/agents/outside/mcp-config'
import { copyText, readClip } from '../../src-shared/flow/editing/clipboard'
import { keyOwner } from '../ui/key-owner'
import { notify } from '../ui/services'
import { pasteIn, removeSelection } from './actions'
import { useEditor, type Editor } from './editor-context'
import { McpClipDialog } from './McpClipDialog'

export function Clipboard() {
  const editor = useEditor()
  const [servers, setServers] = useState<readonly McpConfigServer[]>([])
  useEffect(() => {
    const copy = (event: ClipboardEvent): void => void take(editor, event)
    const cut = (event: ClipboardEvent): void => {
      if (take(editor, event)) removeSelection(editor)
    }
    const paste = (event: ClipboardEvent): void => put(editor, event, setServers)
    document.addEventListener('copy', copy)
    document.addEventListener('cut', cut)
    document.addEventListener('paste', paste)
    return () => {
      document.removeEventListener('copy', copy)
      document.removeEventListener('cut', cut)
      document.removeEventListener('paste', paste)
    }
  }, [editor])
  if (servers.length === 0) return null
  return (
    <McpClipDialog
      servers={servers}
      onAdd={(nodes) => {
        setServers([])
        pasteIn(editor, nodes)
      }}
      onClose={() => setServers([])}
    />
  )
}

function take(editor: Editor, event: ClipboardEvent): boolean {
  const { nodes } = editor.session.getState()
  const isTextSelected = (window.getSelection()?.toString() ?? '') !== ''
  if (event.clipboardData === null || nodes.size === 0 || keyOwner(event) !== 'drawing' || isTextSelected) return false
  event.clipboardData.setData('text/plain', copyText(editor.flows.getState().flow, [...nodes]))
  event.preventDefault()
  return true
}

function put(editor: Editor, event: ClipboardEvent, ask: (servers: readonly McpConfigServer[]) => void): void {
  if (event.clipboardData === null || keyOwner(event) !== 'drawing') return
  const text = event.clipboardData.getData('text/plain')
  if (text.trim() === '') return
  event.preventDefault()
  const clip = readClip(text)
  if (clip !== null) return pasteIn(editor, clip)
  const servers = serversIn(text)
  if (servers.length > 0) ask(servers)
  else notify('What was copied is no piece of a flow. Copy nodes in Baton, then paste them here.')
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
