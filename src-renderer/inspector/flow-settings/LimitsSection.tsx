/** The limits of one turn, and the budget of a whole thread. An empty one is as by default; tokens and money have none by default. */
import { NumberInput } from '@mantine/core'
import { useState } from 'react'
import { settingsSchema, type Limits } from '../../../src-shared/flow/records'
import { useFieldFocus } from '../Field'
import { UncountedMoney } from '../UncountedMoney'
import { useSettings } from './use-settings'
import { useT } from '../../ui/language'
import partsStyles from '../parts.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './LimitsSection.module.css'

type LimitRow = { key: keyof Limits; label: string; least: number }

const TURN_LIMITS = [
  { key: 'hops', label: 'Hand-offs', least: 0 },
  { key: 'rounds', label: 'Rounds', least: 1 },
  { key: 'modelCalls', label: 'Model calls', least: 1 },
  { key: 'seconds', label: 'Seconds', least: 1 },
  { key: 'tokens', label: 'Tokens', least: 1 },
  { key: 'dollars', label: 'Dollars', least: 0 },
] as const satisfies readonly LimitRow[]

const THREAD_LIMITS = [
  { key: 'threadTokens', label: 'Tokens', least: 1 },
  { key: 'threadDollars', label: 'Dollars', least: 0 },
  { key: 'threadSeconds', label: 'Seconds', least: 1 },
] as const satisfies readonly LimitRow[]

type Limit = (typeof TURN_LIMITS | typeof THREAD_LIMITS)[number]

const MONEY: ReadonlySet<Limit['key']> = new Set(['dollars', 'threadDollars'])
/** What may have a fraction. */
const FRACTIONS: ReadonlySet<Limit['key']> = new Set(['seconds', 'threadSeconds', ...MONEY])

const DEFAULTS = settingsSchema.parse({}).limits

export function LimitsSection() {
  const t = useT()
  const { dollars, threadDollars } = useSettings().settings.limits
  return (
    <>
      <LimitGroup
        label={t('Limits of one turn')}
        help={t('A turn that reaches one ends in order. What was said is kept.')}
        limits={TURN_LIMITS}
      />
      <LimitGroup
        label={t('Budget of a whole thread')}
        help={t('All turns together. Once it is used up, a turn goes on only when it is raised.')}
        limits={THREAD_LIMITS}
      />
      {(dollars !== null || threadDollars !== null) && <UncountedMoney />}
    </>
  )
}

type LimitGroupProps = { label: string; help: string; limits: readonly Limit[] }

function LimitGroup({ label, help, limits }: LimitGroupProps) {
  return (
    <div role="group" aria-label={label}>
      <div className={textStyles.sectionTitle}>{label}</div>
      <p className={partsStyles.fieldNote}>{help}</p>
      <div className={styles.limits}>
        {limits.map((limit) => (
          <LimitInput key={limit.key} limit={limit} />
        ))}
      </div>
    </div>
  )
}

/** What is typed stays as typed while it is typed, also where it is empty or the default. */
function LimitInput({ limit: { key, label, least } }: { limit: Limit }) {
  const t = useT()
  const { settings, changeIn } = useSettings()
  const [typed, setTyped] = useState<number | string | null>(null)
  const value = settings.limits[key]
  const field = useFieldFocus(`settings.limits.${key}`)
  return (
    <div ref={field}>
      <NumberInput
        label={t.known(label)}
        min={least}
        allowDecimal={FRACTIONS.has(key)}
        clampBehavior="blur"
        {...(MONEY.has(key) ? { prefix: '$', step: 0.1 } : {})}
        placeholder={String(DEFAULTS[key] ?? t('none'))}
        value={typed ?? (typeof value === 'number' ? value : '')}
        onChange={(next) => {
          setTyped(next)
          // 0 is what is typed on the way to 0.5.
          const isSet = typeof next === 'number' && (next > 0 || key === 'hops')
          changeIn('limits', 'Change a limit', { [key]: isSet ? next : DEFAULTS[key] })
        }}
        onBlur={() => setTyped(null)}
      />
    </div>
  )
}
