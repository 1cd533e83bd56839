/** The list of a menu, which has the focus from its first moment: a key that is pressed right after the one that opens it goes to the menu. */
import { Menu, type MenuDropdownProps } from '@mantine/core'
import { focusAtOnce } from './focus-at-once'

export function MenuList(props: MenuDropdownProps) {
  return <Menu.Dropdown ref={takeFocus} {...props} />
}

/** A menu that can be searched begins in its search. */
function takeFocus(list: HTMLDivElement | null): void {
  focusAtOnce(list, 'input')
}
