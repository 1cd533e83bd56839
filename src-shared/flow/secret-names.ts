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

const BEGINNINGS =
  'sk-|sk_live_|ghp_|gho_|ghs_|github_pat_|glpat-|xox[abprs]-|AKIA|AIza|ya29\\.|eyJ[\\w-]+\\.|npm_|hf_|Bearer\\s'
const KNOWN_BEGINNINGS = new RegExp(`(^|[\\s=:])(${BEGINNINGS})[\\w.-]{8,}`)
const KEYS = new RegExp(`(?<![A-Za-z0-9])(${BEGINNINGS})[\\w.-]{8,}`, 'g')

/** The text with `***` for each word that begins as well-known keys do. */
export function withoutKeys(text: string): string {
  return text.replace(KEYS, '***')
}

/** Whether a text seems to hold a secret itself, where it should hold a name: the look of well-known keys, or a long word of letters and digits mixed. */
export function looksSecret(text: string): boolean {
  return KNOWN_BEGINNINGS.test(text) || text.split(/[\s=:]+/).some(isRandomWord)
}

/** Long, without a path's or a package's signs, and of all sorts of characters in turn. */
function isRandomWord(word: string): boolean {
  if (!/^[A-Za-z0-9_+-]{32,}$/.test(word)) return false
  const changes = word.match(/\d(?=[A-Za-z])|[A-Za-z](?=\d)/g)?.length ?? 0
  return changes >= 6
}
