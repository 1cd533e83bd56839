/** The person's connections to model servers. */
import type { Translate } from '../../src-shared/languages/translate'
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconPlugConnected, IconPlus, IconTheater } from '@tabler/icons-react'
import { useState } from 'react'
import type { ConnectionView } from '../../src-shared/rpc/connection'
import { useConnections } from '../ui/connections'
import { useNewestDraft } from '../ui/form-drafts'
import { notifyError, useServices } from '../ui/services'
import { ConnectionForm } from './ConnectionForm'
import { CONNECTION_FORM } from './connection-draft'
import { StoredRow } from './StoredRow'
import { useT } from '../ui/language'
import settingsStyles from './settings.module.css'

type ConnectionEdit = { stored: ConnectionView | null } | null

/** `isNew`: it begins with a connection that is still to be written. */
export function ConnectionsTab({ isNew }: { isNew: boolean }) {
  const t = useT()
  const all = useConnections()
  const begun = useNewestDraft(CONNECTION_FORM)
  const [editing, setEditing] = useState<ConnectionEdit>(() => {
    if (begun !== null) return { stored: begun.value.stored }
    return isNew ? { stored: null } : null
  })
  const connections = all.filter((connection) => connection.provider !== 'rehearsal')
  if (editing !== null)
    return (
      <ConnectionForm
        stored={editing.stored}
        names={all.map((connection) => connection.name)}
        onDone={() => setEditing(null)}
      />
    )
  return (
    <>
      <ul className={settingsStyles.connections} aria-label={t('Connections')}>
        {connections.map((connection) => (
          <ConnectionRow
            key={connection.name}
            connection={connection}
            others={connections}
            onEdit={() => setEditing({ stored: connection })}
          />
        ))}
        <li className={settingsStyles.connection}>
          <IconTheater size={18} stroke={1.5} aria-hidden />
          <div className={settingsStyles.connectionWords}>
            <div className={settingsStyles.connectionName}>{t('rehearsal')}</div>
            <div className={settingsStyles.connectionNote}>
              {t("Built in and always there: no key, no network. It plays every part from the flow's own script.")}
            </div>
          </div>
        </li>
      </ul>
      {connections.length === 0 && (
        <p className={settingsStyles.settingsNote}>
          {t(
            'The rehearsal model answers until you add a connection. The first one answers in every flow that names no other.',
          )}
        </p>
      )}
      <Button leftSection={<IconPlus size={15} aria-hidden />} onClick={() => setEditing({ stored: null })}>
        {t('Add connection')}
      </Button>
    </>
  )
}

type ConnectionRowProps = { connection: ConnectionView; others: readonly ConnectionView[]; onEdit: () => void }

function ConnectionRow({ connection, others, onEdit }: ConnectionRowProps) {
  const t = useT()
  const { client } = useServices()
  const { name, baseUrl, model, hasKey } = connection
  const remove = (): void => {
    client.call('connections.remove', { name }).then(
      () => notifications.show({ message: t('Removed the connection “{name}”.', { name }), autoClose: 5000 }),
      (cause: unknown) => notifyError('The connection could not be removed', cause),
    )
  }
  const facts = [baseUrl, model === '' ? t('no default model') : model, hasKey ? t('key stored') : t('no key')]
  return (
    <StoredRow
      icon={<IconPlugConnected size={18} stroke={1.5} aria-hidden />}
      name={name}
      note={facts.join(' · ')}
      warning={removalWords(name, others, t)}
      change={t('Edit')}
      onChange={onEdit}
      onRemove={remove}
    />
  )
}

/** What removing it comes to: also for whom it stands in, which ends with it. */
function removalWords(name: string, others: readonly ConnectionView[], t: Translate): string {
  const isIt = (other: string): boolean => other.toLowerCase() === name.toLowerCase()
  const helped = others
    .filter(({ fallbacks = [] }) => fallbacks.some(isIt))
    .map((other) => t('“{words}”', { words: other.name }))
  return helped.length === 0
    ? t('Flows that name it will not run. Its key is forgotten.')
    : t('Flows that name it will not run. Its key is forgotten. It no longer stands in for {names}.', {
        names: helped.join(', '),
      })
}
