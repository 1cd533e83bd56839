/** The limits of one turn. An empty one is as by default; tokens have none by default. */
import { NumberInput } from '@mantine/core'
import { useState } from 'react'
import { settingsSchema, type Limits } from '../../../src-shared/flow/records'
import { useSettings } from './use-settings'
import { useT } from '../../ui/language'
import textStyles from '../../ui/text.module.css'
import styles from './LimitsSection.module.css'

const LIMITS = [
  { key: 'hops', label: 'Hand-offs', least: 0 },
  { key: 'rounds', label: 'Rounds', least: 1 },
  { key: 'modelCalls', label: 'Model calls', least: 1 },
  { key: 'seconds', label: 'Seconds', least: 1 },
  { key: 'tokens', label: 'Tokens', least: 1 },
] as const satisfies readonly { key: keyof Limits; label: string; least: number }[]

const DEFAULTS = settingsSchema.parse({}).limits

type Limit = (typeof LIMITS)[number]

export function LimitsSection() {
  const t = useT()
  return (
    <div role="group" aria-label={t('Limits of one turn')}>
      <div className={textStyles.sectionTitle}>{t('Limits of one turn')}</div>
      <div className={styles.limits}>
        {LIMITS.map((limit) => (
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
  return (
    <NumberInput
      label={t(label)}
      min={least}
      allowDecimal={key === 'seconds'}
      clampBehavior="blur"
      placeholder={String(DEFAULTS[key] ?? t('none'))}
      value={typed ?? settings.limits[key] ?? ''}
      onChange={(next) => {
        setTyped(next)
        changeIn('limits', 'Change a limit', { [key]: typeof next === 'number' ? next : DEFAULTS[key] })
      }}
      onBlur={() => setTyped(null)}
    />
  )
}
