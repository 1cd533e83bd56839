/** The versions of a flow: kept by the person or by Baton, and brought back as an edit that can be undone. */
import { Badge, Button, Modal, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { AppError, toAppError } from '../../src-shared/errors'
import { openFlow } from '../../src-shared/flow/editing/open'
import type { FlowVersion } from '../../src-shared/rpc/contract'
import type { FlowStore } from '../editor/flow-store'
import { EmptyState } from '../ui/EmptyState'
import { notify, notifyError, useServices } from '../ui/services'
import { timeAgo } from '../ui/time'
import formStyles from '../ui/form.module.css'
import textStyles from '../ui/text.module.css'
import styles from './VersionsDialog.module.css'

type DialogProps = { opened: boolean; flows: FlowStore; onClose: () => void }

export function VersionsDialog({ opened, flows, onClose }: DialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Versions" size={520}>
      {opened && <Versions flows={flows} onClose={onClose} />}
    </Modal>
  )
}

function Versions({ flows, onClose }: Omit<DialogProps, 'opened'>) {
  const { client } = useServices()
  const { id } = flows.getState().flow
  const [versions, setVersions] = useState<readonly FlowVersion[] | null>(null)
  const [error, setError] = useState<string | null>(null)
  useEffect(() => {
    let isGone = false
    client.call('flows.versions', { id }).then(
      (list) => void (isGone || setVersions(list)),
      (cause: unknown) => void (isGone || setError(toAppError(cause).message)),
    )
    return () => {
      isGone = true
    }
  }, [client, id])

  async function restore(version: FlowVersion): Promise<void> {
    await flows.flush()
    await client.call('flows.keepVersion', {
      id,
      label: `Before going back to “${version.label || timeAgo(version.createdAt)}”`,
    })
    const stored = await client.call('flows.readVersion', { id, version: version.id })
    const opened = openFlow(stored.text)
    if (!opened.ok) throw new AppError(opened.error.code, opened.error.message)
    flows.edit('Go back to a version', (flow) => ({ ...opened.flow, id: flow.id }))
    notify('The version is back. Undo takes you forward again.')
    onClose()
  }
  if (error !== null) return <EmptyState title="The versions cannot be read">{error}</EmptyState>
  if (versions === null) return <p className={textStyles.muted}>Reading the versions</p>
  if (versions.length === 0)
    return (
      <EmptyState title="No versions yet">
        Baton keeps one every now and then. You can keep one yourself before you try something.
      </EmptyState>
    )
  return (
    <ul className={styles.versions} aria-label="Versions">
      {versions.map((version) => (
        <li key={version.id}>
          <div className={styles.versionWords}>
            <span className={textStyles.ellipsis}>{version.label || 'Kept by Baton'}</span>
            <span className={textStyles.muted} title={new Date(version.createdAt).toLocaleString()}>
              {timeAgo(version.createdAt)}
            </span>
          </div>
          {version.origin === 'manual' && (
            <Badge size="sm" variant="light">
              Yours
            </Badge>
          )}
          <Button
            size="compact-sm"
            onClick={() =>
              void restore(version).catch((cause: unknown) =>
                notifyError('The version could not be brought back', cause),
              )
            }
          >
            Restore
          </Button>
        </li>
      ))}
    </ul>
  )
}

export function KeepVersionDialog({ opened, flows, onClose }: DialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Keep a version" size={420}>
      {opened && <KeepVersion flows={flows} onClose={onClose} />}
    </Modal>
  )
}

function KeepVersion({ flows, onClose }: Omit<DialogProps, 'opened'>) {
  const { client } = useServices()
  const [label, setLabel] = useState('')
  async function keep(): Promise<void> {
    await flows.flush()
    await client.call('flows.keepVersion', { id: flows.getState().flow.id, label: label.trim() })
    notify('The version is kept. You find it under Versions.')
    onClose()
  }
  return (
    <form
      className={formStyles.form}
      onSubmit={(event) => {
        event.preventDefault()
        keep().catch((cause: unknown) => notifyError('The version could not be kept', cause))
      }}
    >
      <TextInput
        label="What is it?"
        placeholder="Before the new tools"
        data-autofocus
        value={label}
        maxLength={200}
        onChange={(event) => setLabel(event.currentTarget.value)}
      />
      <div className={formStyles.formActions}>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="filled">
          Keep
        </Button>
      </div>
    </form>
  )
}
