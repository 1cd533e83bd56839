/** The model of a node: as the flow says, or with a connection, a model name and sampling of its own. */
import { NumberInput, Select, Switch, TextInput } from '@mantine/core'
import { DEFAULT_CONNECTION, modelChoices, type KnownConnection } from '../../../src-shared/flow/model-choices'
import type { JsonObject } from '../../../src-shared/flow/records'
import { nodeModelSchema } from '../../../src-shared/flow/model-settings'
import { useFlow } from '../../editor/editor-context'
import { useConnections } from '../../ui/connections'
import type { FieldProps } from '../field-types'

const AS_THE_FLOW = ' '

export function ModelField({ hint, value, error, onChange, node }: FieldProps<'model'>) {
  const parsed = nodeModelSchema.safeParse(value ?? null)
  const own = parsed.success ? parsed.data : null
  const flowModel = useFlow((flow) => flow.settings['model'])
  const connections = useConnections()
  const inherited = node === null ? 'Built-in default' : `As the flow says (${flowModelWords(flowModel, connections)})`

  function set(patch: { [key: string]: string | number | undefined }): void {
    const next: JsonObject = {}
    for (const [key, item] of Object.entries({ ...own, ...patch })) {
      if (item !== undefined && item !== null && item !== '') next[key] = item as JsonObject[string]
    }
    onChange(Object.keys(next).length === 0 ? undefined : next)
  }
  return (
    <div className="bt-model" role="group" aria-label={hint.label}>
      <Switch
        label={`${hint.label}: ${own === null ? inherited : 'its own'}`}
        aria-label={`${hint.label} of its own`}
        checked={own !== null}
        onChange={(event) =>
          onChange(event.currentTarget.checked ? { connection: connections[0]?.name ?? 'default' } : undefined)
        }
      />
      {own !== null && (
        <div className="bt-model-own">
          <Select
            label="Connection"
            data={[
              { value: AS_THE_FLOW, label: 'As the flow says' },
              ...modelChoices(connections, own.connection ?? null, own.model),
            ]}
            value={own.connection ?? AS_THE_FLOW}
            onChange={(next) => set({ connection: next === null || next === AS_THE_FLOW ? undefined : next })}
          />
          <TextInput
            label="Model name"
            placeholder="as the connection says"
            value={own.model ?? ''}
            onChange={(event) => set({ model: event.currentTarget.value })}
          />
          <div className="bt-row">
            <NumberInput
              label="Temperature"
              min={0}
              max={2}
              step={0.1}
              placeholder="default"
              value={own.temperature ?? ''}
              onChange={(next) => set({ temperature: typeof next === 'number' ? next : undefined })}
            />
            <NumberInput
              label="Tokens, at most"
              min={1}
              step={100}
              placeholder="no limit"
              value={own.maxTokens ?? ''}
              onChange={(next) => set({ maxTokens: typeof next === 'number' ? next : undefined })}
            />
          </div>
          <NumberInput
            label="Context, tokens"
            description="How much of the conversation it is shown."
            min={256}
            step={1000}
            clampBehavior="blur"
            placeholder="32,000"
            value={own.contextTokens ?? ''}
            onChange={(next) => set({ contextTokens: typeof next === 'number' ? next : undefined })}
          />
        </div>
      )}
      {error !== null && <div className="bt-field-error">{error}</div>}
    </div>
  )
}

function flowModelWords(model: unknown, connections: readonly KnownConnection[]): string {
  const parsed = nodeModelSchema.safeParse(model ?? null)
  const { connection = DEFAULT_CONNECTION, model: name = '' } = (parsed.success ? parsed.data : null) ?? {}
  return modelChoices(connections, connection, name).find(({ value }) => value === connection)?.label ?? connection
}
