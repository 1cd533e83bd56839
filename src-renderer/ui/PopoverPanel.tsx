/** The panel of a popover, which has the focus from its first moment: Escape pressed right after it came closes it, and nothing behind it. */
import { Popover, type PopoverDropdownProps } from '@mantine/core'
import { focusAtOnce } from './focus-at-once'

export function PopoverPanel(props: PopoverDropdownProps) {
  return <Popover.Dropdown ref={takeFocus} {...props} />
}

function takeFocus(panel: HTMLDivElement | null): void {
  focusAtOnce(panel, '[data-autofocus], input, textarea, button:not([disabled])')
}
