/** What sources of tools offered when a flow last asked them, so that a change is noticed by the next start too. */
import { z } from 'zod'
import { write, type LibraryDatabase } from './database'

/** A tool as it is remembered. `print`: a hash of all that a model reads of it but its name. */
export type ToolFingerprint = { readonly tool: string; readonly name: string; readonly print: string }

/** A node's source. `source`: a hash of how the node is set: one that is set anew is another source. */
export type SourcePlace = { readonly flow: string; readonly node: string; readonly source: string }

export type OfferedTools = {
  /** Keeps what a source offers now; what it offered before, or null where it was not asked yet. */
  readonly replace: (place: SourcePlace, tools: readonly ToolFingerprint[]) => readonly ToolFingerprint[] | null
  /** Everything of a flow that is gone for good. */
  readonly forget: (flowId: string) => void
}

const printsSchema = z.array(z.object({ tool: z.string(), name: z.string(), print: z.string() }))

export function createOfferedTools(db: LibraryDatabase): OfferedTools {
  const read = db
    .prepare<SourcePlace, string>(
      'SELECT tools FROM offered_tools WHERE flow = :flow AND node = :node AND source = :source',
    )
    .pluck()
  const put = db.prepare<SourcePlace & { tools: string }>(
    'INSERT OR REPLACE INTO offered_tools (flow, node, source, tools) VALUES (:flow, :node, :source, :tools)',
  )
  const remove = db.prepare<[string]>('DELETE FROM offered_tools WHERE flow = ?')
  return {
    replace(place, now) {
      const tools = JSON.stringify(now)
      if (read.get(place) === tools) return now
      return write(db, () => {
        const before = read.get(place)
        put.run({ ...place, tools })
        return before === undefined ? null : printsSchema.parse(JSON.parse(before))
      })
    },
    forget(flowId) {
      write(db, () => remove.run(flowId))
    },
  }
}
