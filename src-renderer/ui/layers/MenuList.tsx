/**
 * The list of a menu, which has the focus from its first moment and keeps it: a key that is pressed right after the one that opens it goes to the
 * menu. The library's own trap, which the theme switches off, gives the focus to the start of the list a moment later, when keys may have moved it on.
 */
import { Menu, type MenuDropdownProps } from '@mantine/core'
import { useCallback, useState, type KeyboardEvent } from 'react'
import { focusAtOnce } from './focus-at-once'
import { useLayer } from './use-layer'

/** The items of a menu that can be chosen. */
export const MENU_ITEM = '[data-menu-item]:not([data-disabled], :disabled)'

/**
 * `atItem`: begins at the first item that can be chosen, as a menu does that was opened by a key. `hasSearch`: a field stands above the items, which a menu
 * may not hold; so this is a dialog, and what it holds below the field has the role of a menu.
 */
type MenuListProps = Omit<MenuDropdownProps, 'onKeyDown' | 'ref' | 'style'> & { atItem?: boolean; hasSearch?: boolean }

export function MenuList({ atItem = false, hasSearch = false, ...props }: MenuListProps) {
  // The library has the list on the page only while it is open, and closes it by the keys that are pressed in it.
  const [isOpen, setOpen] = useState(false)
  const { zIndex } = useLayer({ isOpen, covers: false, onEscape: null })
  const onList = useCallback(
    (list: HTMLDivElement | null): void => {
      setOpen(list !== null)
      if (hasSearch) {
        // The library gives every list of it the role of a menu.
        list?.setAttribute('role', 'dialog')
        list?.removeAttribute('aria-orientation')
      }
      // A menu that can be searched begins in its search.
      focusAtOnce(list, atItem ? MENU_ITEM : 'input')
    },
    [atItem, hasSearch],
  )
  return <Menu.Dropdown ref={onList} style={{ zIndex }} onKeyDown={keepTab} {...props} />
}

/** Its items are gone through with the arrow keys, and what lies behind is not reached while it is open. */
export function keepTab(event: KeyboardEvent): void {
  if (event.key === 'Tab') event.preventDefault()
}
