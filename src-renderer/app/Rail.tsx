/** The rail at the left: adding, the outline, finding, the list of flows, settings. */
import { IconFolders, IconListTree, IconPlus, IconSearch, IconSettings } from '@tabler/icons-react'
import { useDocks, useServices } from '../ui/services'
import { IconButton } from '../ui/IconButton'
import { commandById, keysOf } from './commands'
import { useRun } from './use-commands'
import { useT } from '../ui/language'
import styles from './Rail.module.css'

export function Rail() {
  const t = useT()
  const run = useRun()
  const { docks } = useServices()
  const isPaletteOpen = useDocks((docks) => docks.paletteOpen)
  const isOutlineOpen = useDocks((docks) => docks.outlineOpen && !docks.paletteOpen)
  return (
    <nav className={styles.rail} data-pane aria-label={t('Main')}>
      <IconButton
        label={t('Add')}
        keys={keysOf(commandById('add'))}
        side="right"
        size={36}
        aria-pressed={isPaletteOpen}
        data-active={isPaletteOpen || undefined}
        onClick={() => run('add')}
      >
        <IconPlus size={19} />
      </IconButton>
      <IconButton
        label={t('Outline')}
        keys={keysOf(commandById('outline'))}
        side="right"
        size={36}
        aria-pressed={isOutlineOpen}
        data-active={isOutlineOpen || undefined}
        onClick={() => (isOutlineOpen ? docks.change({ outlineOpen: false }) : run('outline'))}
      >
        <IconListTree size={19} />
      </IconButton>
      <IconButton
        label={t('Flows')}
        keys={keysOf(commandById('flows'))}
        side="right"
        size={36}
        onClick={() => run('flows')}
      >
        <IconFolders size={19} />
      </IconButton>
      <IconButton
        label={t('Find')}
        keys={keysOf(commandById('find'))}
        side="right"
        size={36}
        onClick={() => run('find')}
      >
        <IconSearch size={19} />
      </IconButton>
      <span className={styles.space} />
      <IconButton
        label={t('Settings')}
        keys={keysOf(commandById('settings'))}
        side="right"
        size={36}
        onClick={() => run('settings')}
      >
        <IconSettings size={19} />
      </IconButton>
    </nav>
  )
}
