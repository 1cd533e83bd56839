/** The person's own word on a model: how much it holds and what it costs. It goes before what the server and Baton's table say. */
import { saidFields } from '../../src-shared/flow/model-settings'
import { Advanced } from '../ui/model-parameters/Advanced'
import { NumberBox } from '../ui/NumberBox'
import type { ConnectionDraft } from './connection-draft'
import type { KnownModel } from './use-known-model'
import { useT } from '../ui/language'
import formStyles from '../ui/form.module.css'

export type FigureFieldsProps = {
  draft: ConnectionDraft
  known: KnownModel | null
  /** Why the prices cannot be saved. */
  problem: string | null
  onChange: (patch: Pick<ConnectionDraft, 'dialect'> | Pick<ConnectionDraft, 'prices'>) => void
}

export function FigureFields({ draft, known, problem, onChange }: FigureFieldsProps) {
  const t = useT()
  const { dialect, prices } = draft
  const model = draft.model.trim()
  const chosen = dialect === 'auto' ? {} : dialect
  const own = prices[model] ?? {}
  const { contextTokens, price } = known?.figures ?? { contextTokens: null, price: null }
  const setContext = (next: number | undefined): void => {
    const { contextTokens: _before, ...others } = chosen
    const changed = next === undefined ? others : { ...others, contextTokens: Math.max(LEAST, Math.round(next)) }
    onChange({ dialect: Object.keys(changed).length === 0 ? 'auto' : changed })
  }
  const setPrice = (name: 'input' | 'output', next: number | undefined): void => {
    const { [model]: _before, ...others } = prices
    const changed = saidFields({ ...own, [name]: next } as object) as { input?: number; output?: number }
    onChange({ prices: Object.keys(changed).length === 0 ? others : { ...others, [model]: changed } })
  }
  const isSet = (value: unknown): number => (value === undefined || value === null ? 0 : 1)
  return (
    <Advanced label={t('Context and price')} set={isSet(chosen.contextTokens) + isSet(own.input ?? own.output)}>
      <p className={formStyles.parameterNote}>
        {t(
          'What you enter goes before what the server says, and that before Baton’s table. Conversations are kept within the context; the price is for the cost under each turn.',
        )}
      </p>
      <NumberBox
        label={t('Context of its models, in tokens')}
        min={LEAST}
        step={1000}
        allowDecimal={false}
        thousandSeparator=","
        placeholder={contextTokens === null ? t('not known') : contextTokens.value.toLocaleString(t.tag)}
        value={chosen.contextTokens}
        onChange={setContext}
      />
      <div className={formStyles.row}>
        <PriceBox name="input" own={own.input} known={price?.value.input} model={model} onChange={setPrice} />
        <PriceBox name="output" own={own.output} known={price?.value.output} model={model} onChange={setPrice} />
      </div>
      {problem !== null && (
        <div className="mantine-InputWrapper-error" role="alert">
          {problem}
        </div>
      )}
      <p className={formStyles.parameterNote}>
        {model === ''
          ? t('Name a model to enter its prices.')
          : t('US dollars for a million tokens of {model}.', { model })}
      </p>
    </Advanced>
  )
}

/** As the core takes it. */
const LEAST = 128

type PriceBoxProps = {
  name: 'input' | 'output'
  own: number | undefined
  known: number | undefined
  model: string
  onChange: (name: 'input' | 'output', next: number | undefined) => void
}

function PriceBox({ name, own, known, model, onChange }: PriceBoxProps) {
  const t = useT()
  return (
    <NumberBox
      key={model}
      label={name === 'input' ? t('Price of what it reads') : t('Price of what it writes')}
      min={0}
      step={0.1}
      currency="$"
      disabled={model === ''}
      placeholder={known === undefined ? t('not known') : `$${known}`}
      value={own}
      onChange={(next) => onChange(name, next)}
    />
  )
}
