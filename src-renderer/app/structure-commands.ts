/** Commands about the structure of a flow: the outline, and what nodes are marked as. */
import {
  IconArrowsMaximize,
  IconCornerLeftUp,
  IconFrame,
  IconListTree,
  IconLock,
  IconMessage,
  IconPackage,
  IconPackageExport,
  IconPlayerPause,
  IconPlayerPlay,
} from '@tabler/icons-react'
import { fromErrorRecord } from '../../src-shared/errors'
import { openFlow } from '../../src-shared/flow/editing/open'
import type { Flow } from '../../src-shared/flow/records'
import { frameSelection } from '../editor/frames'
import { disablable, toggleDisabled, toggleLocked } from '../editor/marks'
import { canOpen, canUnpack, makeSubflowOfSelection, openInPlace, unpackNode } from '../editor/subflows'
import { focusOutline, hasOutlineFocus } from '../outline/focus-outline'
import { canRunAlone } from '../../src-shared/flow/editing/only-node'
import { isTriable } from '../tool-trial/triable'
import { notify, notifyError } from '../ui/services'
import { fieldInUse } from './edit-commands'
import { always, hasNodes, onlyNode, type Command, type CommandContext } from './command'

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
    id: 'make-subflow',
    label: 'Make a sub-flow of the selection',
    short: 'Make a sub-flow',
    keys: ['mod+alt+G'],
    icon: IconPackage,
    group: 'Edit',
    when: hasNodes,
    run({ editor }) {
      const reason = makeSubflowOfSelection(editor)
      if (reason !== null) notify(reason, 'make-subflow')
    },
  },
  {
    id: 'unpack',
    label: 'Unpack the sub-flow',
    short: 'Unpack',
    keys: ['mod+alt+shift+G'],
    icon: IconPackageExport,
    group: 'Edit',
    when: ({ editor }) => canUnpack(editor.flows.getState().flow.nodes[onlyNode(editor) ?? '']),
    run({ editor, services }) {
      const id = onlyNode(editor)
      if (id === null) return
      unpackNode(editor, id, (flow) => readFlow(services, flow)).then(
        (reason) => {
          if (reason !== null) notify(reason, 'unpack')
        },
        (cause: unknown) => notifyError('The sub-flow could not be unpacked', cause),
      )
    },
  },
  {
    id: 'open-subflow',
    label: 'Open the flow inside',
    short: 'Open',
    keys: ['Enter'],
    icon: IconArrowsMaximize,
    group: 'View',
    when: ({ editor }) => canOpen(editor.flows.getState().flow.nodes[onlyNode(editor) ?? '']),
    run: ({ editor }) => openInPlace(editor, onlyNode(editor) ?? ''),
  },
  {
    id: 'leave-subflow',
    label: 'Go back to the flow around',
    keys: ['alt+ArrowUp'],
    icon: IconCornerLeftUp,
    group: 'View',
    when: ({ editor }) => editor.within !== null && isIdle(editor),
    run: ({ editor }) => editor.levels?.leave(),
  },
  {
    id: 'disable',
    label: 'Disable or enable the selection',
    short: 'Disable or enable',
    keys: ['D'],
    icon: IconPlayerPause,
    group: 'Edit',
    when: ({ editor }) => disablable(editor).length > 0,
    whyNot: () => 'It cannot be left out of runs.',
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
    // A thread is of the flow of the page, and asks for its nodes.
    when: ({ editor }) =>
      editor.within === null && canRunAlone(editor.flows.getState().flow.nodes[onlyNode(editor) ?? '']),
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

/** Nothing is selected or asked for, so that keys mean the whole drawing. */
function isIdle({ session }: CommandContext['editor']): boolean {
  const { nodes, edges, popup, connecting, menu } = session.getState()
  return (
    nodes.size + edges.size === 0 && popup === null && connecting === null && menu === null && fieldInUse() === null
  )
}

async function readFlow({ client }: CommandContext['services'], id: string): Promise<Flow> {
  const opened = openFlow((await client.call('flows.read', { id })).text)
  if (opened.ok) return opened.flow
  throw fromErrorRecord(opened.error)
}
