/** A flow as it is saved, for turns that nobody begins by hand. */
import type { Platform } from '../platform/platform'
import { AppError } from '../../src-shared/errors'
import type { Library } from './library'

/** Null where it is in no library; throws `not-found` where it is in the bin. What runs on the command line are files, whatever the library has under their ids. */
export function savedFlow(library: Library, { host }: Pick<Platform, 'host'>) {
  return (flowId: string): { flowText: string; revision: number | null } | null => {
    if (host === 'cli') return null
    if (library.bin().some(({ id }) => id === flowId))
      throw new AppError('not-found', 'This flow is in the bin. Restore it to go on.')
    if (!library.list().some(({ id }) => id === flowId)) return null
    const { text: flowText, revision } = library.read(flowId)
    return { flowText, revision }
  }
}
