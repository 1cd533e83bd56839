/** Commands that line up what is selected. */
import type { PlainText } from '../../src-shared/languages/translate'
import {
  IconLayoutAlignBottom,
  IconLayoutAlignCenter,
  IconLayoutAlignLeft,
  IconLayoutAlignMiddle,
  IconLayoutAlignRight,
  IconLayoutAlignTop,
  IconLayoutDistributeHorizontal,
  IconLayoutDistributeVertical,
  type TablerIcon,
} from '@tabler/icons-react'
import { alignSelection, distributeSelection, type Alignment } from '../editor/actions'
import type { Command } from './command'

function alignCommand(side: Alignment, label: PlainText, icon: TablerIcon): Command {
  return {
    id: `align-${side}`,
    label,
    keys: [],
    icon,
    group: 'Edit',
    when: ({ editor }) => editor.session.getState().nodes.size > 1,
    run: ({ editor }) => alignSelection(editor, side),
  }
}

function distributeCommand(axis: 'x' | 'y', label: PlainText, icon: TablerIcon): Command {
  return {
    id: `distribute-${axis}`,
    label,
    keys: [],
    icon,
    group: 'Edit',
    when: ({ editor }) => editor.session.getState().nodes.size > 2,
    run: ({ editor }) => distributeSelection(editor, axis),
  }
}

export const ALIGN_COMMANDS: readonly Command[] = [
  alignCommand('left', 'Align left', IconLayoutAlignLeft),
  alignCommand('center', 'Align centres', IconLayoutAlignCenter),
  alignCommand('right', 'Align right', IconLayoutAlignRight),
  alignCommand('top', 'Align top', IconLayoutAlignTop),
  alignCommand('middle', 'Align middles', IconLayoutAlignMiddle),
  alignCommand('bottom', 'Align bottom', IconLayoutAlignBottom),
  distributeCommand('x', 'Distribute horizontally', IconLayoutDistributeVertical),
  distributeCommand('y', 'Distribute vertically', IconLayoutDistributeHorizontal),
]
