/** Beside Send while a turn works: when counts what is said now. */
import { Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { SAY_WHEN, type SayWhen } from '../../../src-shared/flow/records'
import { MenuList } from '../../ui/layers/MenuList'
import { useT } from '../../ui/language'
import { WHEN_WORDS } from './when-words'
import styles from './WhenMenu.module.css'

export function WhenMenu({ when, onChange }: { when: SayWhen; onChange: (when: SayWhen) => void }) {
  const t = useT()
  const name = t(WHEN_WORDS[when].name)
  return (
    <Menu position="top-end" width={240} withinPortal>
      <Menu.Target>
        <button type="button" className={styles.when} aria-label={t('Send: {when}', { when: name })}>
          {name}
          <IconChevronDown size={12} aria-hidden />
        </button>
      </Menu.Target>
      <MenuList>
        {SAY_WHEN.map((one) => (
          <Menu.RadioItem key={one} value={one} checked={one === when} onChange={() => onChange(one)} closeMenuOnClick>
            {t(WHEN_WORDS[one].name)}
            <span className={styles.about}>{t(WHEN_WORDS[one].about)}</span>
          </Menu.RadioItem>
        ))}
      </MenuList>
    </Menu>
  )
}
