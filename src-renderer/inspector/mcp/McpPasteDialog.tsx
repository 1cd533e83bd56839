/** The configuration of MCP servers as other programs have it: one server is taken over, and what may be secret in it goes to the secrets. */
import { Button, Radio } from '@mantine/core'
import { useState } from 'react'
import { readMcpConfig, type McpConfigServer } from '../../../src-shared/agents/outside/mcp-config'
import { toAppError } from '../../../src-shared/errors'
import type { McpTransportData } from '../../../src-shared/kinds/mcp-transport'
import { useServices } from '../../ui/services'
import { secretPlan, SecretNotes, serverLine, storeSecrets, transportOf } from '../../editor/mcp-secrets'
import { DraftNote } from '../../ui/DraftNote'
import { formPlace, useFormDraft } from '../../ui/form-drafts'
import { TextArea } from '../../ui/TextArea'
import { useT } from '../../ui/language'
import { type Message } from '../../../src-shared/languages/translate'
import { Dialog } from '../../ui/layers/Dialog'
import formStyles from '../../ui/form.module.css'

const EXAMPLE = `{
  "mcpServers": {
    "files": {
      "command": "npx",
      "args": ["-y", "@modelcontextprotocol/server-filesystem", "/home/me/notes"]
    }
  }
}`

const CONFIGURATION_FORM = formPlace<string>()

/** `about`: which node it is for. `names`: the secrets that are stored already. */
type PasteDialogProps = {
  about: string
  names: readonly string[]
  onTake: (taken: { transport: McpTransportData; name: string }) => void
  onClose: () => void
}

export function McpPasteDialog({ about, names, onTake, onClose }: PasteDialogProps) {
  const t = useT()
  const { client } = useServices()
  const draft = useFormDraft(CONFIGURATION_FORM, about, '')
  const { value: text, set: setText, leave } = draft
  const [chosen, setChosen] = useState('')
  const [replaces, setReplaces] = useState(false)
  const [failure, setFailure] = useState<Message | null>(null)
  const [isSaving, setSaving] = useState(false)
  const { servers, problem } = readServers(text)
  const refusal = failure ?? problem
  const server = servers.find(({ name }) => name === chosen) ?? servers[0]
  const plan = server === undefined ? null : secretPlan([server], names)

  const take = async (): Promise<void> => {
    if (server === undefined || plan === null) return
    setSaving(true)
    try {
      await storeSecrets(client, plan, replaces)
      leave(() => onTake({ transport: transportOf(server), name: server.name }))
    } catch (cause) {
      setFailure(toAppError(cause).said)
      setSaving(false)
    }
  }
  return (
    <Dialog opened onClose={onClose} title={t('Paste a configuration')} size="lg">
      <form
        className={formStyles.form}
        onSubmit={(event) => {
          event.preventDefault()
          void take()
        }}
      >
        <DraftNote draft={draft} />
        <TextArea
          label={t('Configuration')}
          description={t('The JSON with “mcpServers” that the server’s instructions give for other programs.')}
          placeholder={EXAMPLE}
          className={formStyles.monoText}
          data-autofocus
          minRows={8}
          maxRows={14}
          spellCheck={false}
          value={text}
          error={refusal === null ? null : t.message(refusal)}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setFailure(null)
          }}
        />
        {servers.length > 1 && (
          <Radio.Group label={t('Which server')} value={server?.name ?? ''} onChange={setChosen}>
            <div className={formStyles.mcpChoices}>
              {servers.map((one) => (
                <Radio key={one.name} value={one.name} label={one.name} description={serverLine(one)} />
              ))}
            </div>
          </Radio.Group>
        )}
        {server !== undefined && plan !== null && (
          <SecretNotes servers={[server]} plan={plan} replaces={replaces} onReplaces={setReplaces} />
        )}
        <div className={formStyles.formActions}>
          <Button onClick={() => leave(onClose)}>{t('Cancel')}</Button>
          <Button type="submit" variant="filled" disabled={server === undefined} loading={isSaving}>
            {plan !== null && plan.added.length > 0 ? t('Use it and store secrets') : t('Use it')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function readServers(text: string): { servers: McpConfigServer[]; problem: Message | null } {
  if (text.trim() === '') return { servers: [], problem: null }
  try {
    return { servers: readMcpConfig(text), problem: null }
  } catch (cause) {
    return { servers: [], problem: toAppError(cause).said }
  }
}
