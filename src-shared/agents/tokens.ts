/** Rough token counts and the cutting of histories to a budget (shared rule 6.7: history before instructions). */

/** Characters per token of Latin text, of other alphabets, and of Chinese, Japanese and Korean. */
const LATIN = 4
const ALPHABETS = 3
const IDEOGRAPHS = 1.5

/** About how many tokens a text takes; good enough to keep within a context, never to bill. */
export function estimateTokens(text: string): number {
  let alphabets = 0
  let ideographs = 0
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code < 0x0250 || (code >= 0x2000 && code < 0x2070)) continue
    if (code < 0x1100) alphabets += 1
    else ideographs += 1
  }
  const latin = text.length - alphabets - ideographs
  return Math.ceil(latin / LATIN + alphabets / ALPHABETS + ideographs / IDEOGRAPHS)
}

/** What is left of a history: the newest items in their order, how many older ones went, and what the kept ones cost. */
export type TrimmedHistory<Item> = { kept: Item[]; dropped: number; tokens: number }

/**
 * The newest items that fit into a budget. Neighbours with the same `group`, such as an assistant's tool calls and their
 * results, stay together or go together, and the newest item (with its group) is always kept, for without it there is
 * nothing to answer. Walks from the end, so its work grows with what is kept and not with the history.
 */
export function trimHistory<Item extends { readonly group?: string | null | undefined }>(
  items: readonly Item[],
  budgetTokens: number,
  costOf: (item: Item) => number,
): TrimmedHistory<Item> {
  let first = items.length
  let tokens = 0
  while (first > 0) {
    const start = startOfGroup(items, first - 1)
    let cost = 0
    for (const item of items.slice(start, first)) cost += costOf(item)
    if (first < items.length && tokens + cost > budgetTokens) break
    tokens += cost
    first = start
  }
  return { kept: items.slice(first), dropped: first, tokens }
}

/** Where the group starts whose last item is at `last`; an item without a group is one of its own. */
function startOfGroup<Item extends { readonly group?: string | null | undefined }>(
  items: readonly Item[],
  last: number,
): number {
  const group = items[last]?.group ?? null
  if (group === null) return last
  let start = last
  while (start > 0 && items[start - 1]?.group === group) start -= 1
  return start
}
