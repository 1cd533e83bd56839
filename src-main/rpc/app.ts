/** The handlers of `app.*`. */
import type { BatonContract, Info } from '../../src-shared/rpc/contract'
import type { AreaHandlers } from '../../src-shared/rpc/define'
import type { Changes } from '../store/changes'

export function appHandlers({ info, changes }: { readonly info: Info; readonly changes: Changes }) {
  return {
    'app.info': async () => info,
    'app.changes': (_input, { after, signal }) => changes.follow({ after, signal }),
  } satisfies AreaHandlers<BatonContract, 'app'>
}
