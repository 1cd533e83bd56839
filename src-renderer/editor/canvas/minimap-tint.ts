/** The colour of a node on the minimap. */
import { kindOf } from '../../../src-shared/kinds/index'
import type { CanvasNode } from './canvas-model'

export function minimapTint(node: CanvasNode): string {
  const group = kindOf(node.data.record)?.group ?? 'control'
  return `color-mix(in srgb, var(--bt-${group}) 55%, var(--bt-${group}-soft))`
}
