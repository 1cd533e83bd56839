/** Which server a new connection leads to. What runs on this computer is looked for when it is asked for, and nothing else is contacted. */
import type { Translate } from '../../src-shared/languages/translate'
import { Button } from '@mantine/core'
import { IconCloud, IconDeviceDesktop, IconPlugConnected } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { PRESETS, type ProviderPreset } from '../../src-shared/providers/presets'
import { notifyError, useServices } from '../ui/services'
import { cx } from '../ui/cx'
import { useT } from '../ui/language'
import formStyles from '../ui/form.module.css'
import settingsStyles from './settings.module.css'
import styles from './PresetChoice.module.css'

/** `null`: another server than those. */
type PresetChoiceProps = { onChoose: (preset: ProviderPreset | null) => void; onCancel: () => void }

/** By preset, how many models each has that was found; null: nobody looked yet. */
type FoundModels = ReadonlyMap<string, number> | null

export function PresetChoice({ onChoose, onCancel }: PresetChoiceProps) {
  const t = useT()
  const { client } = useServices()
  const [found, setFound] = useState<FoundModels>(null)
  const [isLooking, setLooking] = useState(false)
  const look = async (): Promise<void> => {
    setLooking(true)
    try {
      const running = await client.call('connections.runningHere', {})
      setFound(new Map(running.map(({ preset, models }) => [preset, models])))
    } catch (cause) {
      notifyError('This computer could not be searched', cause)
    } finally {
      setLooking(false)
    }
  }
  const tile = (preset: ProviderPreset): ReactNode => (
    <Tile
      key={preset.id}
      label={preset.label}
      note={foundWords(found?.get(preset.id), t)}
      onClick={() => onChoose(preset)}
    />
  )
  return (
    <div className={styles.choice}>
      <Group label={t('On this computer')} icon={<IconDeviceDesktop size={15} aria-hidden />}>
        {PRESETS.filter(({ isLocal }) => isLocal).map(tile)}
      </Group>
      <div className={styles.look}>
        <Button size="compact-sm" loading={isLooking} onClick={() => void look()}>
          {t('Look for what is running')}
        </Button>
        <span role="status">{found !== null && found.size === 0 && t('Nothing answers at the usual ports.')}</span>
      </div>
      <Group label={t('In the cloud')} icon={<IconCloud size={15} aria-hidden />}>
        {PRESETS.filter(({ isLocal }) => !isLocal).map(tile)}
      </Group>
      <Group label={t('Anything else')} icon={<IconPlugConnected size={15} aria-hidden />}>
        <Tile label={t('Another server (OpenAI-compatible)')} note={null} isWide onClick={() => onChoose(null)} />
      </Group>
      <div className={cx(formStyles.formActions, styles.actions)}>
        <span className={settingsStyles.grow} />
        <Button onClick={onCancel}>{t('Cancel')}</Button>
      </div>
    </div>
  )
}

function Group({ label, icon, children }: { label: string; icon: ReactNode; children: ReactNode }) {
  return (
    <div role="group" aria-label={label}>
      <div className={styles.group}>
        {icon}
        {label}
      </div>
      <div className={styles.tiles}>{children}</div>
    </div>
  )
}

type TileProps = { label: string; note: string | null; isWide?: boolean; onClick: () => void }

function Tile({ label, note, isWide = false, onClick }: TileProps) {
  return (
    <button type="button" className={styles.tile} data-wide={isWide || undefined} onClick={onClick}>
      {label}
      {note !== null && <span className={styles.found}>{note}</span>}
    </button>
  )
}

function foundWords(models: number | undefined, t: Translate): string | null {
  if (models === undefined) return null
  return t('running, {count, plural, one {# model} other {# models}}', { count: models })
}
