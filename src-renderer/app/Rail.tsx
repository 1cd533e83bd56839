/** The rail at the left: adding, the outline, finding, the list of flows, what waits for a person, settings. */
import { IconFolders, IconListTree, IconPlus, IconSearch, IconSettings } from '@tabler/icons-react'
import { useEditor } from '../editor/editor-context'
import { InboxButton } from '../inbox/InboxButton'
import { useRunStore } from '../run/store/run-context'
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
  const { flowId } = useEditor()
  const runs = useRunStore()
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
        onClick={() => (isPaletteOpen ? docks.change({ paletteOpen: false }) : run('add'))}
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
      <InboxButton side="right" size={36} opened={{ flowId, openThread: (threadId) => runs.openThread(threadId) }} />
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
