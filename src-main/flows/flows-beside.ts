/** Flows in the files of a folder, found by their id: on the command line a flow may name another one beside its file. */
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { MAX_TEXT } from '../../src-shared/flow/editing/open'
import { MOST_FLOW_BYTES, readBounded } from '../platform/bounded-file'
import { isFlowFile } from '../platform/flow-file'
import type { FlowSource } from './freeze'
import type { Library } from './library'

/** So many files of a folder are looked through for one flow, and so many bytes of them. */
const MAX_FILES = 1000
const MAX_BYTES = 4 * MOST_FLOW_BYTES

const headerSchema = z.object({ id: z.string() })

/**
 * The flows of a folder's `*.flow.json` and `*.baton` files; of several with one id the first by name. Passed over is what cannot be read, what is no
 * regular file, and what is too large for a flow; nothing is read before a flow names another one.
 */
export function flowsBeside(folder: string): FlowSource {
  return (id) => {
    let left = MAX_BYTES
    for (const name of filesOf(folder)) {
      const read = readBounded(path.join(folder, name), Math.min(left, MOST_FLOW_BYTES))
      if (!read.ok) continue
      left -= read.bytes.length
      const text = read.bytes.toString('utf8')
      if (text.length <= MAX_TEXT && mayHold(text, id) && idOf(text) === id) return text
    }
    return null
  }
}

/** A quick look that spares most files the parser: an id stands there as it is, unless the text has escapes. */
function mayHold(text: string, id: string): boolean {
  return text.includes(id) || text.includes('\\u')
}

function filesOf(folder: string): string[] {
  try {
    const names = readdirSync(folder).filter((name) => isFlowFile(name))
    return names.sort().slice(0, MAX_FILES)
  } catch {
    return []
  }
}

function idOf(text: string): string | null {
  try {
    const parsed = headerSchema.safeParse(JSON.parse(text.replace(/^\uFEFF/, '')))
    return parsed.success ? parsed.data.id : null
  } catch {
    return null
  }
}

/** Flows by their id: of the folder first, whose files are what was asked to run, then of the library; not those in its bin. */
export function flowSource(library: Pick<Library, 'find'>, folder: string | undefined): FlowSource {
  const beside = folder === undefined ? null : flowsBeside(folder)
  return (id) => beside?.(id) ?? library.find(id)
}
