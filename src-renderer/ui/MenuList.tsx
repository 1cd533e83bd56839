/**
 * The list of a menu, which has the focus from its first moment and keeps it: a key that is pressed right after the one that opens it goes to the
 * menu. The library's own trap, which the theme switches off, gives the focus to the start of the list a moment later, when keys may have moved it on.
 */
import { Menu, type MenuDropdownProps } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { focusAtOnce } from './focus-at-once'

/** The items of a menu that can be chosen. */
export const MENU_ITEM = '[data-menu-item]:not([data-disabled], :disabled)'

/** `atItem`: begins at the first item that can be chosen, as a menu does that was opened by a key. */
type MenuListProps = Omit<MenuDropdownProps, 'onKeyDown'> & { atItem?: boolean }

export function MenuList({ atItem = false, ...props }: MenuListProps) {
  return <Menu.Dropdown ref={atItem ? takeFocusAtItem : takeFocus} onKeyDown={keepTab} {...props} />
}

/** A menu that can be searched begins in its search. */
function takeFocus(list: HTMLDivElement | null): void {
  focusAtOnce(list, 'input')
}

function takeFocusAtItem(list: HTMLDivElement | null): void {
  focusAtOnce(list, MENU_ITEM)
}

/** Its items are gone through with the arrow keys, and what lies behind is not reached while it is open. */
function keepTab(event: KeyboardEvent): void {
  if (event.key === 'Tab') event.preventDefault()
}
