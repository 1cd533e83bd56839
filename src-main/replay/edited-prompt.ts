/**
 * The prompt of a decision as it would have been by another template: what stood in the slots is read back out of the prompt that was sent, by the
 * template that it was made of.
 */
import { renderTemplate, slotsOf } from '../../src-shared/agents/templates/template'

/** The slot that is the whole prompt as it was sent, whichever decision it is of. */
export const WHOLE = 'prompt'

/** A prompt, or the slots that are not known. */
export type EditedPrompt = { readonly text: string } | { readonly unknown: readonly string[] }

/** `template`: what `sent` was made of; null: that is not known, so only the whole prompt is. */
export function editedPrompt(
  edited: string,
  { template, sent }: { template: string | null; sent: string },
): EditedPrompt {
  const wanted = slotsOf(edited)
  const read = template === null ? null : readBack(template, sent)
  const values: { [name: string]: string } = { ...read?.values, [WHOLE]: sent }
  const unknown = wanted.filter((name) => !Object.hasOwn(values, name))
  if (unknown.length > 0) return { unknown }
  // What Baton itself wrote behind the template, such as a request for another try, stands in the whole prompt already.
  const ending = wanted.includes(WHOLE) ? '' : (read?.ending ?? '')
  return { text: renderTemplate(edited, values) + ending }
}

type ReadPrompt = { readonly values: { readonly [name: string]: string }; readonly ending: string }

const MARK = '\u0000'

/** What stood in each slot; null where the text is not made of the template, or could be made of it in more than one way. */
export function readBack(template: string, sent: string): ReadPrompt | null {
  const names = slotsOf(template)
  const marked = renderTemplate(template, Object.fromEntries(names.map((name) => [name, `${MARK}${name}${MARK}`])))
  const parts = marked.split(MARK)
  const literals = parts.filter((_part, at) => at % 2 === 0)
  const slots = parts.filter((_part, at) => at % 2 === 1)
  const first = fromLeft(literals, sent)
  const last = fromRight(literals, sent)
  if (first === null || last === null || first.some((at, index) => at !== last[index])) return null
  const values: { [name: string]: string } = {}
  for (const [index, name] of slots.entries()) {
    const begin = (first[index] ?? 0) + (literals[index] ?? '').length
    const value = sent.slice(begin, first[index + 1])
    if (Object.hasOwn(values, name) && values[name] !== value) return null
    values[name] = value
  }
  const end = (first.at(-1) ?? 0) + (literals.at(-1) ?? '').length
  return { values, ending: sent.slice(end) }
}

/** Where each literal text begins, as early as it can. */
function fromLeft(literals: readonly string[], sent: string): number[] | null {
  const places: number[] = []
  let from = 0
  for (const [index, literal] of literals.entries()) {
    const isLast = index === literals.length - 1
    const at = index === 0 ? 0 : isLast && literal === '' ? sent.length : sent.indexOf(literal, from)
    if (at === -1 || !sent.startsWith(literal, at)) return null
    places.push(at)
    from = at + literal.length
  }
  return places
}

/** The same as late as it can. */
function fromRight(literals: readonly string[], sent: string): number[] | null {
  const places: number[] = []
  let until = sent.length
  for (let index = literals.length - 1; index >= 0; index -= 1) {
    const literal = literals[index] ?? ''
    const at = index === 0 ? 0 : until < literal.length ? -1 : sent.lastIndexOf(literal, until - literal.length)
    if (at === -1 || !sent.startsWith(literal, at)) return null
    places.unshift(at)
    until = at
  }
  return places
}
