/** What a source offers differently than before: consent was given to the source, and its tools may be described anew at any time. */
import { createHash } from 'node:crypto'
import { isJsonObject } from '../../src-shared/flow/json'
import type { ListedTool } from '../../src-shared/flow/graph'
import type { ToolPrint } from '../store/offered-tools'

/** So many tools are named. */
const MOST_NAMED = 5

/** The tools that a source offers, short enough to keep. */
export function printsOf(tools: readonly ListedTool[]): ToolPrint[] {
  return tools.map(({ tool, name, description, parameters }) => ({
    tool,
    name,
    print: hashOf([description, parameters]),
  }))
}

/** A hash of a JSON value, whatever the order of its fields. */
export function hashOf(value: unknown): string {
  const text = JSON.stringify(value, (_key, part: unknown) =>
    isJsonObject(part) ? Object.fromEntries(Object.entries(part).sort(byKey)) : part,
  )
  return createHash('sha256').update(text).digest('base64')
}

function byKey([first]: [string, unknown], [second]: [string, unknown]): number {
  return first < second ? -1 : 1
}

/** The changes in words, a sentence without its full stop; null: it offers the same. */
export function changedTools(before: readonly ToolPrint[], after: readonly ToolPrint[]): string | null {
  const known = new Map(before.map((tool) => [tool.tool, tool]))
  const now = new Set(after.map(({ tool }) => tool))
  const added = after.filter(({ tool }) => !known.has(tool))
  const gone = before.filter(({ tool }) => !now.has(tool))
  const described = after.filter(({ tool, print }) => (known.get(tool)?.print ?? print) !== print)
  const parts = [...part('described anew', described), ...part('added', added), ...part('taken away', gone)]
  const words = parts.join('; ')
  return words === '' ? null : words.charAt(0).toUpperCase() + words.slice(1)
}

function part(what: string, tools: readonly ToolPrint[]): string[] {
  if (tools.length === 0) return []
  const names = tools.slice(0, MOST_NAMED).map(({ name }) => `"${name}"`)
  const more = tools.length > MOST_NAMED ? ` and ${tools.length - MOST_NAMED} more` : ''
  return [`${what}: ${names.join(', ')}${more}`]
}
