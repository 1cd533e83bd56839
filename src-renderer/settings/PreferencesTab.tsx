/** What the person prefers: the look, and how much of a thread's history is kept. */
import { Input, NumberInput, SegmentedControl, Select, Switch } from '@mantine/core'
import { INTERFACE_LANGUAGES, LANGUAGE_NAMES } from '../../src-shared/languages/language'
import { preferencesSchema } from '../../src-shared/rpc/contract'
import { usePreferences, useServices } from '../ui/services'
import { useT } from '../ui/language'
import styles from './PreferencesTab.module.css'

const THEMES = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

const USUAL_TURNS = preferencesSchema.parse({}).keepStepsOfTurns ?? 50

export function PreferencesTab() {
  const t = useT()
  const { preferences } = useServices()
  const language = usePreferences((all) => all.interfaceLanguage)
  const theme = usePreferences((all) => all.theme)
  const turns = usePreferences((all) => all.keepStepsOfTurns)
  return (
    <div className={styles.preferences}>
      <Select
        label={t('Language')}
        w={260}
        data={[
          { value: 'system', label: t('As the system') },
          ...INTERFACE_LANGUAGES.map((one) => ({ value: one, label: LANGUAGE_NAMES[one] })),
        ]}
        value={language}
        onChange={(value) => preferences.change({ interfaceLanguage: value })}
      />
      <Input.Wrapper label={t('Theme')} labelElement="div">
        <div>
          <SegmentedControl
            aria-label={t('Theme')}
            data={THEMES.map(({ value, label }) => ({ value, label: t(label) }))}
            value={theme}
            onChange={(value) => preferences.change({ theme: value })}
          />
        </div>
      </Input.Wrapper>
      <Switch
        label={t('Keep every step of every turn')}
        description={t(
          'Costs space on the disk. Otherwise older turns keep their last step only; what was said always stays.',
        )}
        checked={turns === null}
        onChange={(event) => preferences.change({ keepStepsOfTurns: event.currentTarget.checked ? null : USUAL_TURNS })}
      />
      {turns !== null && (
        <NumberInput
          label={t('Newest turns that keep every step')}
          w={260}
          min={1}
          max={100_000}
          allowDecimal={false}
          clampBehavior="blur"
          value={turns}
          onChange={(value) => {
            if (typeof value === 'number' && Number.isInteger(value) && value >= 1)
              preferences.change({ keepStepsOfTurns: value })
          }}
        />
      )}
    </div>
  )
}
