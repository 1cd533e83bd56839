/** Whether documents are searched by meaning too, and which model measures it. */
import { Select, Switch, TextInput } from '@mantine/core'
import { useConnections } from '../../ui/connections'
import { useSettings } from './use-settings'
import { useT } from '../../ui/language'
import partsStyles from '../parts.module.css'

export function EmbeddingSection() {
  const t = useT()
  const { settings, change } = useSettings()
  const connections = useConnections()
  const { embedding } = settings
  const names = new Set(connections.map((connection) => connection.name))
  if (embedding !== null) names.add(embedding.connection)
  const set = (next: { connection: string; model: string } | undefined): void =>
    void change('Change the search in documents', { embedding: next })
  return (
    <div role="group" aria-label={t('Search in documents')}>
      <Switch
        label={t('Search documents by meaning too')}
        description={t('With an embedding model. Without one they are searched by their words.')}
        checked={embedding !== null}
        onChange={(event) =>
          set(event.currentTarget.checked ? { connection: connections[0]?.name ?? 'default', model: '' } : undefined)
        }
      />
      {embedding !== null && (
        <div className={partsStyles.modelOwn}>
          <Select
            label={t('Connection')}
            data={[...names]}
            value={embedding.connection}
            onChange={(next) => set({ ...embedding, connection: next ?? embedding.connection })}
          />
          <TextInput
            label={t('Embedding model')}
            placeholder="text-embedding-3-small"
            value={embedding.model}
            onChange={(event) => set({ ...embedding, model: event.currentTarget.value })}
          />
        </div>
      )}
    </div>
  )
}
