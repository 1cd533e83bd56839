/** Which tools a server gets that takes only so many of them, and descriptions of so many characters. */
import type { ModelTool, ToolsLeft } from '../contract/model'
import type { Dialect } from './dialects'

export type LimitedTools = ToolsLeft & { readonly kept: readonly ModelTool[] }

/** `needed`: names that a request cannot do without; `others`: how many tools it declares besides. */
type Limits = Pick<Dialect, 'mostTools' | 'longestDescription'> & { needed: ReadonlySet<string>; others: number }

/**
 * The tools in their order. Where they are too many, hand-offs and dialogs stay, then what is needed, then the first ones: what is drawn
 * comes before what pools offer, and that by how well it fits where it was searched for.
 */
export function limitedTools(
  tools: readonly ModelTool[],
  { mostTools, longestDescription, needed, others }: Limits,
): LimitedTools {
  const room = mostTools === null ? tools.length : Math.max(0, mostTools - others)
  const rank = ({ name, moves }: ModelTool) => (moves === true ? 0 : needed.has(name) ? 1 : 2)
  const best = new Set(tools.toSorted((one, other) => rank(one) - rank(other)).slice(0, room))
  const kept = tools.filter((tool) => best.has(tool))
  const isLong = ({ description }: ModelTool) => longestDescription !== null && description.length > longestDescription
  return {
    kept: kept.map((tool) =>
      isLong(tool) ? { ...tool, description: cutTo(tool.description, longestDescription) } : tool,
    ),
    tools: tools.flatMap((tool) => (best.has(tool) ? [] : [tool.name])),
    descriptions: kept.flatMap((tool) => (isLong(tool) ? [tool.name] : [])),
  }
}

/** Ends at a word where one ends near. */
function cutTo(text: string, most: number | null): string {
  if (most === null) return text
  const begin = text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')
  const word = begin.lastIndexOf(' ')
  return `${(word > begin.length * 0.8 ? begin.slice(0, word) : begin).trimEnd()}…`
}
