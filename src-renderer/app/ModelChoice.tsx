/** Which model answers in the open flow: what it is now, what else there is, and the way to connect one. */
import { Select } from '@mantine/core'
import { setSettings } from '../../src-shared/flow/editing/edits'
import { modelChoices } from '../../src-shared/flow/model-choices'
import { isJsonObject } from '../../src-shared/flow/json'
import { modelFieldsSchema } from '../../src-shared/flow/model-settings'
import { useEditor, useFlow } from '../editor/editor-context'
import { useConnections } from '../ui/connections'
import { useShellStore } from './shell-store'
import styles from './ModelChoice.module.css'

/** Stands for the last item in a select, whose values are texts; no connection has this name. */
const CONNECT = ' '

export function ModelChoice() {
  const { flows } = useEditor()
  const shell = useShellStore()
  const stored = useFlow((flow) => flow.settings['model'])
  const connections = useConnections()
  const parsed = modelFieldsSchema.safeParse(stored ?? {})
  const model = parsed.success ? parsed.data : modelFieldsSchema.parse({})
  const choices = modelChoices(connections, model.connection, model.model)
  const now = choices.find(({ value }) => value === model.connection)?.label ?? model.connection
  function choose(connection: string | null): void {
    if (connection === CONNECT) shell.setState({ settingsOpen: true, settingsTab: 'connections' })
    else if (connection !== null)
      flows.edit('Change the model', (flow) =>
        setSettings(flow, { model: { ...(isJsonObject(stored) ? stored : {}), connection } }),
      )
  }
  return (
    <div className={styles.modelChoice}>
      <span aria-hidden>Model</span>
      <Select
        aria-label="Model"
        title={`${now}. Agents without a model of their own use it.`}
        data={[
          { group: 'For this flow, saved with it', items: choices },
          { group: 'More', items: [{ value: CONNECT, label: 'Connect a model' }] },
        ]}
        value={model.connection}
        allowDeselect={false}
        comboboxProps={{ width: 260, position: 'bottom-end' }}
        onChange={choose}
      />
    </div>
  )
}
