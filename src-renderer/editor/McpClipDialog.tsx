/** A configuration of MCP servers that was pasted onto the drawing: the chosen ones become nodes. */
import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import type { McpConfigServer } from '../../src-shared/agents/outside/mcp-config'
import { toAppError } from '../../src-shared/errors'
import type { Fragment } from '../../src-shared/flow/editing/paste'
import { secretPlan, SecretNotes, serverLine, storeSecrets, transportJson, transportOf } from './mcp-secrets'
import { useSecretNames } from '../ui/secrets'
import { useServices } from '../ui/services'
import { useT } from '../ui/language'
import { type Message } from '../../src-shared/languages/translate'
import { Dialog } from '../ui/layers/Dialog'
import formStyles from '../ui/form.module.css'

type McpClipDialogProps = {
  servers: readonly McpConfigServer[]
  onAdd: (nodes: Fragment) => void
  onClose: () => void
}

export function McpClipDialog({ servers, onAdd, onClose }: McpClipDialogProps) {
  const t = useT()
  const { client } = useServices()
  const names = useSecretNames()
  const [chosen, setChosen] = useState<readonly string[]>(servers.map(({ name }) => name))
  const [replaces, setReplaces] = useState(false)
  const [failure, setFailure] = useState<Message | null>(null)
  const [isSaving, setSaving] = useState(false)
  const taken = servers.filter(({ name }) => chosen.includes(name))
  const plan = secretPlan(taken, names ?? [])

  const add = async (): Promise<void> => {
    setSaving(true)
    try {
      await storeSecrets(client, plan, replaces)
      onAdd(nodesOf(taken))
    } catch (cause) {
      setFailure(toAppError(cause).said)
      setSaving(false)
    }
  }
  return (
    <Dialog opened onClose={onClose} title={t('Add MCP servers')} size="lg">
      <form
        className={formStyles.form}
        onSubmit={(event) => {
          event.preventDefault()
          void add()
        }}
      >
        <Checkbox.Group
          label={t('Servers in what was pasted')}
          description={t('Nothing is started: you are asked before that.')}
          value={[...chosen]}
          error={failure === null ? null : t.message(failure)}
          onChange={setChosen}
        >
          <div className={formStyles.mcpChoices}>
            {servers.map((server) => (
              <Checkbox key={server.name} value={server.name} label={server.name} description={serverLine(server)} />
            ))}
          </div>
        </Checkbox.Group>
        <SecretNotes servers={taken} plan={plan} replaces={replaces} onReplaces={setReplaces} />
        <div className={formStyles.formActions}>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            type="submit"
            variant="filled"
            data-autofocus
            disabled={taken.length === 0 || names === null}
            loading={isSaving}
          >
            {t('{count, plural, one {Add the server} other {Add # servers}}', { count: taken.length })}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const BETWEEN = 80

/** One node for each, below each other. */
function nodesOf(servers: readonly McpConfigServer[]): Fragment {
  const ids = servers.map((server, index) => ({ id: `n${index}`, server, y: index * BETWEEN }))
  return {
    nodes: Object.fromEntries(
      ids.map(({ id, server }) => [
        id,
        { kind: 'mcp-server', name: server.name, data: { transport: transportJson(transportOf(server)) } },
      ]),
    ),
    edges: {},
    layout: { nodes: Object.fromEntries(ids.map(({ id, y }) => [id, { x: 0, y }])) },
  }
}
