/** The sheet of shortcuts: every command that has keys, by what it is about. */
import type { PlainText } from '../../src-shared/languages/translate'
import { COMMAND_GROUPS, type Command, type CommandGroup } from './command'
import { COMMANDS, keyWords } from './commands'
import { useShell, useShellStore } from './shell-store'
import { useT } from '../ui/language'
import { Dialog } from '../ui/layers/Dialog'
import textStyles from '../ui/text.module.css'
import styles from './ShortcutsSheet.module.css'

const TITLES: { readonly [G in CommandGroup]: PlainText } = { Edit: 'Drawing', View: 'View', Flow: 'Flow', App: 'App' }

export function ShortcutsSheet() {
  const t = useT()
  const shell = useShellStore()
  const isOpen = useShell((state) => state.shortcutsOpen)
  return (
    <Dialog
      opened={isOpen}
      onClose={() => shell.setState({ shortcutsOpen: false })}
      title={t('Keyboard shortcuts')}
      size={760}
    >
      <div className={styles.groups}>
        {COMMAND_GROUPS.map((group) => (
          <section key={group} className={styles.group} aria-label={t(TITLES[group])}>
            <h3>{t(TITLES[group])}</h3>
            <ul>
              {COMMANDS.filter((command) => command.group === group && command.keys.length > 0).map((command) => (
                <Line key={command.id} command={command} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

function Line({ command }: { command: Command }) {
  const t = useT()
  return (
    <li>
      <span>{t.message(command.label)}</span>
      <span className={styles.keys}>
        {[...new Set(command.keys.map(keyWords))].map((words) => (
          <kbd key={words} className={textStyles.key}>
            {words}
          </kbd>
        ))}
      </span>
    </li>
  )
}
