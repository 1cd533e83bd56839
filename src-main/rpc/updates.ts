/** The handlers of `updates.*`. */
import type { BatonContract } from '../../src-shared/rpc/contract'
import type { AreaHandlers } from '../../src-shared/rpc/define'
import type { NewVersions } from '../updates/new-versions'

export function updateHandlers({ look }: NewVersions) {
  return { 'updates.look': async () => look() } satisfies AreaHandlers<BatonContract, 'updates'>
}
