/** The model of a node: as the flow says, or with a connection, a model name and sampling of its own. */
import { asWritten, type Message, type PlainText } from '../../../src-shared/languages/translate'
import { Select, Switch } from '@mantine/core'
import { DEFAULT_CONNECTION, modelChoices, type KnownConnection } from '../../../src-shared/flow/model-choices'
import { offersOf } from '../../../src-shared/agents/offers/offers'
import { flowGraph } from '../../../src-shared/flow/graph'
import {
  nodeModelSchema,
  saidFields,
  type ModelParameters,
  type WhenTooLong,
} from '../../../src-shared/flow/model-settings'
import type { Flow, Json, JsonObject } from '../../../src-shared/flow/records'
import { useFlow } from '../../editor/editor-context'
import { useConnections } from '../../ui/connections'
import { Advanced } from '../../ui/model-parameters/Advanced'
import { ParameterFields } from '../../ui/model-parameters/ParameterFields'
import { ModelNameBox } from '../../ui/ModelNameBox'
import { NumberBox } from '../../ui/NumberBox'
import { useListedModels } from '../../ui/use-listed-models'
import type { FieldProps } from '../field-types'
import { useT } from '../../ui/language'
import formStyles from '../../ui/form.module.css'
import partsStyles from '../parts.module.css'

const AS_THE_FLOW = ' '

const TOO_LONG = Object.entries({
  cut: 'Leave the oldest part out',
  summarize: 'Show a summary of it',
} as const satisfies { readonly [Way in WhenTooLong]: PlainText }).map(([value, label]) => ({ value, label }))

export function ModelField({ hint, value, error, onChange, node }: FieldProps<'model'>) {
  const t = useT()
  const tools = useFlow((flow) => toolNames(flow, node))
    .split('\n')
    .filter((name) => name !== '')
  const parsed = nodeModelSchema.safeParse(value ?? null)
  const own = parsed.success ? parsed.data : null
  const flowModel = useFlow((flow) => flow.settings['model'])
  const connections = useConnections()
  const inherited =
    node === null
      ? t('Built-in default')
      : t('As the flow says ({model})', { model: flowModelWords(flowModel, connections) })
  const asked = connections.find(({ name }) => name === (own?.connection ?? connectionOf(flowModel)))
  const listed = useListedModels(asked)

  function set(patch: { [key: string]: Json | undefined }): void {
    const next: JsonObject = {}
    for (const [key, item] of Object.entries({ ...own, ...patch })) {
      if (item !== undefined && item !== null && item !== '') next[key] = item as Json
    }
    onChange(Object.keys(next).length === 0 ? undefined : next)
  }
  return (
    <div role="group" aria-label={hint.label}>
      <Switch
        label={`${hint.label}: ${own === null ? inherited : t('its own')}`}
        description={hint.help}
        aria-label={t('{label} of its own', { label: hint.label })}
        checked={own !== null}
        onChange={(event) =>
          onChange(event.currentTarget.checked ? { connection: connections[0]?.name ?? 'default' } : undefined)
        }
      />
      {own !== null && (
        <div className={partsStyles.modelOwn}>
          <Select
            label={t('Connection')}
            data={[
              { value: AS_THE_FLOW, label: t('As the flow says') },
              ...modelChoices(connections, own.connection ?? null, own.model).map(({ value: name, label }) => ({
                value: name,
                label: t.message(label),
              })),
            ]}
            value={own.connection ?? AS_THE_FLOW}
            onChange={(next) => set({ connection: next === null || next === AS_THE_FLOW ? undefined : next })}
          />
          <ModelNameBox
            label={t('Model name')}
            placeholder={asked?.model === undefined || asked.model === '' ? t('as the connection says') : asked.model}
            value={own.model ?? ''}
            models={listed.models}
            onFocus={listed.ask}
            onChange={(model) => set({ model })}
          />
          <NumberBox
            label={t('Tokens, at most')}
            data-place="maxTokens"
            min={1}
            step={100}
            placeholder={t('no limit')}
            value={own.maxTokens}
            onChange={(next) => set({ maxTokens: next })}
          />
          <NumberBox
            label={t('Context, tokens')}
            description={t('How much of the conversation it is shown.')}
            min={256}
            step={1000}
            placeholder="32,000"
            value={own.contextTokens}
            onChange={(next) => set({ contextTokens: next })}
          />
          <Select
            label={t('When the conversation is longer')}
            description={t('The oldest part is left out. A summary of it takes one more model call for each cut.')}
            data={[
              { value: AS_THE_FLOW, label: node === null ? t('Left out') : t('As the flow says') },
              ...TOO_LONG.map((one) => ({ ...one, label: t(one.label) })),
            ]}
            value={own.whenTooLong ?? AS_THE_FLOW}
            allowDeselect={false}
            onChange={(next) => set({ whenTooLong: next === null || next === AS_THE_FLOW ? undefined : next })}
          />
          <Advanced label={t('More settings of the model')} set={Object.keys(saidFields(parametersIn(own))).length}>
            <ParameterFields value={parametersIn(own)} of="flow" tools={tools} onChange={set} />
          </Advanced>
        </div>
      )}
      {error !== null && <div className={formStyles.fieldError}>{error}</div>}
    </div>
  )
}

/** What has a field of its own in the group. */
function parametersIn({
  temperature,
  topP,
  seed,
  stop,
  reasoningEffort,
  toolChoice,
  body,
  headers,
}: ModelParameters): ModelParameters {
  return { temperature, topP, seed, stop, reasoningEffort, toolChoice, body, headers }
}

/** The names of what a node is offered, one a line, so that they are the same text as long as nothing changes. */
function toolNames(flow: Flow, id: string | null): string {
  return id === null
    ? ''
    : offersOf(flowGraph(flow), id)
        .map(({ name }) => name)
        .join('\n')
}

/** The connection that the flow's model names. */
function connectionOf(model: unknown): string {
  const parsed = nodeModelSchema.safeParse(model ?? null)
  return (parsed.success ? parsed.data?.connection : undefined) ?? DEFAULT_CONNECTION
}

function flowModelWords(model: unknown, connections: readonly KnownConnection[]): Message {
  const parsed = nodeModelSchema.safeParse(model ?? null)
  const { connection = DEFAULT_CONNECTION, model: name = '' } = (parsed.success ? parsed.data : null) ?? {}
  return (
    modelChoices(connections, connection, name).find(({ value }) => value === connection)?.label ??
    asWritten(connection)
  )
}
