/** Cutting a growing Markdown text where what comes before no longer changes, so that it is read once only. */

const WORTH_CUTTING = 1500

/** Short texts stay whole; long ones are cut at their last blank line outside of a code fence. */
export function splitStable(text: string): { done: string; rest: string } {
  if (text.length < WORTH_CUTTING) return { done: '', rest: text }
  let cut = text.lastIndexOf('\n\n')
  while (cut > 0) {
    const done = text.slice(0, cut)
    if (!isFenceOpen(done)) return { done, rest: text.slice(cut + 2) }
    cut = text.lastIndexOf('\n\n', cut - 1)
  }
  return { done: '', rest: text }
}

function isFenceOpen(text: string): boolean {
  return (text.match(/^ {0,3}(```|~~~)/gm)?.length ?? 0) % 2 === 1
}
