/** Commands about the structure of a flow: the outline, and what nodes are marked as. */
import { IconFrame, IconListTree, IconLock, IconMessage, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { frameSelection } from '../editor/frames'
import { disablable, toggleDisabled, toggleLocked } from '../editor/marks'
import { focusOutline, hasOutlineFocus } from '../outline/focus-outline'
import { canRunAlone } from '../../src-shared/flow/editing/only-node'
import { isTriable } from '../tool-trial/triable'
import { always, hasNodes, onlyNode, type Command } from './command'

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
  {
    id: 'frame-selection',
    label: 'Frame the selection',
    short: 'Frame',
    keys: ['mod+G'],
    icon: IconFrame,
    group: 'Edit',
    when: hasNodes,
    run: ({ editor }) => frameSelection(editor),
  },
  {
    id: 'disable',
    label: 'Disable or enable the selection',
    short: 'Disable or enable',
    keys: ['D'],
    icon: IconPlayerPause,
    group: 'Edit',
    when: ({ editor }) => disablable(editor).length > 0,
    whyNot: () => 'It is no part of runs that could be left out.',
    run: ({ editor }) => toggleDisabled(editor),
  },
  {
    id: 'lock',
    label: 'Lock or unlock the selection',
    short: 'Lock or unlock',
    keys: ['shift+L'],
    icon: IconLock,
    group: 'Edit',
    when: hasNodes,
    run: ({ editor }) => toggleLocked(editor),
  },
  {
    id: 'run-only',
    label: 'Run only the selected node',
    short: 'Run only this',
    keys: [],
    icon: IconMessage,
    group: 'Flow',
    when: ({ editor }) => canRunAlone(editor.flows.getState().flow.nodes[onlyNode(editor) ?? '']),
    run({ editor, services: { docks } }) {
      docks.change({ chatOpen: true })
      editor.session.setState({ onlyAsked: onlyNode(editor) })
    },
  },
  {
    id: 'try-tool',
    label: 'Try the selected tool',
    short: 'Try it',
    keys: [],
    icon: IconPlayerPlay,
    group: 'Flow',
    when: ({ editor }) => isTriable(editor.flows.getState().flow.nodes[onlyNode(editor) ?? '']),
    run({ editor }) {
      const node = onlyNode(editor)
      if (node !== null) editor.session.setState({ trying: { node, tool: null, form: null } })
    },
  },
]
