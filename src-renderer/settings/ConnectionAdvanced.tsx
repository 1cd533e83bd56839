/** The part of a connection that most people never need: what its requests have besides the prompt, and how they are written. */
import { saidFields, type ModelParameters } from '../../src-shared/flow/model-settings'
import { Advanced } from '../ui/model-parameters/Advanced'
import { ParameterFields } from '../ui/model-parameters/ParameterFields'
import { NumberBox } from '../ui/NumberBox'
import type { ConnectionDraft } from './connection-draft'
import { DialectFields } from './DialectFields'

export type ConnectionAdvancedProps = {
  draft: ConnectionDraft
  onChange: (patch: Pick<ConnectionDraft, 'parameters'> | Pick<ConnectionDraft, 'dialect'>) => void
}

export function ConnectionAdvanced({ draft: { parameters, dialect }, onChange }: ConnectionAdvancedProps) {
  const change = (patch: ModelParameters): void => onChange({ parameters: saidFields({ ...parameters, ...patch }) })
  const ofDialect = dialect === 'auto' ? 0 : Object.keys(dialect).length
  return (
    <>
      <Advanced label="Parameters" set={Object.keys(parameters).length}>
        <p className="bt-parameter-note">
          For every model of this connection. What a flow or a node says goes before it.
        </p>
        <NumberBox
          label="Temperature"
          min={0}
          max={2}
          step={0.1}
          placeholder="default"
          value={parameters.temperature}
          onChange={(next) => change({ temperature: next })}
        />
        <ParameterFields value={parameters} of="connection" onChange={change} />
      </Advanced>
      <Advanced label="How requests are written" set={ofDialect}>
        <p className="bt-parameter-note">
          Baton finds this out: it knows many servers, and learns from what a server refuses. What it learnt is
          forgotten when you test or save the connection.
        </p>
        <DialectFields value={dialect} onChange={(next) => onChange({ dialect: next })} />
      </Advanced>
    </>
  )
}
