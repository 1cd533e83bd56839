/** What the person prefers: the look, and how much of a thread's history is kept. */
import { Input, NumberInput, SegmentedControl, Switch } from '@mantine/core'
import { preferencesSchema } from '../../src-shared/rpc/contract'
import { usePreferences, useServices } from '../ui/services'
import styles from './PreferencesTab.module.css'

const THEMES = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

const USUAL_TURNS = preferencesSchema.parse({}).keepStepsOfTurns ?? 50

export function PreferencesTab() {
  const { preferences } = useServices()
  const theme = usePreferences((all) => all.theme)
  const turns = usePreferences((all) => all.keepStepsOfTurns)
  return (
    <div className={styles.preferences}>
      <Input.Wrapper label="Theme" labelElement="div">
        <div>
          <SegmentedControl
            aria-label="Theme"
            data={THEMES}
            value={theme}
            onChange={(value) => preferences.change({ theme: value })}
          />
        </div>
      </Input.Wrapper>
      <Switch
        label="Keep every step of every turn"
        description="Costs space on the disk. Otherwise older turns keep their last step only; what was said always stays."
        checked={turns === null}
        onChange={(event) => preferences.change({ keepStepsOfTurns: event.currentTarget.checked ? null : USUAL_TURNS })}
      />
      {turns !== null && (
        <NumberInput
          label="Newest turns that keep every step"
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
