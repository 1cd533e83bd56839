/** Which kinds the palette shows for a search, best first within their groups. Pure. */
import type { Translate } from '../../../src-shared/languages/translate'
import type { Kind, KindGroup } from '../../../src-shared/kinds/kind'

export type PaletteGroup = { group: KindGroup; kinds: readonly Kind[] }

/** Kinds by group, in the order in which they are given. With a search, only those that it finds: by name first, then by keyword, then by description. */
export function paletteGroups(kinds: readonly Kind[], search: string, t: Translate): PaletteGroup[] {
  const words = search.trim().toLowerCase().split(/\s+/).filter(Boolean)
  const ranked = kinds
    .map((kind) => ({ kind, rank: Math.max(...words.map((word) => rankOf(kind, word, t)), 0) }))
    .filter(({ rank }) => rank < NO_MATCH)
  ranked.sort((one, other) => one.rank - other.rank)
  const groups = [...new Set(kinds.map(({ group }) => group))]
    .map((group) => ({
      group,
      kinds: ranked.filter(({ kind }) => kind.group === group).map(({ kind }) => kind),
    }))
    .filter((entry) => entry.kinds.length > 0)
  if (words.length === 0) return groups
  const best = new Map(ranked.map(({ kind, rank }) => [kind, rank]))
  const first = (entry: PaletteGroup): number => Math.min(...entry.kinds.map((kind) => best.get(kind) ?? NO_MATCH))
  return groups.sort((one, other) => first(one) - first(other))
}

const NO_MATCH = 9

function rankOf(kind: Kind, word: string, t: Translate): number {
  const labels = [kind.label, t.known(kind.label)].map((label) => label.toLowerCase())
  if (labels.some((label) => label.startsWith(word))) return 0
  if (labels.some((label) => label.includes(word))) return 1
  if (kind.keywords.some((keyword) => keyword.startsWith(word))) return 2
  if (kind.group.startsWith(word)) return 3
  const about = `${kind.description} ${t.known(kind.description)}`.toLowerCase()
  return about.includes(word) ? 4 : NO_MATCH
}
