/** The drawings that runs were frozen with, as far as who is in them: a node is called in an old turn as it was called then. */
import { z } from 'zod'
import { innerNodeSchema, type InnerNode } from '../../src-shared/run/log/events'
import { expand, type Compact } from './compact'
import type { LibraryDatabase } from './database'

/** `snapshot` is the same number for runs of the very same drawing. */
export type RunDrawing = {
  readonly snapshot: number
  readonly nodes: () => { readonly [nodeId: string]: InnerNode }
  /** The file text; null: it is gone. */
  readonly text: () => string | null
}

export type RunDrawings = { readonly of: (runId: string) => RunDrawing | null }

const drawnSchema = z.object({ nodes: z.record(z.string(), innerNodeSchema).default({}) })

/** The drawings of a library's runs. */
export function createRunDrawings(db: LibraryDatabase): RunDrawings {
  const numberOf = db.prepare<[string], number>('SELECT snapshot FROM runs WHERE id = ?').pluck()
  const textOf = db.prepare<[number], Compact>('SELECT text FROM snapshots WHERE number = ?').pluck()
  return {
    of(runId) {
      const snapshot = numberOf.get(runId)
      if (snapshot === undefined) return null
      const text = (): string | null => {
        const stored = textOf.get(snapshot)
        return stored === undefined ? null : expand(stored)
      }
      return {
        snapshot,
        text,
        nodes() {
          const drawn = text()
          return drawn === null ? {} : drawnSchema.parse(JSON.parse(drawn)).nodes
        },
      }
    },
  }
}
