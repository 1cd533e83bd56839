/** Flows in the files of a folder, found by their id: on the command line a flow may name another one beside its file. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { MAX_TEXT } from '../../src-shared/flow/open'
import type { FlowSource } from './freeze'

/** So many files of a folder are looked through. */
const MAX_FILES = 1000

const headerSchema = z.object({ id: z.string() })

/** The flows of a folder's `*.flow.json` files; of several with one id the first by name. Files that cannot be read are passed over. */
export function flowsBeside(folder: string): FlowSource {
  return (id) => {
    for (const name of filesOf(folder)) {
      const text = readText(path.join(folder, name))
      if (text !== null && idOf(text) === id) return text
    }
    return null
  }
}

function filesOf(folder: string): string[] {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith('.flow.json'))
    return names.sort().slice(0, MAX_FILES)
  } catch {
    return []
  }
}

function readText(file: string): string | null {
  try {
    const text = readFileSync(file, 'utf8')
    return text.length > MAX_TEXT ? null : text
  } catch {
    return null
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
