/** The list of a menu, which has the focus from its first moment: a key that is pressed right after the one that opens it goes to the menu. */
import { Menu, type MenuDropdownProps } from '@mantine/core'
import type { FocusEvent } from 'react'
import { focusAtOnce } from './focus-at-once'

export function MenuList(props: MenuDropdownProps) {
  return <Menu.Dropdown ref={takeFocus} onFocus={keepFocus} {...props} />
}

/** The library puts the focus to the start of the list once more, a moment later: by then keys may have moved it on. */
function keepFocus({ target, relatedTarget, currentTarget: list }: FocusEvent): void {
  const isStart = target.matches('[role="presentation"][data-autofocus]')
  if (isStart && relatedTarget instanceof HTMLElement && relatedTarget !== list && list.contains(relatedTarget))
    relatedTarget.focus({ preventScroll: true })
}

/** A menu that can be searched begins in its search. */
function takeFocus(list: HTMLDivElement | null): void {
  focusAtOnce(list, 'input')
}
