/** Which calls of tools a person looks for, among many: by the words that they typed. Pure. */

/** What is looked through of a call. */
export type FindableCall = { tool: string; arguments: string; result: string }

/** Those that have every word, in any of their parts, whatever its case; all where nothing is typed. */
export function findCalls<Call>(
  calls: readonly Call[],
  typed: string,
  partsOf: (call: Call) => FindableCall,
): readonly Call[] {
  const words = typed.toLowerCase().split(/\s+/u).filter(Boolean)
  if (words.length === 0) return calls
  return calls.filter((call) => {
    const { tool, arguments: args, result } = partsOf(call)
    const text = `${tool}\n${args}\n${result}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
