/** The configuration of MCP servers as other programs have it: one server is taken over, and what may be secret in it goes to the secrets. */
import { Button, Checkbox, Modal, Radio, Textarea } from '@mantine/core'
import { useState } from 'react'
import { readMcpConfig, type McpConfigServer } from '../../../src-shared/agents/mcp-config'
import { toAppError } from '../../../src-shared/errors'
import type { McpTransportData } from '../../../src-shared/kinds/mcp-server'
import { useServices } from '../../ui/services'

const EXAMPLE = `{
  "mcpServers": {
    "files": {
      "command": "npx",
      "args": ["-y", "@modelcontextprotocol/server-filesystem", "/home/me/notes"]
    }
  }
}`

/** `names`: the secrets that are stored already. */
type PasteDialogProps = { names: readonly string[]; onTake: (transport: McpTransportData) => void; onClose: () => void }

export function McpPasteDialog({ names, onTake, onClose }: PasteDialogProps) {
  const { client } = useServices()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState('')
  const [replaces, setReplaces] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const { servers, problem } = readServers(text)
  const server = servers.find(({ name }) => name === chosen) ?? servers[0]
  const plan = server === undefined ? null : planOf(server, names)

  const take = async (): Promise<void> => {
    if (server === undefined || plan === null) return
    setSaving(true)
    try {
      for (const name of [...plan.added, ...(replaces ? plan.known : [])])
        await client.call('secrets.save', { name, value: server.secrets[name] ?? '' })
      onTake(transportOf(server))
    } catch (cause) {
      setFailure(toAppError(cause).message)
      setSaving(false)
    }
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title="Paste a configuration"
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form
        className="bt-form"
        onSubmit={(event) => {
          event.preventDefault()
          void take()
        }}
      >
        <Textarea
          label="Configuration"
          description="The JSON with “mcpServers” that the server’s instructions give for other programs."
          placeholder={EXAMPLE}
          className="bt-mono-text"
          data-autofocus
          autosize
          minRows={8}
          maxRows={14}
          spellCheck={false}
          value={text}
          error={failure ?? problem}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setFailure(null)
          }}
        />
        {servers.length > 1 && (
          <Radio.Group label="Which server" value={server?.name ?? ''} onChange={setChosen}>
            <div className="bt-mcp-choices">
              {servers.map((one) => (
                <Radio key={one.name} value={one.name} label={one.name} description={commandOf(one)} />
              ))}
            </div>
          </Radio.Group>
        )}
        {server !== undefined && plan !== null && (
          <Notes server={server} plan={plan} replaces={replaces} onReplaces={setReplaces} />
        )}
        <div className="bt-form-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="filled" disabled={server === undefined} loading={isSaving}>
            {plan !== null && plan.added.length > 0 ? 'Use it and store secrets' : 'Use it'}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

/** Names of secrets: those that get stored, those that are stored already with a value in the text, those without a value. */
type Plan = { added: string[]; known: string[]; open: string[] }

function planOf({ secrets }: McpConfigServer, names: readonly string[]): Plan {
  const given = Object.entries(secrets)
  const withValue = given.filter(([, value]) => value !== '').map(([name]) => name)
  return {
    added: withValue.filter((name) => !names.includes(name)),
    known: withValue.filter((name) => names.includes(name)),
    open: given.flatMap(([name, value]) => (value === '' && !names.includes(name) ? [name] : [])),
  }
}

type NotesProps = { server: McpConfigServer; plan: Plan; replaces: boolean; onReplaces: (replaces: boolean) => void }

function Notes({ server, plan, replaces, onReplaces }: NotesProps) {
  const { added, known, open } = plan
  const hasFolder = server.transport.type === 'stdio' && server.transport.cwd !== undefined
  return (
    <div className="bt-mcp-notes" role="status">
      {added.length > 0 && (
        <p>
          What may be secret in it is stored in Settings, Secrets, as <Names names={added} />. The flow gets the names
          only.
        </p>
      )}
      {known.length > 0 && (
        <Checkbox
          size="xs"
          checked={replaces}
          label={
            <>
              Replace what is stored as <Names names={known} />
            </>
          }
          onChange={(event) => onReplaces(event.currentTarget.checked)}
        />
      )}
      {open.length > 0 && (
        <p>
          <Names names={open} /> {open.length === 1 ? 'has' : 'have'} no value in the text. Store{' '}
          {open.length === 1 ? 'it' : 'them'} afterwards.
        </p>
      )}
      {hasFolder && <p>Its working folder (cwd) is not taken over.</p>}
    </div>
  )
}

function Names({ names }: { names: readonly string[] }) {
  return names.map((name, index) => (
    <span key={name}>
      {index === 0 ? '' : ', '}
      <code>{name}</code>
    </span>
  ))
}

function readServers(text: string): { servers: McpConfigServer[]; problem: string | null } {
  if (text.trim() === '') return { servers: [], problem: null }
  try {
    return { servers: readMcpConfig(text), problem: null }
  } catch (cause) {
    return { servers: [], problem: toAppError(cause).message }
  }
}

function transportOf({ transport }: McpConfigServer): McpTransportData {
  if (transport.type !== 'stdio') return transport
  const { type, command, args, env } = transport
  return { type, command, args, env }
}

function commandOf({ transport }: McpConfigServer): string {
  return transport.type === 'stdio' ? [transport.command, ...transport.args].join(' ') : transport.url
}
