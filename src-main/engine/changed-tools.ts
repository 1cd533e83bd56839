/** What a source offers differently than before: consent was given to the source, and its tools may be described anew at any time. */
import { isSameJson } from '../../src-shared/flow/json'
import type { ListedTool } from '../../src-shared/kinds/kind'

/** So many tools are named. */
const MOST_NAMED = 5

/** The changes in words, a sentence without its full stop; null: it offers the same. */
export function changedTools(before: readonly ListedTool[], after: readonly ListedTool[]): string | null {
  const known = new Map(before.map((tool) => [tool.tool, tool]))
  const now = new Set(after.map(({ tool }) => tool))
  const added = after.filter(({ tool }) => !known.has(tool))
  const gone = before.filter(({ tool }) => !now.has(tool))
  const described = after.filter((tool) => {
    const old = known.get(tool.tool)
    return old !== undefined && (old.description !== tool.description || !isSameJson(old.parameters, tool.parameters))
  })
  const parts = [...part('described anew', described), ...part('added', added), ...part('taken away', gone)]
  const words = parts.join('; ')
  return words === '' ? null : words.charAt(0).toUpperCase() + words.slice(1)
}

function part(what: string, tools: readonly ListedTool[]): string[] {
  if (tools.length === 0) return []
  const names = tools.slice(0, MOST_NAMED).map(({ name }) => `"${name}"`)
  const more = tools.length > MOST_NAMED ? ` and ${tools.length - MOST_NAMED} more` : ''
  return [`${what}: ${names.join(', ')}${more}`]
}
