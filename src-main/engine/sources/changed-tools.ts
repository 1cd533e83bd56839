/** What a source offers differently than before: consent was given to the source, and its tools may be described anew at any time. */
import type { ListedTool } from '../../../src-shared/flow/graph'
import type { WarningFacts } from '../../../src-shared/run/log/warnings'
import { hashOf } from '../../json-hash'
import type { ToolFingerprint } from '../../store/offered-tools'

/** The tools that a source offers, short enough to keep. */
export function fingerprintsOf(tools: readonly ListedTool[]): ToolFingerprint[] {
  return tools.map(({ tool, name, description, parameters }) => ({
    tool,
    name,
    print: hashOf([description, parameters]),
  }))
}

/** The names of the tools that a source describes anew, has added, and has taken away. */
export type ToolChanges = Omit<WarningFacts['tools-changed'], 'name'>

/** What a source offers differently; null: it offers the same. */
export function changedTools(
  before: readonly ToolFingerprint[],
  after: readonly ToolFingerprint[],
): ToolChanges | null {
  const known = new Map(before.map((tool) => [tool.tool, tool]))
  const now = new Set(after.map(({ tool }) => tool))
  const added = after.filter(({ tool }) => !known.has(tool))
  const gone = before.filter(({ tool }) => !now.has(tool))
  const described = after.filter(({ tool, print }) => (known.get(tool)?.print ?? print) !== print)
  if (added.length + gone.length + described.length === 0) return null
  return { described: namesOf(described), added: namesOf(added), gone: namesOf(gone) }
}

function namesOf(tools: readonly ToolFingerprint[]): string[] {
  return tools.map(({ name }) => name)
}
