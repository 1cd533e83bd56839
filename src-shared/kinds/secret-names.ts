/** Names of secrets, as flows say them in the place of values, and `{NAME}` in texts that are filled in only when they are used. */

/** A whole name. */
export const SECRET_NAME = /^[A-Za-z0-9_.-]{1,64}$/

const PLACE = /\{([A-Za-z0-9_.-]{1,64})\}/g

/** The names in `{braces}` in a text, each once, in the order in which they come. */
export function secretsIn(text: string): string[] {
  return [...new Set([...text.matchAll(PLACE)].map(([, name]) => name ?? ''))]
}

/** A text with its secrets filled in; names that are not in the map stay as they are. */
export function fillSecrets(text: string, values: ReadonlyMap<string, string>): string {
  return text.replace(PLACE, (whole, name: string) => values.get(name) ?? whole)
}
