/** The colour of a node on the minimap. */
import { kindOf } from '../../../src-shared/kinds/index'
import type { CanvasNode } from './canvas-model'

export function minimapTint(node: CanvasNode): string {
  return `var(--bt-${kindOf(node.data.record)?.group ?? 'control'})`
}
