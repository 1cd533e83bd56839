/** What the palette offers now: what may be added, and first what fits the one node that is selected. */
import { useMemo } from 'react'
import { kindOf, offeredKind, offeredName, OFFERED_KINDS } from '../../../src-shared/kinds/index'
import type { Kind } from '../../../src-shared/kinds/kind'
import { useFlowResult, useSession } from '../editor-context'
import { kindsToward } from '../wiring'
import { useT } from '../../ui/language'
import type { PaletteFirst } from './PaletteList'

/** A flow begins at one place only. */
function canBeAdded(kind: Kind, groups: ReadonlySet<string>): boolean {
  return kind.group !== 'entry' || !groups.has(kind.group)
}

export function usePaletteKinds(): { kinds: readonly Kind[]; first: PaletteFirst | null } {
  const t = useT()
  const host = useSession(({ nodes, edges }) => {
    const [only] = nodes
    return nodes.size === 1 && edges.size === 0 ? (only ?? null) : null
  })
  const offer = useFlowResult((flow) => {
    const groups = new Set(Object.values(flow.nodes).map((node) => kindOf(node)?.group ?? ''))
    const kinds = OFFERED_KINDS.filter((kind) => canBeAdded(kind, groups))
    const fitting = host === null ? [] : kindsToward(flow, host, kinds)
    const name = host === null ? '' : (flow.nodes[host]?.name ?? '')
    return { kinds: kinds.map(offeredName), fitting: fitting.map(offeredName), name }
  })
  return useMemo(() => {
    const named = (names: readonly string[]): Kind[] => names.flatMap((name) => offeredKind(name) ?? [])
    const fitting = named(offer.fitting)
    const label = offer.name === '' ? t('Fits what is selected') : t('Fits {name}', { name: offer.name })
    return { kinds: named(offer.kinds), first: fitting.length === 0 ? null : { label, kinds: fitting } }
  }, [offer, t])
}
