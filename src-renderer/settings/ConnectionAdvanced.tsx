/** The part of a connection that most people never need: what its requests have besides the prompt, and how they are written. */
import { saidFields, type ModelParameters } from '../../src-shared/flow/model-settings'
import { Advanced } from '../ui/model-parameters/Advanced'
import { ParameterFields } from '../ui/model-parameters/ParameterFields'
import type { ConnectionDraft } from './connection-draft'
import { DialectFields } from './DialectFields'
import { useT } from '../ui/language'
import formStyles from '../ui/form.module.css'

export type ConnectionAdvancedProps = {
  draft: ConnectionDraft
  onChange: (patch: Pick<ConnectionDraft, 'parameters'> | Pick<ConnectionDraft, 'dialect'>) => void
}

export function ConnectionAdvanced({ draft: { parameters, dialect }, onChange }: ConnectionAdvancedProps) {
  const t = useT()
  const change = (patch: ModelParameters): void => onChange({ parameters: saidFields({ ...parameters, ...patch }) })
  // The size of the context has a place of its own.
  const { contextTokens: _size, ...form } = dialect === 'auto' ? {} : dialect
  const ofDialect = Object.keys(form).length
  return (
    <>
      <Advanced label={t('Parameters')} set={Object.keys(parameters).length}>
        <p className={formStyles.parameterNote}>
          {t('For every model of this connection. What a flow or a node says goes before it.')}
        </p>
        <ParameterFields value={parameters} of="connection" onChange={change} />
      </Advanced>
      <Advanced label={t('How requests are written')} set={ofDialect}>
        <p className={formStyles.parameterNote}>
          {t(
            'Baton finds this out: it knows many servers, and learns from what a server refuses. What it learnt is found out anew when you test the connection, and forgotten when it leads elsewhere.',
          )}
        </p>
        <DialectFields value={dialect} onChange={(next) => onChange({ dialect: next })} />
      </Advanced>
    </>
  )
}
