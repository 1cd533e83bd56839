/** Copy, cut and paste of drawn pieces as text through the system's clipboard; of what else is pasted, some is asked about. */
import { message } from '../../src-shared/languages/translate'
import { useEffect, useState } from 'react'
import { curlTool, type CurlTool } from '../../src-shared/agents/outside/curl-tool'
import { toAppError } from '../../src-shared/errors'
import { copyText } from '../../src-shared/flow/editing/clipboard'
import type { Fragment } from '../../src-shared/flow/editing/paste'
import type { JsonObject } from '../../src-shared/flow/records'
import { keyOwner } from '../ui/key-owner'
import type { Layers } from '../ui/layers/layers'
import { useLayers } from '../ui/layers/use-layer'
import { notify, notifyError, useServices, type Services } from '../ui/services'
import { pasteIn, removeSelection } from './actions'
import { CurlClipDialog } from './CurlClipDialog'
import { useEditor, type Editor } from './editor-context'
import { FlowClipDialog } from './FlowClipDialog'
import { McpClipDialog } from './McpClipDialog'
import { readPasted, type PastedText } from './pasted'

/** What is asked about before it is put in. */
type AskedText = Extract<PastedText, { what: 'flow' | 'servers' }> | { what: 'tool'; tool: CurlTool }

export function Clipboard() {
  const editor = useEditor()
  const services = useServices()
  const layers = useLayers()
  const [asked, setAsked] = useState<AskedText | null>(null)
  useEffect(() => {
    const copy = (event: ClipboardEvent): void => void take(editor, event, layers)
    const cut = (event: ClipboardEvent): void => {
      if (take(editor, event, layers)) removeSelection(editor)
    }
    const paste = (event: ClipboardEvent): void => {
      const text = pastedIn(event, layers)
      if (text !== null) put(readPasted(text), { editor, services, ask: setAsked })
    }
    document.addEventListener('copy', copy)
    document.addEventListener('cut', cut)
    document.addEventListener('paste', paste)
    return () => {
      document.removeEventListener('copy', copy)
      document.removeEventListener('cut', cut)
      document.removeEventListener('paste', paste)
    }
  }, [editor, services, layers])
  const close = (): void => setAsked(null)
  const add = (nodes: Fragment, variables?: JsonObject): void => {
    close()
    pasteIn(editor, nodes, variables)
  }
  if (asked === null) return null
  if (asked.what === 'servers') return <McpClipDialog servers={asked.servers} onAdd={add} onClose={close} />
  if (asked.what === 'tool') return <CurlClipDialog tool={asked.tool} onAdd={add} onClose={close} />
  const { flow, text } = asked
  const { variables } = flow.settings
  return (
    <FlowClipDialog
      flow={flow}
      onClose={close}
      onAdd={() => add(flow, typeof variables === 'object' && !Array.isArray(variables) ? (variables ?? {}) : {})}
      onOpen={() => {
        close()
        openAsNew(services, text).catch((cause: unknown) => notifyError('The flow could not be opened', cause))
      }}
    />
  )
}

async function openAsNew({ client, openFlow }: Services, text: string): Promise<void> {
  openFlow((await client.call('flows.import', { text, fileName: null })).id)
}

function take(editor: Editor, event: ClipboardEvent, layers: Layers): boolean {
  const { nodes } = editor.session.getState()
  const isTextSelected = (window.getSelection()?.toString() ?? '') !== ''
  if (event.clipboardData === null || nodes.size === 0 || isTextSelected) return false
  if (keyOwner(event, layers) !== 'drawing') return false
  event.clipboardData.setData('text/plain', copyText(editor.flows.getState().flow, [...nodes]))
  event.preventDefault()
  return true
}

/** A text that is meant for the drawing. */
function pastedIn(event: ClipboardEvent, layers: Layers): string | null {
  if (event.clipboardData === null || keyOwner(event, layers) !== 'drawing') return null
  const text = event.clipboardData.getData('text/plain')
  if (text.trim() === '') return null
  event.preventDefault()
  return text
}

type PastingContext = { editor: Editor; services: Services; ask: (asked: AskedText) => void }

function put(pasted: PastedText, { editor, services, ask }: PastingContext): void {
  switch (pasted.what) {
    case 'piece':
      return pasteIn(editor, pasted.piece)
    case 'flow':
    case 'servers':
      return ask(pasted)
    case 'curl':
      return readTool(pasted.text, ask)
    case 'api-address':
      return pasteIn(editor, apiNode(hostOf(pasted.url), pasted.url))
    case 'api-document':
      void putApi(pasted.text, editor, services)
      return
    case 'mermaid': {
      const { flow, guessed, lost } = pasted.read
      pasteIn(editor, flow)
      if (guessed.length > 0)
        notify(
          message('The drawing does not say what these are; they are HTTP tools now: {names}.', {
            names: guessed.join(', '),
          }),
        )
      if (lost > 0)
        notify(
          message('{count, plural, one {One edge could not be drawn.} other {# edges could not be drawn.}}', {
            count: lost,
          }),
        )
      return
    }
    case 'link':
      return services.openLink(pasted.link)
    case 'unknown':
      notify(
        'This is nothing that can be drawn. Paste nodes, a flow, a link to one, a Mermaid chart of Baton, a curl command, mcpServers, or an OpenAPI document.',
      )
  }
}

function readTool(text: string, ask: PastingContext['ask']): void {
  try {
    ask({ what: 'tool', tool: curlTool(text) })
  } catch (cause) {
    notifyError('The curl command cannot be read', cause)
  }
}

/** Larger ones are cut to chosen operations first, in the inspector. */
const MOST_PASTED = 2_000_000

async function putApi(text: string, editor: Editor, { client }: Services): Promise<void> {
  try {
    const { document, title } = await client.call('documents.readApi', { text, include: [] })
    if (JSON.stringify(document).length <= MOST_PASTED) return pasteIn(editor, apiNode(title || 'API tools', document))
    notify('This API document is too large for a flow as it is. Add API tools, import it there, and choose operations.')
  } catch (cause) {
    notifyError('The API document cannot be read', toAppError(cause))
  }
}

function apiNode(name: string, document: string | JsonObject): Fragment {
  return {
    nodes: { n0: { kind: 'openapi-tools', name, data: { document } } },
    edges: {},
    layout: { nodes: { n0: { x: 0, y: 0 } } },
  }
}

function hostOf(url: string): string {
  return new URL(url).hostname
}
