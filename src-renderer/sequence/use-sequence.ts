/** The diagram of the open thread, kept up to date: turns that are over are laid out once, the newest one as it grows. */
import { useMemo } from 'react'
import { castOf } from '../../src-shared/run/sequence/sequence-cast'
import { sequenceOf } from '../../src-shared/run/sequence/sequence'
import type { Sequence } from '../../src-shared/run/sequence/sequence-parts'
import { useFlow } from '../editor/editor-context'
import { useRun } from '../run/store/run-context'

export function useSequence(): Sequence {
  const earlier = useRun((state) => state.view.earlier)
  const latest = useRun((state) => state.view.latest)
  const nodes = useFlow((flow) => flow.nodes)
  const known = useRun((state) => state.view.known)
  const cast = useMemo(() => castOf({ ...known, ...nodes }), [known, nodes])
  const before = useMemo(() => sequenceOf(earlier, cast), [earlier, cast])
  return useMemo(() => (latest === null ? before : sequenceOf([latest], cast, before)), [before, latest, cast])
}
