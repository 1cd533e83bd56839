/** The list of a menu, which has the focus from its first moment: a key that is pressed right after the one that opens it goes to the menu. */
import { Menu, type MenuDropdownProps } from '@mantine/core'

export function MenuList(props: MenuDropdownProps) {
  return <Menu.Dropdown ref={takeFocus} {...props} />
}

/** What is inside may have taken it already. */
function takeFocus(list: HTMLDivElement | null): void {
  if (list?.contains(document.activeElement) === false) list.focus({ preventScroll: true })
}
