/** A menu within a menu: opened by the pointer, a press, Enter or the right arrow, left by the left arrow. The next key goes to where the last one led. */
import { Menu } from '@mantine/core'
import { useCallback, useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'
import { MENU_ITEM } from './layers/MenuList'

type SubMenuProps = { label: string; icon: ReactNode; children: ReactNode }

export function SubMenu({ label, icon, children }: SubMenuProps) {
  const [isOpen, setOpen] = useState(false)
  const item = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLElement>(null)
  const isEntered = useRef(false)
  // The library moves the focus some milliseconds after it opened; until then keys would go to what they have left.
  const onList = useCallback((shown: HTMLElement | null): void => {
    list.current = shown
    if (shown !== null && isEntered.current) focusFirst(shown)
  }, [])
  const enter = (): void => {
    isEntered.current = true
    setOpen(true)
    if (list.current !== null) focusFirst(list.current)
  }
  const leave = (): void => {
    isEntered.current = false
    item.current?.focus()
    setOpen(false)
  }
  return (
    <Menu.Sub opened={isOpen} onChange={setOpen}>
      <Menu.Sub.Target>
        <Menu.Sub.Item
          ref={item}
          leftSection={icon}
          onKeyDownCapture={onArrow('ArrowRight', enter)}
          // A press of the pointer has a count, a key has none.
          onClick={({ detail }: MouseEvent) => (detail === 0 ? enter() : setOpen(true))}
        >
          {label}
        </Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown aria-label={label}>
        <div ref={onList} role="none" onKeyDownCapture={onArrow('ArrowLeft', leave)}>
          {children}
        </div>
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  )
}

function onArrow(key: string, act: () => void) {
  return (event: KeyboardEvent): void => {
    if (event.key !== key) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }
}

function focusFirst(list: HTMLElement): void {
  list.querySelector<HTMLElement>(MENU_ITEM)?.focus()
}
