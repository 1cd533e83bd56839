/** Commands about the structure of a flow: the outline. */
import { IconListTree } from '@tabler/icons-react'
import { focusOutline, hasOutlineFocus } from '../outline/focus-outline'
import { always, type Command } from './command'

export const STRUCTURE_COMMANDS: readonly Command[] = [
  {
    id: 'outline',
    label: 'Outline',
    keys: ['mod+B'],
    isInTexts: true,
    icon: IconListTree,
    group: 'View',
    when: always,
    run({ services: { docks } }) {
      const { outlineOpen, paletteOpen } = docks.store.getState()
      if (outlineOpen && !paletteOpen && hasOutlineFocus()) return docks.change({ outlineOpen: false })
      docks.change({ outlineOpen: true, paletteOpen: false })
      // It is on the page with the next frame.
      requestAnimationFrame(focusOutline)
    },
  },
]
