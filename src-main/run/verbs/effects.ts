/** What the tools of a flow do, as its drawing says now. */
import { kindOf } from '../../../src-shared/kinds'
import type { CompiledFlow } from '../../engine/contract/runtime'
import type { EffectOf } from '../repeats'

/** What the drawing says now goes before what was told then; nodes inside of flow tools are not in it. */
export function effectsIn({ graph }: CompiledFlow): EffectOf {
  return (id, told) => {
    const node = graph.node(id)
    const kind = node === undefined ? null : kindOf(node)
    if (node === undefined || kind === null) return told ?? null
    if (told === undefined && kind.roles.tool !== true && kind.pool(node) === null) return null
    const own = kind.effect(node)
    return own === 'unknown' ? (told ?? own) : own
  }
}
