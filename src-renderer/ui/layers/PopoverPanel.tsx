/** The panel of a popover, which has the focus from its first moment: Escape pressed right after it came closes it, and nothing behind it. */
import { Popover, type PopoverDropdownProps } from '@mantine/core'
import { useCallback, useState } from 'react'
import { focusAtOnce } from './focus-at-once'
import { useLayer } from './use-layer'

/** `onEscape`: closes it, and sees to the focus. The popover itself has `closeOnEscape` off. */
export type PopoverPanelProps = Omit<PopoverDropdownProps, 'ref' | 'style'> & { onEscape: () => void }

export function PopoverPanel({ onEscape, ...props }: PopoverPanelProps) {
  // The library has the panel on the page only while it is open.
  const [isOpen, setOpen] = useState(false)
  const { zIndex } = useLayer({ isOpen, covers: false, onEscape })
  const onPanel = useCallback((panel: HTMLDivElement | null): void => {
    setOpen(panel !== null)
    focusAtOnce(panel, '[data-autofocus], input, textarea, button:not([disabled])')
  }, [])
  return <Popover.Dropdown ref={onPanel} style={{ zIndex }} {...props} />
}
