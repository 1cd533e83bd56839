/** A flow as it is saved, for turns that nobody begins by hand. */
import type { Platform } from '../platform/platform'
import type { Library } from './library'

/** Null where it is in no library. What runs on the command line are files, whatever the library has under their ids. */
export function savedFlow(library: Library, { host }: Pick<Platform, 'host'>) {
  return (flowId: string): { flowText: string; revision: number | null } | null => {
    if (host === 'cli' || !library.list().some(({ id }) => id === flowId)) return null
    const { text: flowText, revision } = library.read(flowId)
    return { flowText, revision }
  }
}
