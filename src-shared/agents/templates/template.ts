/** Prompt templates: `{name}` is a slot or a variable, `{{` and `}}` are literal braces (shared rule 6.3: one pass). */

/** A doubled brace, a slot, a single brace, or a run of closing braces; names as variables are named. */
const TOKENS = /\{\{|\{([\p{L}_][\p{L}\p{N}_]*)\}|\{|\}+/gu

/**
 * Fills a template in one pass; put-in values are never scanned again. Texts go in as they are, anything else as JSON.
 * A name without a value stays as written, and so does JSON, nested or not: a `}}` is only one literal brace where it
 * closes a `{{` or closes nothing.
 */
export function renderTemplate(template: string, values: { readonly [name: string]: unknown }): string {
  const open: ('{' | '{{')[] = []
  return template.replace(TOKENS, (token: string, name: string | undefined) => {
    if (name !== undefined) return Object.hasOwn(values, name) ? (asText(values[name]) ?? token) : token
    if (token === '{' || token === '{{') {
      open.push(token)
      return '{'
    }
    return closeBraces(token.length, open)
  })
}

/** The names of all slots and variables in a template, each once, in order of first use. */
export function slotsOf(template: string): string[] {
  const names = new Set<string>()
  for (const match of template.matchAll(TOKENS)) {
    if (match[1] !== undefined) names.add(match[1])
  }
  return [...names]
}

/** The required slots that a template has lost, in the order of `required`. */
export function missingSlots(template: string, required: readonly string[]): string[] {
  const present = new Set(slotsOf(template))
  return required.filter((name) => !present.has(name))
}

/** What a run of closing braces prints, given the braces that are still open. */
function closeBraces(count: number, open: ('{' | '{{')[]): string {
  let printed = ''
  let left = count
  while (left > 0) {
    const opener = open.at(-1)
    if (opener === '{' || left === 1) {
      if (opener === '{') open.pop()
      left -= 1
    } else {
      open.pop()
      left -= 2
    }
    printed += '}'
  }
  return printed
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
