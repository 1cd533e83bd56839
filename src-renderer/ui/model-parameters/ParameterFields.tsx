/** What requests to a model have besides the prompt: the same fields for a flow, a node and a connection. */
import { Autocomplete } from '@mantine/core'
import { headerFault, reservedIn, type ModelParameters } from '../../../src-shared/flow/model-settings'
import { NumberBox } from '../NumberBox'
import { PairRows } from '../PairRows'
import { useTypedText } from '../typed-text'
import { BodyInput } from './BodyInput'
import { textsOf, typedTexts } from './texts'
import { TextArea } from '../TextArea'
import { useT } from '../language'
import formStyles from '../form.module.css'

export type ParameterFieldsProps = {
  value: ModelParameters
  /** Absent fields stay; undefined takes one out. */
  onChange: (patch: { [Field in keyof ModelParameters]: ModelParameters[Field] | undefined }) => void
  /** Whose headers they are: a flow cannot send a key of its own. */
  of: 'flow' | 'connection'
  /** Names of the tools that may be called here, as far as they are known. */
  tools?: readonly string[]
}

const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']
const CHOICES = ['auto', 'none', 'required']

export function ParameterFields({ value, onChange, of, tools = [] }: ParameterFieldsProps) {
  const t = useT()
  const { temperature, topP, seed, reasoningEffort = '', toolChoice = '', body = {}, headers = {} } = value
  // What is wrong in a flow is said by its check, beside the whole field.
  const fault =
    of === 'flow'
      ? null
      : (Object.entries(headers).flatMap(([name, text]) => headerFault(name, text, of) ?? [])[0] ?? null)
  const reserved = of === 'flow' ? undefined : reservedIn(body)[0]
  return (
    <>
      <NumberBox
        label={t('Temperature')}
        min={0}
        max={2}
        step={0.1}
        placeholder={t('default')}
        value={temperature}
        onChange={(next) => onChange({ temperature: next })}
      />
      <div className={formStyles.row}>
        <NumberBox
          label={t('Top P')}
          min={0}
          max={1}
          step={0.05}
          placeholder={t('default')}
          value={topP}
          onChange={(next) => onChange({ topP: next })}
        />
        <NumberBox
          label={t('Seed')}
          allowDecimal={false}
          placeholder={t('none')}
          value={seed}
          onChange={(next) => onChange({ seed: next })}
        />
      </div>
      <div className={formStyles.row}>
        <Autocomplete
          label={t('Reasoning effort')}
          placeholder={t('default')}
          maxLength={32}
          data={EFFORTS}
          value={reasoningEffort}
          onChange={(next) => onChange({ reasoningEffort: next.trim() === '' ? undefined : next.trim() })}
        />
        <Autocomplete
          label={t('Tool choice')}
          placeholder="auto"
          maxLength={64}
          data={[...CHOICES, ...tools.filter((name) => !CHOICES.includes(name))]}
          value={toolChoice}
          onChange={(next) => onChange({ toolChoice: next.trim() === '' ? undefined : next.trim() })}
        />
      </div>
      <p className={formStyles.parameterNote}>
        {t('A required tool, or one of a name, is for the first call of a reply; after it the model is free.')}
      </p>
      <StopField stop={value.stop ?? []} onChange={(stop) => onChange({ stop })} />
      <BodyInput
        value={body}
        error={reserved === undefined ? null : t("“{reserved}” is Baton's own. Take it out.", { reserved })}
        onChange={(next) => onChange({ body: next })}
      />
      <PairRows
        label={t('Extra headers')}
        help={t('{name} is a stored secret. It goes to this server alone.', { name: '{NAME}' })}
        value={headers}
        error={fault === null ? null : t.message(fault)}
        onChange={(next) => onChange({ headers: Object.keys(next).length === 0 ? undefined : { ...next } })}
      />
    </>
  )
}

function StopField({ stop, onChange }: { stop: readonly string[]; onChange: (stop: string[] | undefined) => void }) {
  const t = useT()
  const [shown, type] = useTypedText(typedTexts(stop), (typed) => typedTexts(textsOf(typed)) === typedTexts(stop))
  return (
    <TextArea
      label={t('Stop texts')}
      description={t('One per line; {lineEnd} is a line end. A reply ends before the first of them.', {
        lineEnd: String.raw`\n`,
      })}
      minRows={1}
      maxRows={6}
      value={shown}
      onChange={(event) => {
        const next = event.currentTarget.value
        type(next)
        const texts = textsOf(next)
        onChange(texts.length === 0 ? undefined : texts)
      }}
    />
  )
}
