/** A curl command that was pasted onto the drawing: what it would send becomes an HTTP tool, and its keys go to the secrets. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { CurlTool } from '../../src-shared/agents/outside/curl-tool'
import { toAppError } from '../../src-shared/errors'
import { isJsonObject } from '../../src-shared/flow/json'
import type { Fragment } from '../../src-shared/flow/editing/paste'
import { useSecretNames } from '../ui/secrets'
import { useServices } from '../ui/services'
import { secretPlan, SecretNotes, storeSecrets } from './mcp-secrets'
import { useT } from '../ui/language'
import { type Message } from '../../src-shared/languages/translate'
import { Dialog } from '../ui/layers/Dialog'
import formStyles from '../ui/form.module.css'
import styles from './CurlClipDialog.module.css'

type CurlClipDialogProps = { tool: CurlTool; onAdd: (nodes: Fragment) => void; onClose: () => void }

export function CurlClipDialog({ tool, onAdd, onClose }: CurlClipDialogProps) {
  const t = useT()
  const { client } = useServices()
  const names = useSecretNames()
  const [replaces, setReplaces] = useState(false)
  const [failure, setFailure] = useState<Message | null>(null)
  const [isSaving, setSaving] = useState(false)
  const plan = secretPlan([tool], names ?? [])
  const { method, url, parameters } = tool.data
  const given = isJsonObject(parameters) && isJsonObject(parameters['properties']) ? parameters['properties'] : {}

  const add = async (): Promise<void> => {
    if (names === null) return
    setSaving(true)
    try {
      await storeSecrets(client, plan, replaces)
      onAdd(nodeOf(tool))
    } catch (cause) {
      setFailure(toAppError(cause).said)
      setSaving(false)
    }
  }
  return (
    <Dialog opened onClose={onClose} title={t('Add an HTTP tool')} size="lg">
      <form
        className={formStyles.form}
        onSubmit={(event) => {
          event.preventDefault()
          void add()
        }}
      >
        <p className={styles.request}>
          <strong>{typeof method === 'string' ? method : 'GET'}</strong>{' '}
          <code>{typeof url === 'string' ? url : ''}</code>
        </p>
        <p className={styles.request}>
          {Object.keys(given).length === 0
            ? t('It takes no arguments.')
            : t('Arguments: {names}.', { names: Object.keys(given).join(', ') })}
        </p>
        {tool.notes.length > 0 && (
          <ul className={styles.notes} aria-label={t('What is left out')}>
            {tool.notes.map((note, at) => (
              <li key={at}>{t.message(note)}</li>
            ))}
          </ul>
        )}
        <SecretNotes servers={[]} plan={plan} replaces={replaces} onReplaces={setReplaces} />
        {failure !== null && <div className={formStyles.fieldError}>{t.message(failure)}</div>}
        <div className={formStyles.formActions}>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="filled" data-autofocus loading={isSaving}>
            {t('Add the tool')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function nodeOf({ name, data }: CurlTool): Fragment {
  return { nodes: { n0: { kind: 'http-tool', name, data } }, edges: {}, layout: { nodes: { n0: { x: 0, y: 0 } } } }
}
