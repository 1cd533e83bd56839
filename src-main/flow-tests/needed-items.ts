/** What a flow uses when a test of it is played with replies that are not asked for: its documents, and code that stands for a model. */
import { z } from 'zod'
import { kindOf } from '../../src-shared/kinds'
import type { KeyedItem } from '../consent/keys'

const drawnSchema = z.object({ nodes: z.record(z.string(), z.looseObject({ kind: z.string() })) })

/** The items that have to be allowed: code and files, but for those of tools alone, which are never called. */
export function neededItems(flowText: string, items: readonly KeyedItem[]): KeyedItem[] {
  const { nodes } = drawnSchema.parse(JSON.parse(flowText))
  const isTool = (id: string): boolean => {
    const node = Object.hasOwn(nodes, id) ? nodes[id] : undefined
    return node !== undefined && kindOf(node)?.roles.tool === true
  }
  return items.filter((item) => {
    if (item.type !== 'code' && item.type !== 'file') return false
    return item.nodes.some(({ id }) => !isTool(id))
  })
}
