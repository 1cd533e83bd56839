/** The word with which a solver asks for another plan. */

const ASKS_AGAIN = /^[\s"'`*_#>]*REPLAN(?![\p{L}\p{N}_])[\s"'`*_:.,–—-]*/u

/** What is missing, where an answer begins with the word; null where it is an answer. */
export function readReplan(answer: string): string | null {
  const found = ASKS_AGAIN.exec(answer)
  return found === null ? null : answer.slice(found[0].length).trim()
}
